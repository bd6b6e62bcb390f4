"""What is told of real code when one of its waits is taken out: how many hazards would have been seen.

    python -m tests.benchmarks.removed_waits TREE...                    every wait of a stream for an event
    python -m tests.benchmarks.removed_waits --also-host TREE...        waits of the host as well
    python -m tests.benchmarks.removed_waits --silent TREE...           and those of which nothing is told, one by one

Each statement that only waits is replaced by ``pass``, one at a time, and the file is linted again with the settings
that are the defaults. It counts as told if there is a finding that was not there before. Not every wait is needed, so
the share that is told is below what is found of true hazards; it is good for comparing two versions, and the silent
ones are worth reading. Nothing is run. Prints a table in Markdown; the exit status is 0.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.workspace import Workspace

OF_STREAMS = frozenset(("streamWaitEvent", "wait_event", "wait_stream"))
OF_THE_HOST = frozenset(("deviceSynchronize", "eventSynchronize", "streamSynchronize", "synchronize"))
_CUPY = re.compile(rb"(?m)^[^#\n]*?(?<![A-Za-z])cupy")
_Place = tuple[str, int, int, str]


@dataclass
class Row:
    """What came of the waits of one tree; `silent` are places of those of which nothing is told."""

    tree: str
    files: int = 0
    waits: int = 0
    told: int = 0
    silent: list[str] = field(default_factory=list)


def waits(tree: ast.AST, names: frozenset[str]) -> Iterator[ast.Expr]:
    """The statements that are nothing but a call of a function or method of one of some names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in names:
                yield node


def without(data: bytes, statement: ast.Expr) -> bytes:
    """The text with ``pass`` in the place of a statement; all other rows stay where they are."""
    rows = data.split(b"\n")
    assert statement.end_lineno is not None
    first, last = statement.lineno - 1, statement.end_lineno - 1
    rows[first] = rows[first][: statement.col_offset] + b"pass" + rows[last][statement.end_col_offset :]
    rows[first + 1 : last + 1] = [b""] * (last - first)
    return b"\n".join(rows)


def tried(root: Path, names: frozenset[str]) -> Row:
    """All waits of a tree, each taken out once."""
    row, workspace = Row(root.name), Workspace()
    for path in sorted(each for each in root.rglob("*.py") if each.is_file()):
        data = path.read_bytes()
        if not _CUPY.search(data):
            continue
        try:
            found = list(waits(ast.parse(data), names))
        except (SyntaxError, ValueError, RecursionError):
            continue
        if not found:
            continue
        row.files += 1
        before = {_place(one) for one in check_bytes(data, str(path), Settings(), workspace)}
        for statement in found:
            after = check_bytes(without(data, statement), str(path), Settings(), workspace)
            row.waits += 1
            if any(_place(one) not in before for one in after):
                row.told += 1
            else:
                row.silent.append(f"{path}:{statement.lineno}: {ast.unparse(statement)}")
    return row


def _place(finding: Finding) -> _Place:
    return finding.code, finding.location.row, finding.location.column, finding.filename


def main(arguments: list[str]) -> int:
    """Print the table, and with ``--silent`` the places."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--also-host", action="store_true", help="waits of the host as well")
    parser.add_argument("--silent", action="store_true", help="list those of which nothing is told")
    given = parser.parse_args(arguments)
    names = OF_STREAMS | OF_THE_HOST if given.also_host else OF_STREAMS
    print("| tree | files | waits | told |\n| --- | ---: | ---: | ---: |")
    rows = []
    for root in given.trees:
        rows.append(row := tried(root, names))
        print(f"| {row.tree} | {row.files} | {row.waits} | {row.told} |", flush=True)
    print(f"| **together** | {sum(row.files for row in rows)} | {sum(row.waits for row in rows)} |", end="")
    print(f" {sum(row.told for row in rows)} |")
    for row in rows if given.silent else ():
        print(*row.silent, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
