"""Writes ``fixtures/daily/vectors.json``, from the specification and not from the package.

Run it as ``python tests/make_daily_vectors.py``; the file is only to be made again when a
case is added, because a change of what is in it breaks every game that deals by it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "daily"

# bloky-8x8: 37 shapes, the large ones (five cells and more) by their place in the catalogue.
LARGE_AT = (7, 8, 10, 11, 12, 17, 18, 19, 20)
LARGE = [place in LARGE_AT for place in range(37)]
BLOKY: dict[str, Any] = {"weights": [1] * 37, "large": LARGE, "tray_size": 3, "max_large": 1}
PLAIN = b"fairtray/bloky-8x8"
SECRET = bytes(range(32))


def case(what: str, key: bytes, ruleset: str, date: str, attempt: int, deck: Any) -> dict[str, Any]:
    """Return a case: words and pieces worked out as the document says it, step by step."""
    words: list[int] = []
    block = 0
    while len(words) < 4000:
        text = f"fairtray-daily/1|{ruleset}|{date}|{attempt}|{block}"
        digest = hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()
        words += [int(digest[i : i + 8], 16) for i in range(0, 64, 8)]
        block += 1
    total = sum(deck["weights"])
    largest_multiple = (2**32 // total) * total
    table = (
        [i for i, weight in enumerate(deck["weights"]) for _ in range(weight)]
        if (total < 10**6)
        else None
    )
    pieces: list[int] = []
    used = rejected = redrawn = 0
    while len(pieces) < 30:
        word = words[used]
        used += 1
        if word >= largest_multiple:
            rejected += 1
            continue
        rest = word % total
        if table is not None:
            index = table[rest]
        else:
            index = next(
                i for i in range(len(deck["weights"])) if rest < sum(deck["weights"][: i + 1])
            )
        tray = pieces[len(pieces) // deck["tray_size"] * deck["tray_size"] :]
        held = sum(deck["large"][i] for i in tray)
        if deck["max_large"] is not None and deck["large"][index] and held >= deck["max_large"]:
            redrawn += 1
            continue
        pieces.append(index)
    return {
        "what": what,
        "key": key.hex(),
        "commitment": hashlib.sha256(key).hexdigest(),
        "ruleset": ruleset,
        "date": date,
        "attempt": attempt,
        **deck,
        "first_words": words[:8],
        "pieces": pieces,
        "words": used,
        "rejected": rejected,
        "redrawn": redrawn,
    }


def cases() -> list[dict[str, Any]]:
    """Return all cases."""
    half = {
        "weights": [2**30, 2**30, 1],
        "large": [False] * 3,
        "tray_size": 3,
        "max_large": None,
    }
    weighted = {
        "weights": [1, 40, 40, 19],
        "large": [False, True, True, False],
        "tray_size": 5,
        "max_large": 2,
    }
    single = {"weights": [7], "large": [False], "tray_size": 1, "max_large": None}
    return [
        case("the key that everybody knows", PLAIN, "bloky-8x8", "2026-11-29", 0, BLOKY),
        case("the next attempt: other pieces", PLAIN, "bloky-8x8", "2026-11-29", 1, BLOKY),
        case("a leap day", PLAIN, "bloky-8x8", "2024-02-29", 0, BLOKY),
        case("a secret key, late attempt", SECRET, "bloky-8x8", "2026-01-01", 12, BLOKY),
        case("half of the words are rejected", PLAIN, "half", "2026-01-01", 0, half),
        case("a tray of five, two large", b"k" * 16, "weighted", "2000-12-31", 0, weighted),
        case("a name beyond ASCII", PLAIN, "jeu d'été", "9999-12-31", 0, BLOKY),
        case("one shape, a key with zero bytes", bytes(16), "one", "0001-01-01", 0, single),
    ]  # fmt: skip


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(c) for c in cases())
    (FOLDER / "vectors.json").write_text(
        f'{{"format": "fairtray-daily/1", "cases": [\n{lines}\n]}}\n', encoding="utf-8"
    )
