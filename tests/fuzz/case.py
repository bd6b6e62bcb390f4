"""An input of the fuzzer: a small tree of files and the arguments of one run in it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

CANARY = "canary-ran"
"""The file that code of an input writes if anything runs it."""

TRIPWIRE = f'open("{CANARY}", "w").close()\n'


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: bytes


@dataclass(frozen=True)
class Fifo:
    """A named pipe that nobody writes into."""


Entry = bytes | Link | Fifo


@dataclass(frozen=True)
class Case:
    """What one run gets.

    Attributes:
        entries: contents by path, relative and in bytes, since names need not be Unicode.
        arguments: of the command, which runs in the folder of the entries.
        stdin: what standard input holds.
        command: run it as a process of its own, not by calling `main`.
        note: what it is, for reports: a shape and its size, a file that was mutated.
    """

    entries: dict[bytes, Entry] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    command: bool = False
    note: str = ""

    @property
    def sources(self) -> int:
        """How many files may be linted (and standard input): each has its own bounds."""
        return max(1, sum(isinstance(entry, bytes) for entry in self.entries.values()))

    def with_arguments(self, *arguments: str) -> Case:
        """The same with `arguments` before its own."""
        return replace(self, arguments=(*arguments, *self.arguments))


def single(text: str | bytes, note: str = "", name: str = "program.py") -> Case:
    """A case of one file."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Case({name.encode(): data}, (name,), note=note)


def write(case: Case, folder: str) -> None:
    """Create the entries of a case below `folder`. What this file system refuses is left out."""
    root = os.fsencode(folder)
    for name, entry in case.entries.items():
        path = os.path.join(root, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if isinstance(entry, Link):
                os.symlink(entry.target, path)
            elif isinstance(entry, Fifo):
                os.mkfifo(path)
            else:
                Path(os.fsdecode(path)).write_bytes(entry)
        except (OSError, ValueError, AttributeError):
            continue
