"""The command, as its console script starts it."""

from __future__ import annotations

import sys

sys.path.pop(0)  # this folder: an installed script has its own there
from cupylint.cli import main

if __name__ == "__main__":
    sys.exit(main())
