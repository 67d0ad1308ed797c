"""What a shell completes, as click asks for it: names from where the library keeps them.

Each list is imported when its option is completed, because a shell waits for every other word too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def matching(names: Iterable[str] | Mapping[str, str], start: str) -> list[CompletionItem]:
    """Return the names that begin with ``start``, with their help where a mapping gives it."""
    from click.shell_completion import CompletionItem

    lines = names if isinstance(names, Mapping) else dict.fromkeys(names)
    return [CompletionItem(n, help=line) for n, line in lines.items() if n.startswith(start)]


def path(start: str) -> list[CompletionItem]:
    """Leave it to the shell to complete a path."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(start, type="file")]


def _completer(names: Callable[[], Iterable[str]], *, or_path: bool = False) -> Completer:
    def complete(_ctx: click.Context, _param: click.Parameter, start: str) -> list[CompletionItem]:
        return matching(names(), start) or (path(start) if or_path else [])

    return complete


def _rulesets() -> Iterable[str]:
    from fairtray.rulesets import builtin_names

    return builtin_names()


def _games() -> Iterable[str]:
    from fairtray.families import families

    return [name for family in families() for name in family.ruleset_names()]


def _modes() -> Iterable[str]:
    from fairtray.rulesets import builtin_names, get

    return dict.fromkeys(mode.name for name in builtin_names() for mode in get(name).modes)


def _players() -> Iterable[str]:
    from fairtray.simulation.players import PLAYERS

    return PLAYERS


def _policies() -> Iterable[str]:
    from fairtray.audit.players import POLICIES

    return POLICIES


def _claims() -> Iterable[str]:
    from fairtray.claims import claim_ids

    return claim_ids()


def _dealers() -> Iterable[str]:
    from fairtray.rulesets.model import DEALER_KINDS

    return (kind for kind in DEALER_KINDS if kind != "unknown")


def commands(ctx: click.Context, _param: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete the name of a command."""
    root = ctx.find_root()
    names = root.command.list_commands(root) if isinstance(root.command, click.Group) else []
    return matching(names, start)


def files(_ctx: click.Context, _param: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete a path, by the shell's own means."""
    return path(start)


rulesets = _completer(_rulesets, or_path=True)
"""Completes a ruleset that can be dealt, or the path of one."""

games = _completer(_games, or_path=True)
"""Completes a ruleset of any family, or the path of one."""

modes = _completer(_modes)
players = _completer(_players)
policies = _completer(_policies)
claims = _completer(_claims)
dealers = _completer(_dealers)
