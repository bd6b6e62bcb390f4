"""``python -m cupylint`` is the command ``cupylint``."""

import os
import sys

# Python has put the current folder first on the path. Nothing in it may stand for a module of ours or of the standard
# library, so it goes before anything is imported; the modules of cupylint are found through the package.
_first = sys.path[0] if __name__ == "__main__" and sys.path and not getattr(sys.flags, "safe_path", False) else None
try:
    if _first is not None and os.path.realpath(_first or os.curdir) == os.path.realpath(os.curdir):
        del sys.path[0]
except OSError:  # the current folder is gone: nothing in it can be imported
    pass

from cupylint.cli import command  # noqa: E402

if __name__ == "__main__":
    sys.exit(command())
