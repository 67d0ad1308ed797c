"""What messages repeat of somebody's input: printable, bounded, and never cut in half."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairtray.core.errors import MAX_ECHO, counted, echo


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("I3h", "'I3h'"),
        ("it's", '"it\'s"'),
        (None, "null"),
        (True, "true"),
        (1, "1"),
        (datetime.date(1979, 5, 27), "1979-05-27"),
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 60}…'"),
        ("x" * 58 + "\x1b[31m", f"'{'x' * 58}…'"),
        ("\u2028" * 30, "'" + "\\u2028" * 10 + "…'"),
        (["x" * 58 + "\x1b[31m"], f"['{'x' * 58}…"),
    ],
)
def test_a_value_is_shown_as_it_is_written_and_cut_between_characters(
    value: object, shown: str
) -> None:
    assert echo(value) == shown


@given(st.text(max_size=100) | st.lists(st.text(max_size=100), max_size=3))
def test_whatever_is_shown_is_printable_and_bounded(value: object) -> None:
    shown = echo(value)
    assert shown.isprintable()
    assert len(shown) <= MAX_ECHO + 3
    if isinstance(value, str):
        assert shown[0] == shown[-1]


def test_numbers_with_nouns() -> None:
    assert [counted(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
