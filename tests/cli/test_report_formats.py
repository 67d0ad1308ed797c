"""The formats of an audit's report, each a function of the one JSON document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib import resources
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import junitparser
import pytest

import reports
from fairtray_cli.render.reports import EXPORTERS, github, html, jsonreport, junit, markdown, table

REPORTS: dict[str, Callable[[], Any]] = {
    "refuted": reports.refuted,
    "held": reports.held,
    "inconclusive": reports.inconclusive,
    "banded": reports.banded,
    **{f"hostile-{i}": lambda n=n: reports.hostile(n) for i, n in enumerate(reports.HOSTILE)},
}


@pytest.fixture(params=REPORTS, name="document")
def _document(request: pytest.FixtureRequest) -> Any:
    return REPORTS[request.param]()


# --- JSON --------------------------------------------------------------------------


def schema() -> Any:
    file = resources.files("fairtray.audit") / "report.schema.json"
    return json.loads(file.read_text(encoding="utf-8"))


def closed(node: Any) -> Any:
    """Return a schema that allows only the keys it describes."""
    if isinstance(node, dict):
        node = {key: closed(value) for key, value in node.items()}
        if "properties" in node and isinstance(node.get("type"), str):
            node.setdefault("additionalProperties", False)
        return node
    return [closed(item) for item in node] if isinstance(node, list) else node


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def test_every_report_is_as_the_schema_says(document: Any) -> None:
    jsonschema.validate(document, schema(), jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", ["refuted", "held", "banded"])
def test_the_schema_describes_every_key(name: str) -> None:
    jsonschema.validate(REPORTS[name](), closed(schema()), jsonschema.Draft202012Validator)


def test_the_schema_refuses_what_is_no_report(document: Any) -> None:
    for broken in ({**document, "verdict": "fair"}, {**document, "deals": -1}, {}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, schema(), jsonschema.Draft202012Validator)


def test_json_keeps_the_order_of_the_document(document: Any) -> None:
    again = json.loads(jsonreport.text(document))
    assert again == document
    assert list(again) == list(document)
    assert jsonreport.text(document).isascii()


def test_keys_come_in_the_schemas_order() -> None:
    described = list(schema()["properties"])
    assert list(reports.refuted()) == described
    assert schema()["required"] == described


# --- JUnit -------------------------------------------------------------------------


def test_junit_parses_and_counts_right(document: Any) -> None:
    written = junit.text(document)
    root = ET.fromstring(written.encode())
    assert root.tag == "testsuites"
    read = junitparser.JUnitXml.fromstring(written)
    suite = next(iter(read))
    cases = list(suite)
    verdicts = [claim["verdict"] for claim in document["claims"]]
    assert len(cases) == suite.tests == len(verdicts)
    assert suite.failures == verdicts.count("refuted") == sum(c.is_failure for c in cases)
    assert suite.skipped == verdicts.count("inconclusive") == sum(c.is_skipped for c in cases)
    assert suite.errors == 0
    assert [c.is_passed for c in cases] == [v in {"holds", "not refuted"} for v in verdicts]


# What the strictest of the usual readers, Jenkins' xUnit plugin, lets elements have.
JUNIT_ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"name", "classname", "time"},
    "failure": {"type", "message"},
    "skipped": {"type", "message"},
    "system-out": set(),
}


def test_junit_has_only_what_every_reader_takes(document: Any) -> None:
    root = ET.fromstring(junit.text(document).encode())
    for element in root.iter():
        assert set(element.attrib) == JUNIT_ATTRIBUTES[element.tag]
    for times in root.iter("testsuite"):
        assert re.fullmatch(r"\d+\.\d{3}", times.attrib["time"])


def test_junit_shows_the_counterexample_and_how_to_reproduce_it() -> None:
    document = reports.refuted()
    document["counterexamples"][0]["reproduce"] = "fairtray check each-fits-1.json"
    suite = next(iter(junitparser.JUnitXml.fromstring(junit.text(document))))
    (failed,) = (case for case in suite if case.name == "each-fits")
    assert failed.classname == "fairtray.block-knock.uniform"
    said = failed.result[0].text
    assert "reproduce: fairtray check each-fits-1.json" in said
    for row in document["counterexamples"][0]["position"]["board"]:
        assert row in said
    properties = {p.name: p.value for p in suite.properties()}
    assert properties["seed"] == "0"
    assert "deals broke it" in properties["not claimed: some-fits"]


@pytest.mark.parametrize("name", reports.HOSTILE)
def test_no_name_makes_junit_unreadable(name: str) -> None:
    root = ET.fromstring(junit.text(reports.hostile(name)).encode())
    names = {case.get("name") for case in root.iter("testcase")}
    assert len(names) == 1
    shown = names.pop()
    assert shown is not None
    # What can be shown is, what cannot is escaped so that one can tell what it was.
    if name.isprintable():
        assert shown == name
    else:
        assert re.search(r"\\u[0-9a-f]{4}", shown)


# --- GitHub ------------------------------------------------------------------------


def test_github_lines_are_workflow_commands_within_the_limits(document: Any) -> None:
    lines = github.text(document).split("\n")
    kinds = []
    for line in lines:
        match = reports.WORKFLOW_COMMAND.fullmatch(line)
        assert match, line
        assert line.isprintable()
        assert len(match[3]) <= 4096 * 3
        kinds.append(match[1])
    assert all(kinds.count(kind) <= 10 for kind in set(kinds))
    assert kinds[-1] == "notice"


def test_github_escapes_what_it_says() -> None:
    document = reports.refuted()
    document["claims"][1]["promise"] = "100 %, a:b"
    line = github.text(document).split("\n")[0]
    assert line.startswith("::error title=each-fits%3A refuted::promised: 100 %25, a:b%0Afound: ")


def test_github_counts_what_it_would_drop() -> None:
    document = reports.refuted()
    document["claims"] = [{**document["claims"][1], "id": f"claim-{i}"} for i in range(14)]
    lines = github.text(document).split("\n")
    assert len(lines) == 11
    assert lines[9] == ("::error title=5 more::claim-9, claim-10, claim-11, claim-12, claim-13")


def test_github_cuts_a_message_where_github_would() -> None:
    document = reports.refuted()
    document["claims"][1]["promise"] = "x" * 5000
    message = github.text(document).split("\n")[0].partition("::promised")[2]
    assert message.endswith("…")
    assert len("promised" + message) == 4096


# --- Markdown ----------------------------------------------------------------------


def test_markdown_tables_have_as_many_cells_in_every_line(document: Any) -> None:
    outside = re.sub(r"^```text\n.*?^```$", "", markdown.text(document), flags=re.M | re.S)
    for rows in re.findall(r"(?:^\|.*\|$\n?)+", outside, flags=re.M):
        counts = {len(re.findall(r"(?<!\\)\|", line)) for line in rows.splitlines()}
        assert len(counts) == 1, rows


def test_markdown_draws_boards_in_fences() -> None:
    document = reports.refuted()
    fences = re.findall(r"^```text\n(.*?)^```$", markdown.text(document), flags=re.M | re.S)
    assert len(fences) == len(document["counterexamples"])
    for fence, example in zip(fences, document["counterexamples"], strict=True):
        assert all(row in fence for row in example["position"]["board"])


@pytest.mark.parametrize("name", reports.HOSTILE)
def test_no_name_becomes_markup(name: str) -> None:
    said = markdown.text(reports.hostile(name))
    assert "<script>" not in re.sub(r"(`+) .*? \1", "", said)
    assert "\x1b" not in said


@pytest.mark.parametrize("limit", [100, 1500, 2500, 4000, 100_000])
def test_markdown_keeps_to_a_limit(limit: int) -> None:
    document = reports.refuted()
    said = markdown.text(document, limit)
    assert len(said.encode()) <= limit
    if limit > 10_000:
        assert said == markdown.text(document)


# --- HTML --------------------------------------------------------------------------


class Page(HTMLParser):
    """The tags of a page, with its texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_html_loads_and_runs_nothing(document: Any) -> None:
    page = Page(html.text(document))
    for tag, attributes in page.tags:
        assert tag not in {"script", "link", "img", "iframe", "object", "embed", "base", "a"}
        for name in attributes:
            assert name not in {"src", "href", "srcset", "xlink:href", "action"}
            assert not name.startswith("on")
    assert "url(" not in html.text(document)
    assert "@import" not in html.text(document)


def test_html_draws_every_board_cell_by_cell() -> None:
    document = reports.refuted()
    said = html.text(document)
    drawn = re.findall(r'<svg class="board".*?</svg>', said, flags=re.S)
    assert len(drawn) == len(document["counterexamples"])
    for svg, example in zip(drawn, document["counterexamples"], strict=True):
        rows = example["position"]["board"]
        cells = re.findall(r'class="filled" x="(\d+)" y="(\d+)"', svg)
        at = {(int(y) // 10, int(x) // 10) for x, y in cells}
        assert at == {(r, c) for r, row in enumerate(rows) for c, m in enumerate(row) if m == "#"}
        assert svg.count('class="empty"') == len(rows) * len(rows[0])


def test_html_draws_bands_only_where_shapes_are_promised() -> None:
    assert 'class="band"' not in html.text(reports.held())
    said = html.text(reports.banded())
    assert said.count('class="band"') == 37
    assert said.count('<rect class="outside"') >= 1


@pytest.mark.parametrize("name", reports.HOSTILE)
def test_no_name_becomes_a_tag(name: str) -> None:
    expected = [tag for tag, _ in Page(html.text(reports.hostile("harmless"))).tags]
    assert [tag for tag, _ in Page(html.text(reports.hostile(name))).tags] == expected


# --- All of them -------------------------------------------------------------------


@pytest.mark.parametrize("form", EXPORTERS)
def test_every_format_holds_nothing_that_breaks_files_or_terminals(
    document: Any, form: str
) -> None:
    written = EXPORTERS[form].text(document)
    assert written.encode()
    assert all(c.isprintable() or c == "\n" for c in written)


def test_no_format_changes_the_document(document: Any) -> None:
    before = json.dumps(document)
    for form in EXPORTERS:
        EXPORTERS[form].text(document)
    assert json.dumps(document) == before


@pytest.mark.parametrize("form", EXPORTERS)
def test_every_format_names_verdict_claims_and_reproduction(form: str) -> None:
    document = reports.refuted()
    for number, example in enumerate(document["counterexamples"]):
        example["reproduce"] = f"fairtray check file-{number}.json"
    written = EXPORTERS[form].text(document)
    assert "refuted" in written
    for example in document["counterexamples"]:
        assert example["claim"] in written
    assert "fairtray check file-0.json" in written


def test_the_terminal_reads_the_same_document() -> None:
    said = table.text(reports.refuted(), 80, colour=False)
    assert "breaks each-fits (rows and columns are counted from 1):" in said
    assert "verdict: refuted (each-fits, triple-placeable)" in said


def test_a_second_answer_is_shown_beside_the_first() -> None:
    document = reports.refuted()
    document["counterexamples"][0]["again"] = {"other_tray": ["X5", ["##", "#."], None]}
    written = markdown.text(document)
    assert "asked again, it dealt:\nslot 1   slot 2   slot 3\nX5       V3-nw    (used)" in written
    page = html.text(document)
    assert "Asked again, it dealt:" in page
    assert "<figcaption>slot 1: X5</figcaption>" in page
