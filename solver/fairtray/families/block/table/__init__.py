"""The table of the block games; :func:`choose` is its front door."""

from fairtray.families.block.table.opening import BlockChoice, choose
from fairtray.families.block.table.sitting import BlockSitting

__all__ = ["BlockChoice", "BlockSitting", "choose"]
