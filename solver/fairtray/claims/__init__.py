"""What a game can promise about its dealer: one file a claim.

A claim is an object that knows its id, its promise in words, its parameters, what it needs
of a ruleset, and how it is judged. To add one, write a file beside these and put it in
:mod:`fairtray.claims.registry`; nothing else in the code names a claim.

Claims are formulas over plain data that is handed to them. They know no ruleset, engine or
dealer, so that rulesets can name them.
"""

from fairtray.claims.claim import AnswerClaim, Claim, DealClaim, DrawClaim, InputClaim
from fairtray.claims.registry import (
    answer_claims,
    claim_ids,
    claim_named,
    deal_claims,
    draw_claims,
    ordered,
    select,
)

__all__ = [
    "AnswerClaim",
    "Claim",
    "DealClaim",
    "DrawClaim",
    "InputClaim",
    "answer_claims",
    "claim_ids",
    "claim_named",
    "deal_claims",
    "draw_claims",
    "ordered",
    "select",
]
