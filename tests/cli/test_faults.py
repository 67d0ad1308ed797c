"""A fault of our own: exit status 70, and the position kept for whoever mends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline import Fairtray
from fairtray.core.errors import InternalFault
from fairtray.engines.search.decide import Decision

POSITION = {"ruleset": "bloky-8x8", "board": ["........"] * 8, "tray": ["dot", "O9"]}


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have the search lie about every position, in an empty current folder."""

    def lie(_position: object) -> Decision:
        return Decision(placeable=False, orders=0, moves=None, fits=(), game_over=True)

    monkeypatch.setattr("fairtray.engines.search.decide.decide", lie)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_engines_that_differ_leave_their_position(fairtray: Fairtray, lying: Path) -> None:
    result = fairtray("check", "-", "--engine", "both", stdin=POSITION)
    assert (result.code, result.out) == (70, "")
    assert result.err.count("\n") == 1
    assert "the engines differ: search says placeable False" in result.err
    assert "position saved as fairtray-fault.json; please report" in result.err
    kept = json.loads((lying / "fairtray-fault.json").read_text(encoding="utf-8"))
    assert kept["board"] == POSITION["board"]
    assert kept["tray"] == POSITION["tray"]
    assert "the engines differ" in kept["note"]


def test_the_saved_position_is_one_that_check_reads(fairtray: Fairtray, lying: Path) -> None:
    fairtray("check", "-", "--engine", "both", stdin=POSITION)
    again = fairtray("check", str(lying / "fairtray-fault.json"), "--engine", "cp-sat")
    assert again.code == 0


def test_no_earlier_position_is_overwritten(fairtray: Fairtray, lying: Path) -> None:
    for name in ("fairtray-fault.json", "fairtray-fault-2.json", "fairtray-fault-3.json"):
        result = fairtray("check", "-", "--engine", "both", stdin=POSITION)
        assert f"position saved as {name};" in result.err
    assert len(list(lying.iterdir())) == 3


def test_a_folder_that_cannot_be_written_still_gives_the_position(
    fairtray: Fairtray, lying: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    result = fairtray("check", "-", "--engine", "both", stdin=POSITION)
    assert result.code == 70
    assert '"tray": ["dot", "O9"]' in result.err
    assert "(it could not be saved as fairtray-fault.json: Permission denied)" in result.err
    assert not list(lying.iterdir())


def test_an_audit_keeps_it_too(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def disagree(*_args: object, **_kwargs: object) -> None:
        raise InternalFault("two engines", POSITION)

    monkeypatch.setattr("fairtray.audit.run.run", disagree)
    monkeypatch.chdir(tmp_path)
    result = fairtray("audit", "-n", "10")
    assert result.code == 70
    assert (tmp_path / "fairtray-fault.json").exists()


def test_an_interrupt_that_an_import_has_wrapped_is_one(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def wrapped(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("fairtray.audit.run.run", wrapped)
    monkeypatch.chdir(tmp_path)
    result = fairtray("audit", "-n", "10")
    assert (result.code, result.err) == (130, "interrupted\n")
