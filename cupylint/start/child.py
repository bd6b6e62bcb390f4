"""The first file of a child process. Started by path (see `cupylint.child_python`):

    python child.py MODULE [ARGUMENT ...]    calls `main` of a module of cupylint with the arguments
    python child.py -c CODE                  runs CODE

Python puts the folder of a file that is started by path first on the module search path, in all versions and on all
systems: this one, in which nothing else lies. It is taken off at once. So nothing of the current folder can stand for
a module, and cupylint itself is loaded from where it lies, whatever else of that name the path has.

What the user named with PYTHONPATH is on the path of CODE and once a module's `main` runs, so that CuPy is found there;
not while the module is imported.
"""

import os
import sys

_HERE = os.path.dirname(os.path.realpath(__file__))
_PACKAGE = os.path.dirname(_HERE)


def _same(one: str, other: str) -> bool:
    return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))


def _named_by_user() -> list[str]:
    named = "" if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "")
    return [os.path.abspath(folder) for folder in named.split(os.pathsep)] if named else []


def _load_cupylint() -> None:
    from importlib.util import module_from_spec, spec_from_file_location

    file = os.path.join(_PACKAGE, "__init__.py")
    spec = spec_from_file_location("cupylint", file, submodule_search_locations=[_PACKAGE])
    assert spec is not None and spec.loader is not None
    package = sys.modules["cupylint"] = module_from_spec(spec)
    spec.loader.exec_module(package)


def _main(what: str, arguments: list[str]) -> None:
    sys.path[:] = [folder for folder in sys.path if not _same(folder, _HERE)]
    if what == "-c":
        exec(compile(arguments[0], "<cupylint>", "exec"), {"__name__": "__main__"})
        return
    path, named = list(sys.path), _named_by_user()
    sys.path[:] = [folder for folder in path if folder not in named]
    _load_cupylint()
    from importlib import import_module

    module = import_module(what)
    sys.path[:] = path
    module.main(*arguments)


if __name__ == "__main__":
    _main(sys.argv[1], sys.argv[2:])
