"""What is run: the words behind ``--`` as a program, and where its project lies."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .options import UsageError, is_python

_HARMLESS = frozenset(("-u", "-B", "-q", "-P"))
"""Options of the interpreter that change nothing of what a run shows."""

_PROCESSES = re.compile(r"(-n|--numprocesses=)(\w+)")
"""How pytest-xdist is told how many processes to start, in one word."""

_ROOT_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


@dataclass(frozen=True, slots=True)
class Command:
    """A Python program with its arguments.

    Attributes:
        path: its file, "" if it is a module.
        module: the dotted name of what ``python -m`` starts, "" if it is a file.
    """

    path: str
    module: str
    arguments: tuple[str, ...]

    @property
    def shown(self) -> str:
        """For a reader: the command without its arguments."""
        return f"python -m {self.module}" if self.module else self.path


def parse(words: Sequence[str]) -> Command:
    """The program that `words` start.

    Raises:
        UsageError: they start none, or one that is not Python.
    """
    first, rest = words[0], list(words[1:])
    if is_python(first):
        _check_interpreter(first)
        return _in_one_process(_of_interpreter(first, rest))
    path = first if os.path.isfile(first) else _script(first)
    return _in_one_process(Command(path, "", tuple(rest)))


def _in_one_process(command: Command) -> Command:
    """The command without processes of pytest-xdist: nothing would be seen of what they run."""
    if (command.module or os.path.basename(command.path)) not in ("pytest", "py.test"):
        return command
    words = list(command.arguments)
    for number, word in enumerate(words):
        if word in ("-n", "--numprocesses") and number + 1 < len(words):
            words[number + 1] = "0"
        elif match := _PROCESSES.fullmatch(word):
            words[number] = f"{match[1]}0"
    return replace(command, arguments=tuple(words))


def _of_interpreter(python: str, words: Sequence[str]) -> Command:
    rest = list(words)
    while rest and rest[0] in _HARMLESS:
        rest.pop(0)
    if not rest:
        raise UsageError(f"-- {python}: name a FILE.py or -m MODULE behind it")
    word = rest.pop(0)
    if word.startswith("-m"):
        module = word[2:] or (rest.pop(0) if rest else "")
        if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", module):
            raise UsageError(f"-- {python} -m: {module!r} is no name of a module")
        return Command("", module, tuple(rest))
    if word.startswith("-"):
        raise UsageError(f"-- {python} {word}: this option is not supported; name a FILE.py or -m MODULE")
    if not os.path.isfile(word):
        raise UsageError(f"{word}: is not a file; name a Python program behind {python}")
    return Command(word, "", tuple(rest))


def _check_interpreter(word: str) -> None:
    """The program runs in the interpreter that runs cupylint; a path must not name another one."""
    if os.path.basename(word) == word:
        return
    here = os.path.dirname(os.path.abspath(sys.executable))
    there = os.path.dirname(os.path.abspath(word))
    if os.path.normcase(here) != os.path.normcase(there):
        raise UsageError(f"{word}: is another Python than cupylint's; run {word} -m cupylint --verify instead")


def _script(word: str) -> str:
    """The file of a command such as ``pytest`` that an installed package has put on the path."""
    if os.path.basename(word) != word:
        raise UsageError(f"{word}: is not a file; name one Python program")
    found = shutil.which(word)
    if found is None:
        raise UsageError(f"{word}: is neither a file nor a command; write python -m MODULE or FILE.py")
    with open(found, "rb") as file:
        line = file.readline(1 << 10)
    if not (line.startswith(b"#!") and b"python" in line):
        raise UsageError(f"{word}: is no Python program; write python -m MODULE or FILE.py")
    return found


def project_of(command: Command) -> str:
    """The folder of the command's project, relative to the current one where it is that or lies below."""
    start = os.getcwd()
    if command.path and "site-packages" not in command.path and os.path.dirname(command.path) not in _path():
        start = os.path.dirname(os.path.abspath(command.path))
    folder, parent = start, os.path.dirname(start)
    while not any(os.path.lexists(os.path.join(folder, mark)) for mark in _ROOT_MARKS):
        if parent == folder:
            folder = start
            break
        folder, parent = parent, os.path.dirname(parent)
    return short(folder)


def short(path: str) -> str:
    """A path as the user would write it: relative where it lies below the current folder."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return path if relative.startswith(os.pardir) else relative


def _path() -> list[str]:
    return os.environ.get("PATH", "").split(os.pathsep)
