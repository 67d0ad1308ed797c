"""Questions about positions, answered by the kernels: placeable, best order."""
