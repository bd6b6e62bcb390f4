"""``python -m cupylint`` is the command ``cupylint``."""

from __future__ import annotations

import sys

from cupylint.cli import main

if __name__ == "__main__":
    sys.exit(main())
