"""Hard boards: the corpora that come with the package, one a built-in ruleset with lines."""

from fairtray.corpus.entry import KINDS, Entry
from fairtray.corpus.files import boards, corpus, corpus_names, has_boards

__all__ = ["KINDS", "Entry", "boards", "corpus", "corpus_names", "has_boards"]
