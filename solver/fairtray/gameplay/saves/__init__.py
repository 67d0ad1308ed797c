"""The store of a player's games: saves, results and best scores, in one SQLite database."""

from fairtray.gameplay.saves.model import Key, Result, Saved, Standing
from fairtray.gameplay.saves.opening import FILE, StoreDamaged, StoreRefused, StoreUnavailable
from fairtray.gameplay.saves.store import GameDamaged, Store

__all__ = [
    "FILE",
    "GameDamaged",
    "Key",
    "Result",
    "Saved",
    "Standing",
    "Store",
    "StoreDamaged",
    "StoreRefused",
    "StoreUnavailable",
]
