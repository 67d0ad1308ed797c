"""Formulas in ruleset files: whole-number arithmetic in ``n``, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fairtray.core.errors import Fault, RulesetError, echo

_LIMIT = 10**9
_ALLOWED = "whole numbers, n, + - * // and parentheses"


def compiled(text: str) -> Callable[[int], int]:
    """Return the formula as a function of ``n``.

    ``*`` before ``//`` keeps halves exact: ``10*n*(n+1)//2``.

    Raises:
        RulesetError: anything but whole numbers, ``n``, ``+ - * //`` and parentheses.
    """
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise RulesetError(Fault("", f"{echo(text)} is not a formula", f"use {_ALLOWED}")) from None
    _check(tree, text)
    return lambda n: _value(tree, n)


def _check(node: ast.expr, text: str) -> None:
    if isinstance(node, ast.BinOp) and isinstance(
        node.op, (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)
    ):
        _check(node.left, text)
        _check(node.right, text)
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        _check(node.operand, text)
        return
    if isinstance(node, ast.Name) and node.id == "n":
        return
    if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= _LIMIT:
        return
    part = ast.get_source_segment(text, node) or text
    raise RulesetError(Fault("", f"{echo(part)} is not allowed in a formula", f"use {_ALLOWED}"))


def _value(node: ast.expr, n: int) -> int:
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left, n), _value(node.right, n)
        if isinstance(node.op, ast.FloorDiv):
            if right == 0:
                raise RulesetError(Fault("", f"the formula divides by zero at n = {n}", "fix it"))
            return left // right
        if isinstance(node.op, ast.Add):
            return left + right
        return left - right if isinstance(node.op, ast.Sub) else left * right
    if isinstance(node, ast.UnaryOp):
        value = _value(node.operand, n)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    return n
