"""Positions from self-play: boards with what was dealt on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairtray.audit.games import self_play
from fairtray.audit.players import DEFAULT_POLICY
from fairtray.rulesets.model import Ruleset

CHUNK = 50_000


def from_self_play(ruleset: Ruleset, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return boards, uint64 (count, W), and trays, int64 (count, 3), in the order played.

    The policies are those of an audit. The dealer draws uniformly, so trays that cannot
    be placed, which take longest to decide, are among them.
    """
    dealer = replace(ruleset.dealer, kind="uniform")
    boards: list[np.ndarray] = []
    trays: list[np.ndarray] = []
    for chunk in range(-(-count // CHUNK)):
        size = min(CHUNK, count - chunk * CHUNK)
        sample = self_play(ruleset, dealer, DEFAULT_POLICY, seed, chunk, size)
        boards.append(sample.boards)
        trays.append(sample.trays)
    return np.concatenate(boards), np.concatenate(trays)
