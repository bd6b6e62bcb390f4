"""cupylint: finds stream and synchronisation misuse in CuPy programs and proves it on a GPU."""

# Nothing may be imported here, not even `__future__`: under `python -m cupylint` the current folder is still first on
# the path, and any file in it could be executed. `__main__` takes it off.
import os as _os  # loaded since the interpreter's start

__version__ = "0.1.0"

# `rules`, `fixtures` and `runtime_checks` live beside this package in the repository and inside it
# once installed. This lets an uninstalled checkout run as well.
_root = _os.path.dirname(_os.path.dirname(_os.path.realpath(__file__)))
if _os.path.isfile(_os.path.join(_root, "pyproject.toml")) and _os.path.isfile(
    _os.path.join(_root, "rules", "__init__.py")
):
    __path__.append(_root)
