"""What a journal holds of an audit's chunk is exactly the chunk's summary."""

import dataclasses
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fairtray import rulesets
from fairtray.audit import features, summary_json
from fairtray.audit.draws import BANDS, DrawSums, Excess
from fairtray.audit.players import POLICIES
from fairtray.audit.probes import ProbeSums
from fairtray.audit.replays import Contradiction
from fairtray.audit.run import Plan
from fairtray.audit.summary import Evidence, Summary, Violation, empty, run_chunk
from fairtray.audit.verify import Checks
from fairtray.claims import answer_claims, claim_ids, deal_claims
from fairtray.core.shapes import Shape, from_cells
from fairtray.dealers.registry import spec_for
from fairtray.dealers.session import Ask
from fairtray.dealers.sources import BuiltinSource
from fairtray.rulesets.model import Ruleset

RULESET = rulesets.get("bloky-8x8")
SMALL = rulesets.load.from_mapping(
    {"rows": 2, "cols": 2, "catalogue": {"shapes": ["dot", "I2h"]}, "dealer": {"kind": "uniform"}}
)
"""A game with so few shapes that Hypothesis can make something of arrays over them."""

KINDS = len(SMALL.shapes)

ANSWERS = [claim.name for claim in answer_claims()]
EXACT = [claim.name for claim in deal_claims()]


def assert_same(one: Any, two: Any) -> None:
    """Compare all that two values are made of, arrays bit by bit."""
    assert type(one) is type(two)
    if dataclasses.is_dataclass(one):
        for field in dataclasses.fields(one):
            assert_same(getattr(one, field.name), getattr(two, field.name))
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape, one.tobytes()) == (two.dtype, two.shape, two.tobytes())
    elif isinstance(one, dict):
        assert list(one) == list(two)
        for key in one:
            assert_same(one[key], two[key])
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(two)
        for a, b in zip(one, two, strict=True):
            assert_same(a, b)
    else:
        assert one == two


def through_json(summary: Summary, ruleset: Ruleset = RULESET) -> Summary:
    text = json.dumps(summary_json.to_json(summary), allow_nan=False)
    return summary_json.from_json(ruleset, json.loads(text))


counts = st.integers(0, 2**63 - 1)
seeds = st.integers(-1, 2**31)
boards = st.integers(0, 2**64 - 1)
floats = st.floats(allow_nan=True, allow_infinity=True, width=64)


def whole(*shape: int) -> st.SearchStrategy[Any]:
    return arrays.arrays(np.int64, shape, elements=st.integers(-(2**63), 2**63 - 1))


def real(*shape: int) -> st.SearchStrategy[Any]:
    return arrays.arrays(np.float64, shape, elements=floats)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    if draw(st.booleans()):
        return draw(st.sampled_from(RULESET.shapes))
    cells = draw(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
    # Any name: two files may call the same cells otherwise.
    return from_cells(cells).renamed(draw(st.text(max_size=8)))


trays = st.lists(shapes(), min_size=1, max_size=3).map(tuple)
asks = st.builds(Ask, boards, counts, counts, counts)
violations = st.builds(
    Violation,
    claim=st.sampled_from(claim_ids()),
    board=boards,
    tray=trays,
    chunk=counts,
    game=seeds,
    turn=seeds,
    score=seeds,
    seed=seeds,
    line=seeds,
    asks=st.lists(asks, max_size=3).map(tuple),
)
contradictions = st.builds(
    Contradiction,
    claim=st.sampled_from(ANSWERS),
    seed=seeds,
    asks=st.lists(asks, min_size=1, max_size=3).map(tuple),
    varied=st.none() | asks,
    trays=st.tuples(trays, trays),
    chunk=counts,
    game=counts,
)


@st.composite
def excesses(draw: st.DrawFn, parts: int) -> Excess:
    v = draw(real(parts, KINDS, KINDS))
    if draw(st.booleans()):
        v = np.where(np.tri(KINDS, dtype=bool), v, v.transpose(0, 2, 1))
    return Excess(draw(real(parts, KINDS)), v, draw(real(parts, KINDS)))


@st.composite
def draw_sums(draw: st.DrawFn) -> DrawSums:
    count = len(features.FEATURES)
    return DrawSums(
        draw(counts),
        draw(counts),
        draw(excesses(SMALL.tray_size)),
        {name: draw(excesses(len(edges) + 1)) for name, edges in BANDS.items()},
        draw(excesses(KINDS)),
        draw(excesses(KINDS)),
        draw(real(count, 3)),
        draw(real(count)),
    )


probe_sums = st.builds(
    ProbeSums, counts, counts, whole(KINDS + 1, 2), st.lists(contradictions, max_size=2)
)


def by_claim(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw a value for each claim; Hypothesis itself gives the keys in any order."""
    drawn = st.tuples(*(values for _ in EXACT))
    return drawn.map(lambda found: dict(zip(EXACT, found, strict=True)))


summaries = st.builds(
    Summary,
    deals=counts,
    games=counts,
    declined=counts,
    fallback=counts,
    fill=whole(SMALL.grid.size + 1),
    placeable=whole(SMALL.grid.size + 1),
    orders=whole(math.factorial(SMALL.tray_size) + 1),
    shapes=whole(KINDS),
    outside=counts,
    policies=whole(len(POLICIES)),
    broken=by_claim(counts),
    checks=st.builds(Checks, counts, counts, counts, counts),
    evidence=st.builds(
        Evidence,
        st.dictionaries(st.sampled_from(["uniform", "sequential-uniform"]), draw_sums()),
        st.dictionaries(st.sampled_from(ANSWERS), probe_sums),
    ),
    first=by_claim(st.lists(violations, max_size=2)),
    dealer=st.text(),
    skipped=counts,
    faults=st.lists(st.text(), max_size=2).map(tuple),
)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(summaries)
def test_any_summary_survives(summary: Summary) -> None:
    assert_same(through_json(summary, SMALL), summary)


def test_no_chunk_survives() -> None:
    assert_same(through_json(empty(RULESET)), empty(RULESET))


def test_a_chunk_with_all_there_is_survives() -> None:
    plan = Plan(RULESET, BuiltinSource(spec_for(RULESET, "uniform")), claim_ids(), 400)
    summary = run_chunk(next(plan.chunks()))
    assert any(summary.first.values())
    assert sum(sums.compared for sums in summary.evidence.probes.values()) > 0
    assert summary.evidence.draws
    assert_same(through_json(summary), summary)
    # The covariances are symmetric, so that half of them will do.
    halves = json.dumps(summary_json.to_json(summary)).count('"half"')
    assert halves > 0


def broken(path: tuple[str, ...], value: Any) -> Any:
    plan = Plan(RULESET, BuiltinSource(spec_for(RULESET, "uniform")), ("uniform",), 60)
    document: Any = json.loads(json.dumps(summary_json.to_json(run_chunk(next(plan.chunks())))))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    if value is KeyError:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        (("deals",), KeyError, KeyError),
        (("deals",), 1.5, TypeError),
        (("deals",), "1", TypeError),
        (("fill",), [1, 2], ValueError),
        (("fill",), [1.5] * 65, ValueError),
        (("fill",), [[1]] * 65, ValueError),
        (("fill",), [2**63] * 65, ValueError),
        (("broken", "each-fits"), KeyError, KeyError),
        (("checks", "more"), 1, TypeError),
        (("first", "each-fits"), [{}], KeyError),
        (("evidence", "draws", "uniform", "features"), "%%%", ValueError),
        (("evidence", "draws", "uniform", "features"), "AAAA", ValueError),
        (("evidence", "draws", "uniform", "features"), 5, TypeError),
        (("evidence", "draws", "uniform", "pairs", "v"), {}, KeyError),
        (("evidence", "draws", "uniform", "bands", "fill"), KeyError, KeyError),
    ],
)
def test_what_is_no_summary_is_refused(
    path: tuple[str, ...], value: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        summary_json.from_json(RULESET, broken(path, value))
