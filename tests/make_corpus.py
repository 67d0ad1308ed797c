"""Makes the corpora of hard boards in ``fixtures/boards`` again, the same boards each time.

    python tests/make_corpus.py                     all built-in rulesets
    python tests/make_corpus.py bloky-8x8           some of them
    python tests/make_corpus.py --check             make them and compare with the files

It takes some minutes a ruleset. Another version of OR-Tools may choose other boards, for of
many that are equally good one is as good as another; verdicts do not depend on it.
"""

from __future__ import annotations

import argparse
import collections
import sys
from pathlib import Path

from corpus_making import making
from fairtray import rulesets
from fairtray.core.files import write_text
from fairtray.corpus import files

FOLDER = Path(__file__).parents[1] / "fixtures" / "boards"


def main() -> int:
    """Make corpora; with --check return 1 where one differs from its file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulesets", nargs="*", default=rulesets.builtin_names())
    parser.add_argument("--each", type=int, default=making.DEFAULT_EACH, help="boards of a kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    given = parser.parse_args()
    differing = 0
    for name in given.rulesets:
        entries = list(making.make(rulesets.get(name), given.each, given.seed))
        text = "".join(f"{files.line(entry)}\n" for entry in entries)
        path = FOLDER / f"{name}.jsonl"
        kinds = dict(collections.Counter(entry.kind for entry in entries))
        verdict = ""
        if given.check:
            same = path.is_file() and path.read_text(encoding="utf-8") == text
            verdict = ": as in the file" if same else ": differs from the file"
            differing += not same
        else:
            write_text(path, text)
        sys.stdout.write(f"{name}: {len(entries)} boards {kinds}{verdict}\n")
        sys.stdout.flush()
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
