"""How child processes of this interpreter are started, so that nothing of the current folder is executed in them.

``python -c``, ``python -m`` and the processes of `multiprocessing` look for modules in the current folder first, even
for those of the standard library. What is started here begins with a file of ours instead, `cupylint.start.child`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

START = os.path.join(os.path.dirname(os.path.realpath(__file__)), "start", "child.py")


class NoInterpreter(OSError):
    """This program runs in something that cannot be started as a Python interpreter. The text is one line."""


def executable() -> str:
    """The path of this interpreter.

    Raises:
        NoInterpreter: Python is built into another program, or cupylint does not lie in files.
    """
    if getattr(sys, "frozen", False) or not sys.executable:
        raise NoInterpreter("Python is part of another program")
    if not os.path.isfile(START):
        raise NoInterpreter("cupylint is not installed in a folder")
    return sys.executable


def module(name: str, *arguments: str) -> list[str]:
    """The command that calls `main` of a module of cupylint. It heeds the environment, as the user's programs need it.

    Raises:
        NoInterpreter: no interpreter can be started.
    """
    return [executable(), START, name, *arguments]


def isolated_module(name: str, *arguments: str) -> list[str]:
    """As `module`, for what runs nothing of the user: deaf to PYTHONPATH and all other variables of Python.

    The module must extend its path itself if it needs more than the environment's packages (see `search_path`).

    Raises:
        NoInterpreter: no interpreter can be started.
    """
    return [executable(), "-I", *_flags(), START, name, *arguments]


def code(text: str) -> list[str]:
    """The command that runs a few lines of Python, with the packages of the environment and those of PYTHONPATH.

    Raises:
        NoInterpreter: no interpreter can be started.
    """
    return [executable(), START, "-c", text]


def search_path(path: Sequence[str] | None = None) -> list[str]:
    """`path` (default: that of this process) without the current folder and what depends on it."""
    folders = [folder for folder in (sys.path if path is None else path) if os.path.isabs(folder)]
    try:
        current = os.path.realpath(os.curdir)
    except OSError:  # it is gone: nothing in it can be loaded
        return folders
    return [folder for folder in folders if not _is(folder, current)]


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """`variables` (default: those of this process) for a child that must not see the current folder at all.

    An empty entry of PYTHONPATH, as a colon too many makes it, means the current folder, too.
    """
    variables = dict(os.environ if variables is None else variables)
    if variables.get("PYTHONPATH"):
        variables["PYTHONPATH"] = os.pathsep.join(search_path(variables["PYTHONPATH"].split(os.pathsep)))
    return variables


def _is(folder: str, current: str) -> bool:
    return os.path.normcase(os.path.realpath(folder)) == os.path.normcase(current)


def _flags() -> list[str]:
    """What was said to this interpreter in its environment or on its command line and holds for its children."""
    flags = ["-B"] if sys.dont_write_bytecode else []
    flags += ["-" + "O" * sys.flags.optimize] if sys.flags.optimize else []
    flags += ["-X", "utf8"] if sys.flags.utf8_mode else []
    flags += ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []
    return flags
