"""The folder of a player's games, opening the store in it, and the player's time."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from fairtray_cli.console import note

if TYPE_CHECKING:
    from fairtray.gameplay.saves import Store

VARIABLE = "FAIRTRAY_DATA"
"""The environment variable that names the folder."""


def folder_of(given: str | None) -> Path:
    """Return the folder: the one that is named, or the user's data folder of this system."""
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_data_dir("fairtray", appauthor=False))


def open_to_play(folder: Path) -> Store | None:
    """Return the store; None, with a note, where the folder cannot be written.

    Raises:
        StoreRefused: the store is of a newer version or not ours.
    """
    from fairtray.gameplay.saves import Store, StoreUnavailable

    try:
        store = Store.open(folder)
    except StoreUnavailable as error:
        note(f"{error}; this game is not saved")
        return None
    if store.report:
        note(store.report)
    return store


def now() -> dt.datetime:
    """Return the time, with the player's zone, where days begin at midnight."""
    return dt.datetime.now().astimezone()
