"""``%load_ext cupylint`` and ``%%cupylint``: lints a cell behind those that ran before it, in their order; runs it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from cupylint import notebooks, report
from cupylint.library import check
from cupylint.registry import UNREADABLE

MAGIC = "cupylint"
_SESSION = "session.ipynb"


class Shell(Protocol):
    """What is used of IPython's shell."""

    history_manager: Any

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None:
        """Make a function a magic."""

    def run_cell(self, raw_cell: str, store_history: bool) -> Any:
        """Run a cell as if it had been typed in."""


def load_ipython_extension(shell: Shell) -> None:
    """Register the magic. IPython calls this for ``%load_ext cupylint``."""

    def magic(line: str, cell: str) -> None:
        """Lint a cell behind those that ran before it, show what is found in it, and run it."""
        if line.strip():
            print(f"cupylint: %%{MAGIC} takes no options: {line.strip()}", file=sys.stderr)
        text = told(history(shell, cell))
        if text and sys.stdout is not None:
            sys.stdout.write(text)
        shell.run_cell(cell, store_history=False)

    shell.register_magic_function(magic, "cell", MAGIC)


def history(shell: Shell, cell: str) -> list[str]:
    """What was typed in, `cell` last; the number of a text in the list is that of its prompt."""
    typed = [str(text) for text in shell.history_manager.input_hist_raw]
    return typed if typed and typed[-1].rstrip().endswith(cell.rstrip()) else [*typed, f"\n{cell}"]


def told(typed: Sequence[str]) -> str:
    """The findings in the last of the texts, as in the full format; a "cell 3" is what was typed in at prompt 3.

    That it does not parse is told by IPython, which runs it.
    """
    # The first text stands at prompt 0, which does not exist.
    book = json.dumps({"cells": [{"cell_type": "code", "source": text} for text in typed[1:]]})
    last = len(typed) - 1
    found = [one for one in check(book, filename=_SESSION) if one.location.cell == last and one.code != UNREADABLE]
    cells = notebooks.read(book.encode()).texts
    text = report.render(found, "full", report.Page(lambda name: None, cells=lambda name: cells))
    return f"{text}\n{report.closing(found)}" if text else ""
