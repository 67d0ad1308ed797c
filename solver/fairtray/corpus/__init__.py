"""Hard boards: the corpora that ship, one for each built-in ruleset with lines."""

from fairtray.corpus.entry import KINDS, Entry
from fairtray.corpus.files import boards, corpus, shipped, suits

__all__ = ["KINDS", "Entry", "boards", "corpus", "shipped", "suits"]
