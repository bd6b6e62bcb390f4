"""cupylint: finds stream and synchronisation misuse in CuPy programs and proves it on a GPU."""

# Nothing may be imported here, not even `__future__`: under `python -m cupylint` the current folder is still first on
# the path, and any file in it could be executed. `__main__` takes it off.
import os as _os  # loaded since the interpreter's start

__version__ = "0.1.0"

__all__ = ["ConfigError", "Finding", "Fix", "Location", "Related", "check", "lint"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cupylint.config import ConfigError
    from cupylint.findings import Finding, Fix, Location, Related
    from cupylint.library import check, lint

_HOMES = {
    "ConfigError": "cupylint.config",
    "Finding": "cupylint.findings",
    "Fix": "cupylint.findings",
    "Location": "cupylint.findings",
    "Related": "cupylint.findings",
    "check": "cupylint.library",
    "lint": "cupylint.library",
    "load_ipython_extension": "cupylint.ipython_magic",
}
"""Where the names are that this package has for others, imported when one of them is asked for."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value: object = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> "list[str]":
    return sorted({*globals(), *__all__})


# `rules`, `fixtures` and `runtime_checks` live beside this package in the repository and inside it
# once installed. This lets an uninstalled checkout run as well.
_root = _os.path.dirname(_os.path.dirname(_os.path.realpath(__file__)))
if _os.path.isfile(_os.path.join(_root, "pyproject.toml")) and _os.path.isfile(
    _os.path.join(_root, "rules", "__init__.py")
):
    __path__.append(_root)
