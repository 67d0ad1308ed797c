"""A built-in dealer as a session, dealt by its kernel: the same trays as its plain twin."""

from __future__ import annotations

from functools import partial

import numpy as np

from fairtray.core.shapes import Shape
from fairtray.dealers.base import Words
from fairtray.dealers.session import Ask, OwnSession
from fairtray.engines.search.interruptible import interruptible
from fairtray.engines.search.prepare import board_words, tables_of
from fairtray.rulesets.model import DealerSpec, Ruleset


class KernelSession(OwnSession):
    """A built-in dealer as a session.

    As in :class:`fairtray.dealers.session.BuiltinSession` the words of each turn are a
    stream of their own, and the kernel deals the same as the plain twin from the same words.
    Where that one raises because the dealer declines, this one answers with an empty tray:
    to decline is an answer that can be compared.

    Args:
        ruleset: a ruleset with a catalogue.
        spec: the dealer.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        from fairtray.engines import tables
        from fairtray.engines.kernels import deal
        from fairtray.engines.kernels.search import MAX

        super().__init__(spec.kind)
        self._ruleset = ruleset
        self._kernel = deal
        self._compiled = False
        self._tables = tables_of(ruleset, ruleset.shapes)
        self._spec = tables.deal(ruleset, spec)
        self._work = deal.workspace(self._tables)
        self._tray = np.zeros(MAX, dtype=np.int64)

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        """Return the tray for a board; empty where the dealer declines."""
        call = partial(
            self._kernel.deal_at,
            self._tables,
            self._spec,
            self._work,
            board_words(self._ruleset, ask.board),
            Words(self._seed, ask.turn).state,
            self._tray,
        )
        # The first call may compile the kernel, which takes seconds.
        status = call() if self._compiled else interruptible(call)
        self._compiled = True
        if status == self._kernel.DECLINED:
            return ()
        shapes = self._ruleset.shapes
        return tuple(shapes[i] for i in self._tray[: self._ruleset.tray_size].tolist())
