"""cupylint: finds stream and synchronisation misuse in CuPy programs and proves it on a GPU."""

from __future__ import annotations

from pathlib import Path

__version__ = "0.1.0"

# `rules`, `fixtures` and `runtime_checks` live beside this package in the repository and inside it
# once installed. This lets an uninstalled checkout run as well.
_root = Path(__file__).resolve().parent.parent
if (_root / "pyproject.toml").is_file() and (_root / "rules" / "__init__.py").is_file():
    __path__.append(str(_root))
