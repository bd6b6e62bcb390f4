"""Files that hide modules of the standard library: each writes down that it was executed, then acts as the real one."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

STDLIB = Path(sysconfig.get_paths()["stdlib"])

NAMED = ["multiprocessing", "pickle", "selectors", "signal", "socket", "struct", "subprocess", "threading", "weakref"]
"""What a process that starts processes imports."""

EVERY = sorted(
    name
    for name in sys.stdlib_module_names
    if (STDLIB / f"{name}.py").is_file() and name not in ("antigravity", "this")
)
"""All modules of the standard library that are one file of Python."""

LIBRARIES = ["cupy", "json", "libcst", "numpy", "pathspec", "queue", "tomllib", "tree_sitter", "yaml"]
"""What cupylint and the programs that it runs import; some of them are packages."""

_SHADOW = """\
with open({executed!r}, "a", encoding="utf-8") as _file:
    _file.write({name!r} + "\\n")
import sys as _sys
_hidden = [_sys.path.pop(_at) for _at in reversed(range(len(_sys.path))) if _sys.path[_at] in ("", {folder!r})]
del _sys.modules[__name__]
try:
    _real = __import__(__name__)
finally:
    _sys.path[0:0] = _hidden
_sys.modules[__name__] = _real
"""


def write(folder: Path, names: list[str], executed: Path) -> None:
    """Write a file for each of `names` into `folder`. Each adds its name to the file `executed` when it is executed."""
    for name in names:
        text = _SHADOW.format(executed=str(executed), name=name, folder=str(folder))
        (folder / f"{name}.py").write_text(text, encoding="utf-8")


def read(executed: Path) -> set[str]:
    """The names of the files that were executed."""
    return set(executed.read_text(encoding="utf-8").split()) if executed.exists() else set()
