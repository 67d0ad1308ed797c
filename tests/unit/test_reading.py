"""Documents are read strictly: every fault with its place, whatever else is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairtray.core.errors import Fault, InputError, NotationError
from fairtray.core.reading import (
    REFUSED,
    Anything,
    Converted,
    Format,
    Length,
    ListOf,
    Log,
    Matching,
    Meaning,
    Needed,
    Place,
    Printable,
    Range,
    Text,
    Union,
    Whole,
    document,
    json_schema,
    kind_of,
    present,
    read,
    read_partly,
)


def _even(number: int) -> int:
    if number % 2:
        raise NotationError(Fault("", f"{number} is odd", "double it"))
    return number


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece."""

    name: Annotated[str, Length(1, 5), Printable()]
    weight: Annotated[int, Range(1, 9)] = 1


@document(unknown="warning", ignored={"note"}, synonyms={"column": "col"})
@dataclass(frozen=True, slots=True)
class Example:
    """An example."""

    col: Annotated[int, Range(0, 9), Meaning("counted from 0")]
    kind: Literal["small", "large"] = "small"
    share: Annotated[float, Range(0, 1)] = 0.5
    open: bool = False
    pieces: Annotated[tuple[Piece, ...], ListOf(kind_of(Piece), 0, 3, partly=True)] = ()
    numbers: Annotated[tuple[Annotated[int, Range(0)], ...], Length(0, 4)] = (7,)
    by_name: Mapping[str, Piece] = field(default_factory=dict)
    even: Annotated[int, Converted(Whole(), _even)] = 0
    either: Annotated[
        object, Union({str: Text(1), list: ListOf(Whole(0))}, "name or list of numbers")
    ] = "x"
    title: Annotated[str, Length(1)] | None = None
    free: Annotated[object, Anything()] = None


def faults(value: object) -> dict[str, tuple[str, str]]:
    _, log = read_partly(Example, value)
    return {fault.where: (fault.what, fault.mend) for fault in log.faults}


def test_a_right_document_is_the_dataclass() -> None:
    value = {
        "column": 3,
        "kind": "large",
        "share": 1,
        "pieces": [{"name": "dot"}, {"name": "I3h", "weight": 9}],
        "by_name": {"a": {"name": "b"}},
        "even": 4,
        "either": [1, 2],
        "title": None,
        "note": object(),
        "_own": 1,
    }
    example = read(Example, value)
    assert example == Example(
        col=3,
        kind="large",
        share=1,
        pieces=(Piece("dot"), Piece("I3h", 9)),
        by_name={"a": Piece("b")},
        even=4,
        either=(1, 2),
    )


def test_all_faults_are_found_each_with_its_place() -> None:
    value = {
        "col": "3",
        "kind": "smal",
        "share": 2,
        "open": 1,
        "pieces": [{"name": ""}, 7, {"name": "dot", "weight": True}],
        "by_name": {"a": {"nam": "b"}},
        "even": 3,
        "either": 5,
        "title": "",
    }
    found = faults(value)
    assert found == {
        "col": ("'3' is not a whole number", "write a whole number from 0 to 9"),
        "kind": ("'smal' is not allowed here", "did you mean small?"),
        "share": ("2 is out of range", "write a number from 0 to 1"),
        "open": ("1 is not a truth value", "write true or false"),
        "pieces[0].name": ("'' has 0 characters", "write 1 to 5 characters"),
        "pieces[1]": ("7 is not an object", "write an object with keys such as name"),
        "pieces[2].weight": (
            "true is not a whole number",
            "write a whole number from 1 to 9",
        ),
        "by_name.a.nam": ("unknown key", "did you mean name?"),
        "even": ("3 is odd", "double it"),
        "either": ("5 is not allowed here", "write a name or list of numbers"),
        "title": ("'' has 0 characters", "write at least 1 character"),
    }
    with pytest.raises(InputError) as caught:
        read(Example, value, "x.json")
    assert len(caught.value.faults) == len(found)
    assert str(caught.value).startswith("x.json: col: ")


def test_a_missing_key_is_named_and_a_doubled_one_too() -> None:
    assert faults({}) == {"col": ("missing", "add it")}
    assert faults({"col": 1, "column": 2}) == {
        "column": ("says the same as col", "keep one of them")
    }


def test_a_key_that_was_probably_meant_is_not_missing_as_well() -> None:
    assert faults({"colm": 1}) == {"colm": ("unknown key", "did you mean col?")}


def test_far_off_keys_are_warnings_where_the_document_says_so() -> None:
    example, log = read_partly(Example, {"col": 1, "elsewhere": 2})
    assert example == Example(1)
    assert log.warnings == ["unknown key 'elsewhere' is ignored"]


def test_the_rest_of_a_document_can_still_be_judged() -> None:
    value = {
        "col": 1,
        "share": "x",
        "numbers": [1, -1],
        "pieces": [{"name": "a"}, {"weight": 2}, {"name": "c"}],
    }
    example, log = read_partly(Example, value)
    assert example is not None
    assert (example.share, example.numbers) == (0.5, (7,))
    assert [(i, piece.name) for i, piece in present(example.pieces)] == [(0, "a"), (2, "c")]
    assert example.pieces[1] is REFUSED  # type: ignore[comparison-overlap]
    root = Place(log)
    assert root.at("share").touches_refused()
    assert root.at("pieces").touches_refused()
    assert root.at("pieces", 1, "name", "first").touches_refused()
    assert not root.at("pieces", 0).touches_refused()


def test_deep_nesting_is_one_fault() -> None:
    value: Any = 1
    for _ in range(100_000):
        value = [value]
    _, log = read_partly(Example, {"col": 1, "free": value})
    assert [fault.what for fault in log.faults] == ["is nested too deeply"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -0.1, "1", None, True])
def test_a_number_is_finite_and_in_its_range(number: object) -> None:
    assert list(faults({"col": 1, "share": number})) == ["share"]


def test_hostile_keys_stay_on_one_line() -> None:
    with pytest.raises(InputError) as caught:
        read(Piece, {"name": "a", "b\n\x1b[31m" * 99: 1})
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_annotation_that_nobody_knows_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="complex"):
        kind_of(complex)


SCHEMA = json_schema(Example)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["Example"]["properties"]["col"]["description"] == "counted from 0"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(0, 2) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {"col": st.integers(-1, 10) | ANYTHING},
        optional={
            "kind": st.sampled_from(["small", "large", "x"]) | ANYTHING,
            "share": ANYTHING,
            "open": ANYTHING,
            "pieces": ANYTHING | st.lists(st.fixed_dictionaries({"name": ANYTHING}), max_size=4),
            "by_name": ANYTHING,
            "title": ANYTHING,
        },
    )
)
def test_what_the_schema_refuses_is_refused_and_the_other_way_round(value: Any) -> None:
    # Whole floats are integers to a JSON Schema, and unprintable names are beyond it.
    log = read_partly(Example, value)[1]
    accepted = not [fault for fault in log.faults if "printable" not in fault.mend]
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(value)
    whole_float = "is not a whole number" in " ".join(f.what for f in log.faults) and valid
    assert accepted == valid or whole_float


def test_warnings_name_their_place() -> None:
    log = Log()
    Place(log).at("moves", 3).warn("is odd")
    assert log.warnings == ["moves[3]: is odd"]


@document(unknown="ignored", noun="letter", example="a letter in { }", hints={"text": "body"})
@dataclass(frozen=True, slots=True)
class Letter:
    """A letter."""

    format: Annotated[str, Format("letter/1")]
    body: Annotated[str, Needed()] = ""
    mark: Annotated[str, Matching("[0-9a-f]{4}", "number in hex", "4 hex digits")] | None = None


def letter_faults(value: object) -> list[str]:
    _, log = read_partly(Letter, value)
    return list(map(str, log.faults))


def test_a_document_of_another_format_is_not_read_on() -> None:
    assert letter_faults({"format": "letter/2", "mark": 7}) == [
        "format: 'letter/2' is another format; only letter/1 is read here"
    ]
    assert letter_faults({"mark": 7}) == ["format: missing; only letter/1 is read here"]
    assert letter_faults(7) == ["7 is not a letter; write a letter in { }"]


def test_a_default_may_stand_in_for_a_needed_value_but_not_be_one() -> None:
    letter, log = read_partly(Letter, {"format": "letter/1", "body": 3, "any": 1, "bodi": 2})
    assert letter == Letter("letter/1")
    assert [fault.where for fault in log.faults] == ["body"]
    assert letter_faults({"format": "letter/1"}) == ["body: missing; add it"]
    assert json_schema(Letter)["$defs"]["Letter"]["required"] == ["format", "body"]


def test_a_text_matches_its_pattern_from_end_to_end() -> None:
    good = {"format": "letter/1", "body": ""}
    assert not letter_faults(good | {"mark": "00ff"})
    for wrong in ("00ff0", "x00ff", "00f\n", 7):
        (fault,) = letter_faults(good | {"mark": wrong})
        assert fault.endswith("is not a number in hex; write 4 hex digits")


def test_words_that_are_understood_are_suggested_unless_the_key_is_there() -> None:
    @document(unknown="warning", hints={"pieces": "tray"})
    @dataclass(frozen=True, slots=True)
    class Tray:
        tray: Annotated[object, Anything(), Needed()] = None

    _, log = read_partly(Tray, {"pieces": []})
    assert list(map(str, log.faults)) == ["pieces: unknown key; did you mean tray?"]
    assert log.unknown == {("pieces",)}
    _, log = read_partly(Tray, {"pieces": [], "tray": []})
    assert not log.faults
    assert log.warnings == ["unknown key 'pieces' is ignored"]


def test_faults_come_in_the_order_of_the_document() -> None:
    value = {"b": [1, {"x": 2, "a": 3}], "a": 1}
    log = Log()
    for steps in (("c",), ("a",), ("b", 1, "a"), ("b", 1, "x"), ("b", 0)):
        Place(log, steps).fault("is wrong")
    log.sort(value)
    order = ["b[0]", "b[1].x", "b[1].a", "a", "c"]
    assert [fault.where for fault in log.faults] == order
