"""Asking a family of games something, and printing its answer: what most commands do.

A command parses its options, says what it asks, and hands both over to :func:`ask`. Which game an
input is of, and what is known about it, is the family's business (:mod:`fairtray.families`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click

from fairtray import families
from fairtray.families.family import Answer, Family, Source
from fairtray_cli import options, streams
from fairtray_cli.console import coloured, note, out, out_json, warn
from fairtray_cli.failures import Exit
from fairtray_cli.inputs import Input

STDOUT = "-"


@dataclass(frozen=True, slots=True)
class Output:
    """Where an answer goes.

    Attributes:
        as_json: whether it is printed as JSON.
        image: a picture to write; None for none.
        proof: a proof file to write; ``-`` for stdout, in place of the answer; None for none.
        notation: to write the input in, in place of the answer; None for none.
    """

    as_json: bool = False
    image: str | None = None
    proof: str | None = None
    notation: str | None = None

    def refuse_many(self) -> None:
        """Refuse what takes one position only.

        Raises:
            click.UsageError: it is requested.
        """
        if self.proof is not None:
            raise click.UsageError("--proof takes one position, and not a file of many")
        if self.image is not None:
            raise click.UsageError("--image draws one position, and this is a file of many")

    def deliver(self, answer: Answer) -> int:
        """Write an answer to its destination; return the exit status."""
        if self.image is not None:
            from fairtray import pictures

            with options.naming("--image"):
                pictures.write(self.image, answer.drawing())
        warn(answer.warnings)
        for remark in answer.notes:
            note(remark)
        proof = None if answer.interrupted else self.proof
        if proof is not None:
            _write(json.dumps(answer.proof(), indent=2), proof)
        if proof != STDOUT:
            self.print(answer)
        if answer.interrupted:
            return Exit.INTERRUPTED
        if not answer.complete:
            return Exit.INCONCLUSIVE
        return Exit.YES if answer.yes else Exit.NO

    def print(self, answer: Answer) -> None:
        """Print an answer alone."""
        if self.notation is not None:
            out(answer.written(self.notation))
            return
        if self.as_json:
            out_json(answer.document())
            return
        from fairtray_cli.render import lines

        out(lines.joined(answer.lines(lines.width()), colour=coloured()))


def ask(
    where: Input,
    spec: str | None,
    question: streams.Question,
    output: Output,
    *,
    many: bool = False,
) -> int:
    """Ask about one input, or about each line of a file of many; return the exit status.

    Args:
        where: the input.
        spec: ``--ruleset``.
        question: what is asked.
        output: where the answer goes.
        many: ``--lines``.

    Raises:
        InputError: faults of the input.
        click.UsageError: an option that does not go with it.
    """
    rules = options.rules_for(where.name, spec)

    def asked(family: Family, source: Source) -> Answer:
        families.refuse_foreign(family, _given())
        return question(family, source)

    with options.spelled():
        if where.many(many):
            output.refuse_many()
            return streams.answer_lines(where.name, spec, rules, asked)
        text = where.read()
        with options.naming(where.name):
            family = families.of_input(where.name, text, spec)
            answer = asked(family, Source(text, where.name, rules))
            return output.deliver(answer)


def _given() -> dict[str, object]:
    """Return the options of the running command that are on its command line."""
    values = click.get_current_context().params
    return {name: value for name, value in values.items() if options.on_command_line(name)}


def typed() -> frozenset[str]:
    """Return the names of the options that are on the command line."""
    return frozenset(_given())


def _write(text: str, path: str) -> None:
    if path == STDOUT:
        out(text)
        return
    from fairtray.core.files import write_text

    write_text(Path(path), f"{text}\n")
