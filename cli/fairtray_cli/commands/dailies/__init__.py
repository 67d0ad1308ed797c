"""The commands of ``fairtray daily``."""
