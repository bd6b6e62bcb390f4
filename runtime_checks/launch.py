"""How a program is started as ``__main__`` inside this process: a file, or a module as ``python -m`` does."""

from __future__ import annotations

import os
import runpy
import types
from collections.abc import Mapping, Sequence

from cupylint.reading import read_regular

ENDED = "it ended with status"
"""How `ended` begins."""


def folder_of(path: str, module: str) -> str:
    """What is first on the module search path: the program's folder, or for a module the current one."""
    return os.getcwd() if module else os.path.dirname(os.path.abspath(path))


def arguments(path: str, module: str, argv: Sequence[str]) -> list[str]:
    """``sys.argv``. Of a module the first one becomes its file once that is found."""
    return ["-m" if module else path, *argv]


def start(path: str, module: str, texts: Mapping[str, str], main: types.ModuleType) -> None:
    """Run the program to its end with `main` as ``__main__``; afterwards `main` has the names that it left.

    Args:
        path: the file, if it is one.
        module: the dotted name, "" for a file.
        texts: texts that are not those on disk, by real path; `hook.installed` sees to those of modules.

    Raises:
        Exception: whatever the program raises, `ImportError` for a module that is not there.
    """
    if module:
        main.__dict__.update(runpy.run_module(module, run_name="__main__", alter_sys=True))
        return
    text = texts.get(os.path.realpath(path))
    source = read_regular(path) if text is None else text
    exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)


def ended(end: SystemExit) -> str:
    """How a program ended that asked for its end, "" if it ended well."""
    if end.code in (None, 0):
        return ""
    if isinstance(end.code, int):
        return f"{ENDED} {int(end.code)}"
    return f"{ENDED} 1: {' '.join(str(end.code).split())[:200]}"


def is_library(file: str) -> bool:
    """Whether a file belongs to Python or to what is installed, not to the program.

    So do the sources of extensions, which tracebacks name as they were called where the extension was compiled.
    """
    if file.endswith(_COMPILED) or file == "stringsource":
        return True
    return "site-packages" in file or "dist-packages" in file or file.startswith((*_LIBRARIES, "<frozen"))


_COMPILED = (".pyx", ".pxd", ".pxi")


def _libraries() -> tuple[str, ...]:
    import sysconfig

    paths = sysconfig.get_paths()
    own = os.path.dirname(os.path.abspath(__file__))
    return (
        *{os.path.join(paths[key], "") for key in ("stdlib", "platstdlib", "purelib", "platlib")},
        os.path.join(own, ""),
    )


_LIBRARIES = _libraries()
