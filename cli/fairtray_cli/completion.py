"""What a shell can complete, by click's own means; nothing here imports anything heavy.

A test holds the names against those that the library knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import click

from fairtray.claims import claim_ids
from fairtray.rulesets.model import DEALER_KINDS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]

BLOKUS = ("blokus", "duo")

MODES = ("free", "classic", "challenge", "daily", "zen", "timed", "hardcore")

PLAYERS = ("survival", "score", "beam12", "greedy", "random", "tidy", "crowding", "shuffled")

POLICIES = ("random", "greedy", "crowding", "tidy", "shuffled", "mixed", "corpus")


def _item(value: str, **more: str) -> CompletionItem:
    # Here, as every other run of a command does without it.
    from click.shell_completion import CompletionItem

    return CompletionItem(value, **more)


def items(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return those of some names that begin so."""
    return [_item(name) for name in names if name.startswith(incomplete)]


def described(lines: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    """Return those of some names that begin so, each with its line."""
    return [_item(name, help=line) for name, line in lines.items() if name.startswith(incomplete)]


def path(incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell to complete a path."""
    return [_item(incomplete, type="file")]


def rulesets(
    _ctx: click.Context | None, _param: click.Parameter | None, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a ruleset, or else the path of its file."""
    from fairtray.rulesets import builtin_names

    return items(builtin_names(), incomplete) or path(incomplete)


def every_ruleset(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the same where the games of Blokus, which deal nothing, are among them."""
    from fairtray.rulesets import builtin_names

    return items((*BLOKUS, *builtin_names()), incomplete) or path(incomplete)


def files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a path, by the shell's own means."""
    return path(incomplete)


def commands(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a command."""
    root = ctx.find_root()
    names = root.command.list_commands(root) if isinstance(root.command, click.Group) else []
    return items(names, incomplete)


def _names(*names: str) -> _Completer:
    def complete(
        _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return items(names, incomplete)

    return complete


modes = _names(*MODES)
players = _names(*PLAYERS)
policies = _names(*POLICIES)
claims = _names(*claim_ids())
dealers = _names(*(kind for kind in DEALER_KINDS if kind != "unknown"))
