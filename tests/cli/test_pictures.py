"""Pictures of trays being placed: on the terminal and as files, against golden ones."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

import cases
import pictures_cases
from commandline import Fairtray
from fairtray.families.block import steps
from fairtray.pictures.model import CELL

STUCK = pictures_cases.CASES["crossed"][1]
SCALE = 2


def colour(fill: str) -> tuple[int, ...]:
    return tuple(int(fill[i : i + 2], 16) for i in (1, 3, 5))


@pytest.mark.parametrize("name", pictures_cases.CASES)
def test_golden_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    printed = pictures_cases.draw(name, tmp_path / "drawn.svg")
    golden = pictures_cases.GOLDEN
    assert printed == (golden / f"{name}.txt").read_text(encoding="utf-8")
    drawn = (tmp_path / "drawn.svg").read_text(encoding="utf-8")
    assert drawn == (golden / f"{name}.svg").read_text(encoding="utf-8")


def test_the_readme_shows_what_is_drawn(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "solve.svg"
    position = cases.FIXTURES / "examples" / "mid-game.json"
    assert fairtray("solve", str(position), "--image", str(file)).code == 0
    shown = cases.ROOT / "docs" / "solve.svg"
    assert file.read_text(encoding="utf-8") == shown.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", pictures_cases.CASES)
def test_colour_adds_to_the_characters_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command, position = pictures_cases.CASES[name]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = pictures_cases.commandline.run(command, position).out
    assert "\x1b[" in shown
    plain = (pictures_cases.GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert click.unstyle(shown) == plain


def test_png_has_every_panel(fairtray: Fairtray, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "steps.png"
    assert fairtray("solve", STUCK, "--image", str(file)).code == 0
    with image.open(file) as picture:
        pixels = picture.convert("RGB")
        panel = steps.LEFT + 8 * CELL + steps.GAP
        assert pixels.width == SCALE * (3 * panel + steps.GAP)

        def at(number: int, row: int, col: int, dx: int = 6) -> tuple[int, ...]:
            x = steps.GAP // 2 + number * panel + steps.LEFT + col * CELL + dx
            return tuple(pixels.getpixel((SCALE * x, SCALE * (steps.TOP + row * CELL + 12))))

        assert at(0, 0, 0) == colour(steps.NEW)
        assert at(0, 0, 0, dx=0) == colour(steps.FRAME)
        assert at(1, 4, 1) == colour(steps.FILLED)
        assert at(2, 0, 0) == colour(steps.WANTED)
        assert at(2, 1, 2, dx=12) == colour(steps.CROSS)


def test_gif_shows_one_step_after_the_other(fairtray: Fairtray, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "steps.gif"
    assert fairtray("solve", STUCK, "--json", "--image", str(file)).code == 0
    with image.open(file) as picture:
        assert (picture.n_frames, picture.info["loop"]) == (3, 0)
        seen = []
        for i in range(3):
            picture.seek(i)
            x = SCALE * (steps.GAP // 2 + steps.LEFT + 6)
            seen.append(picture.convert("RGB").getpixel((x, SCALE * (steps.TOP + 12))))
    for found, fill in zip(seen, (steps.NEW, "#eceff1", steps.WANTED), strict=True):
        assert all(abs(a - b) < 12 for a, b in zip(found, colour(fill), strict=True))


def test_replay_draws_its_moves(fairtray: Fairtray, tmp_path: Path) -> None:
    game = {
        "board": ["#######.", *["........"] * 7],
        "tray": ["dot"],
        "moves": [{"shape": "dot", "row": 0, "col": 7}],
    }
    file = tmp_path / "game.svg"
    assert fairtray("replay", "-", "--image", str(file), stdin=game).code == 0
    drawn = file.read_text(encoding="utf-8")
    assert "1. dot at row 1, column 8" in drawn
    assert "at the end" in drawn


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x.bmp", "name a file that ends in .svg, .png or .gif"),
        ("nowhere/x.svg", "cannot be written"),
    ],
)
def test_files_that_cannot_be_written(
    fairtray: Fairtray, tmp_path: Path, name: str, message: str
) -> None:
    assert message in fairtray("solve", STUCK, "--image", str(tmp_path / name)).complaint


@pytest.mark.parametrize("ending", ["png", "gif"])
def test_without_pillow(
    fairtray: Fairtray, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    complaint = fairtray("check", STUCK, "--image", str(tmp_path / f"x.{ending}")).complaint
    assert f"{ending.upper()} needs Pillow; pip install 'fairtray[images]'" in complaint


def test_one_position_only(fairtray: Fairtray) -> None:
    complaint = fairtray("solve", "-", "--lines", "--image", "x.svg", stdin=STUCK).complaint
    assert "--image draws one position" in complaint


def test_a_game_that_is_too_long_to_draw(fairtray: Fairtray) -> None:
    moves = [{"shape": "dot", "row": i // 8 % 8, "col": i % 8} for i in range(101)]
    game = {"board": ["........"] * 8, "moves": moves}
    complaint = fairtray("replay", "-", "--image", "x.svg", stdin=game).complaint
    assert "a picture holds 100 steps at most" in complaint
