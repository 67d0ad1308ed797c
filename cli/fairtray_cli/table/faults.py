"""Keeping a fault of our own from Textual, so that it is reported as of every command."""

from __future__ import annotations

from textual.app import App
from textual.worker import WorkerFailed


class Faults(App[None]):
    """An app that keeps the first fault that ended it.

    Attributes:
        fault: the fault; None for none.
    """

    fault: BaseException | None = None

    def _handle_exception(self, error: Exception) -> None:
        """Keep the fault for the command, which reports it in its own way."""
        if self.fault is None:
            # What happened beside the table comes wrapped.
            self.fault = error.error if isinstance(error, WorkerFailed) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave without Textual's traceback; the command says what to do."""
        self._close_messages_no_wait()
