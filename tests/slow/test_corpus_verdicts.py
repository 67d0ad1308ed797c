"""Every verdict of every corpus that ships, by both engines."""

from __future__ import annotations

import pytest

from corpus_making import making
from fairtray.corpus import files


@pytest.mark.parametrize("name", files.corpus_names())
def test_every_verdict_is_confirmed_by_both_engines(name: str) -> None:
    for entry in files.corpus(name):
        assert making.agreed_orders(entry.position) == entry.orders, entry.id
