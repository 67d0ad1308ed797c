"""The powers of the par's evaluation: whole-number roots, so that no math library decides."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairtray.engines.search.promise import power


@pytest.mark.parametrize("quarters", [3, 4, 7, 8])
@pytest.mark.parametrize("whole", [1, 3, 8, 10, 34])
def test_a_power_is_rounded_down_to_52_bits(whole: int, quarters: int) -> None:
    step = Fraction(1, 1 << 52)
    for part in range(whole + 1):
        found = Fraction(power(part, whole, quarters))
        true = Fraction(part, whole) ** quarters
        assert found**4 <= true < (found + step) ** 4


def test_exact_powers_come_out_exactly() -> None:
    assert power(1, 16, 3) == 0.125
    assert power(0, 8, 3) == 0.0
    assert power(8, 8, 7) == 1.0
