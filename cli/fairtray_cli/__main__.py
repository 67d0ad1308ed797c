"""``python -m fairtray_cli`` is the same as ``fairtray``."""

from fairtray_cli.main import run

if __name__ == "__main__":
    run()
