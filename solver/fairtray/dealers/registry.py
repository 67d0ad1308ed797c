"""Dealers by name."""

from __future__ import annotations

from collections.abc import Callable

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray.dealers.base import Dealer
from fairtray.dealers.builtin import AnyFit, Independent, Retry, SequentialFit
from fairtray.rulesets.model import DEALER_KINDS, DealerKind, DealerSpec, Ruleset

_DEFAULT_TRIES = 20

_DEALERS: dict[DealerKind, Callable[[Ruleset, DealerSpec], Dealer]] = {
    "uniform": Independent,
    "weighted": Independent,
    "retry": Retry,
    "sequential-fit": SequentialFit,
    "any-fit": AnyFit,
}


def names() -> tuple[DealerKind, ...]:
    """Return the names of the built-in dealers."""
    return tuple(kind for kind in DEALER_KINDS if kind in _DEALERS)


def spec_for(ruleset: Ruleset, name: str | None = None) -> DealerSpec:
    """Return the dealer to use: the named one, or the ruleset's own.

    Raises:
        InputError: an unknown name; a ruleset without a dealer of its own, or see
            :func:`require_catalogue`.
    """
    require_catalogue(ruleset)
    kind = next((k for k in names() if k == name), None)
    if name is not None and kind is None:
        raise InputError(Fault("", f"no dealer is called {echo(name)}", nearest(name, names())))
    if kind is None and ruleset.dealer.kind == "unknown":
        raise InputError(
            Fault(
                "",
                f"how {ruleset.name} deals is not known",
                f"name a dealer with --dealer: {', '.join(names())}",
            )
        )
    own = ruleset.dealer
    if kind is None or kind == own.kind:
        spec = own
    else:
        spec = DealerSpec(kind, _DEFAULT_TRIES if kind == "retry" else 1)
    return spec


def require_catalogue(ruleset: Ruleset) -> None:
    """Check that a ruleset has something to deal, whoever deals.

    Raises:
        InputError: a ruleset without a catalogue; a limit of large shapes that no tray can
            keep.
    """
    if not ruleset.catalogue:
        raise InputError(
            Fault("", f"ruleset {ruleset.name} has no catalogue to deal from", "add [catalogue]")
        )
    limit = ruleset.max_large
    dealt = [entry for entry in ruleset.catalogue if entry.weight]
    if limit is not None and limit < ruleset.tray_size and all(e.large for e in dealt):
        raise InputError(
            Fault(
                "triple.max_large",
                f"at most {limit} large shapes, but every shape is large",
                "add a small shape or raise max_large",
            )
        )


def build(ruleset: Ruleset, spec: DealerSpec) -> Dealer:
    """Return the plain dealer of a spec, as :func:`spec_for` gives it."""
    return _DEALERS[spec.kind](ruleset, spec)
