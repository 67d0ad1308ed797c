"""The command line of fairtray."""
