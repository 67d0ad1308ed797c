"""An audit's report as JUnit XML, which every CI system shows as test results.

There is no standard; this is what the readers of Jenkins, GitLab, Azure and the rest agree
on: ``testsuites`` > ``testsuite`` > ``testcase``, with at most one of ``failure`` and
``skipped`` in a test case, and properties on the suite only.

* A claim is a test case. Refuted is a *failure*.
* Inconclusive is *skipped*: too few deals is not a finding against the dealer, and an
  *error* would paint the build red in most systems. Scripts can go by the exit status 4.
* What is not claimed is measured all the same and is among the suite's properties.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from fairtray_cli.render import boards
from fairtray_cli.render.reports import findings
from fairtray_cli.render.reports.exporter import Exporter

_WIDTH = 80


def text(document: Mapping[str, Any]) -> str:
    """Return a report as a JUnit XML file."""
    document = findings.printable(document)
    claims = document["claims"]
    counts = {
        "tests": len(claims),
        "failures": sum(claim["verdict"] == findings.REFUTED for claim in claims),
        "errors": 0,
        "skipped": sum(claim["verdict"] == findings.INCONCLUSIVE for claim in claims),
    }
    totals = {name: str(count) for name, count in counts.items()}
    totals["time"] = f"{document['run']['seconds']:.3f}"
    # The strictest of the readers, Jenkins' xUnit plugin, knows no "skipped" up here.
    of_all = {name: total for name, total in totals.items() if name != "skipped"}
    root = ET.Element("testsuites", {"name": "fairtray audit", **of_all})
    suite = ET.SubElement(root, "testsuite", {"name": _suite_name(document), **totals})
    properties = ET.SubElement(suite, "properties")
    for name, value in _properties(document):
        ET.SubElement(properties, "property", {"name": name, "value": value})
    for claim in claims:
        suite.append(_case(document, claim))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite_name(document: Mapping[str, Any]) -> str:
    # Dots part packages from classes for most readers; a name may hold some of its own.
    parts = [document["ruleset"], document["dealer"]]
    return ".".join(["fairtray", *(part.replace(".", "_") for part in parts)])


def _case(document: Mapping[str, Any], claim: Mapping[str, Any]) -> ET.Element:
    words = claim["words"]
    case = ET.Element("testcase", {"classname": _suite_name(document), "name": claim["id"]})
    # The time of one claim is not known: all are checked on the same deals.
    case.set("time", "0")
    if claim["verdict"] == findings.REFUTED:
        failure = ET.SubElement(case, "failure", {"type": "refuted", "message": words})
        failure.text = "\n".join(_failure(document, claim, words))
    elif claim["verdict"] == findings.INCONCLUSIVE:
        ET.SubElement(case, "skipped", {"type": "inconclusive", "message": words})
    else:
        output = ET.SubElement(case, "system-out")
        output.text = f"{claim['verdict']}: {claim['promise']}\n{words}"
    return case


def _failure(document: Mapping[str, Any], claim: Mapping[str, Any], words: str) -> Iterator[str]:
    yield f"promised: {claim['promise']}"
    yield f"found: {words}"
    for example in findings.examples(document):
        if example.claim == claim["id"]:
            yield ""
            yield f"counterexample ({boards.COUNTED}):"
            yield from example.drawing(_WIDTH, colour=False)
            if example.reproduce:
                yield f"reproduce: {example.reproduce}"


def _properties(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "verdict", document["verdict"]
    yield from findings.facts(document)
    for claim in document["information"]:
        yield f"not claimed: {claim['id']}", claim["words"]
    for name, version in document["versions"].items():
        yield f"version: {name}", version


EXPORTER = Exporter("junit", text, endings=(".xml",))
