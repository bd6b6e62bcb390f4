"""How long somebody who types waits for the findings: one open file in a warm process, from an edit to its diagnostics.

    python tests/benchmarks/editor_latency.py TREE [TREE ...] [--edits N] [--every N] [--json FILE]

Each file that names CuPy is opened, and edited at random places of its functions: a line more, a line less, a character
in a name. Measured is what `Linter.lint` takes, in seconds of a processor, so that other work on the machine counts
little: until it tells anything, and until all is checked. What the first lint takes, when the file is opened, is told
apart. Without the time on the wire, and without the pause that the server makes until nothing more is typed
(`cupylint.server.talking.PAUSE`). "Same" counts the edits after which what is told first is what is told at the end.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from cupylint import engine, source
from cupylint.config import Resolver
from cupylint.server.documents import Document, Sheet
from cupylint.server.linting import Linter
from cupylint.server.texts import Text

_SOON, _LATE = 0.1, 1.0
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Edit:
    """Seconds of a processor until anything was told after an edit, and until all was checked.

    Attributes:
        is_same: whether what was told first is what was told at the end.
    """

    first: float
    last: float
    is_same: bool
    path: str = ""
    kind: str = ""


@dataclass(slots=True)
class Figures:
    """Seconds of a processor for one tree.

    Attributes:
        opened: what the first lint of each file took.
        edits: what lints after edits took.
    """

    tree: str
    opened: list[float] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)

    def row(self) -> str:
        """A row of the table."""
        first, seconds = (sorted(each) for each in zip(*((one.first, one.last) for one in self.edits), strict=True))
        late, slow = (sum(each > bound for each in seconds) for bound in (_LATE, _SOON))
        shares = [f"{share(first, part) * 1000:.0f}" for part in (0.95, 1)]
        shares += [f"{share(seconds, part) * 1000:.0f}" for part in (0.5, 0.95, 0.99, 1)]
        opened = f"{share(sorted(self.opened), 0.95) * 1000:.0f}"
        same = sum(one.is_same for one in self.edits)
        cells = (self.tree, len(self.opened), len(seconds), same, *shares, slow, late, opened)
        return f"| {' | '.join(map(str, cells))} |"


def share(ordered: list[float], part: float) -> float:
    """The value that this part of the values does not exceed."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def edits(text: str, count: int, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Texts that follow from one another by edits at random places, each with the kind of the edit.

    All can be parsed if the first one can: one error that is quickly found would stand for all that comes behind it.
    """
    for number in range(count):
        kind = ("insert", "rename", "delete")[number % 3]
        tries = (_edited(text, kind, chance) for _ in range(_TRIES))
        text = next((each for each in tries if source.standard_tree(each) is not None), text)
        yield kind, text


def _edited(text: str, kind: str, chance: random.Random) -> str:
    rows = text.splitlines(keepends=True)
    inside = _inside_functions(text) or range(1, len(rows) + 1)
    if not rows:
        return text
    at = chance.choice(inside) - 1
    row = rows[at]
    if kind == "insert":
        rows.insert(at, f"{row[: len(row) - len(row.lstrip())]}total = 1\n")
    elif kind == "delete":
        del rows[at]
    else:
        rows[at] = _renamed(row, chance)
    return "".join(rows)


def _inside_functions(text: str) -> list[int]:
    """The rows of a text that stand in functions."""
    tree = source.standard_tree(text)
    functions = (node for node in ast.walk(tree or ast.Module([], []))
                 if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))  # fmt: skip
    return sorted({row for node in functions for row in range(node.body[0].lineno, (node.end_lineno or 0) + 1)})


def _renamed(row: str, chance: random.Random) -> str:
    """A row with a letter more behind one of its letters."""
    letters = [column for column, sign in enumerate(row) if sign.isalpha()]
    at = chance.choice(letters) + 1 if letters else 0
    return f"{row[:at]}a{row[at:]}" if letters else row


def measure(tree: Path, count: int, every: int) -> Figures:
    """The figures of one tree."""
    linter, figures = Linter(lambda: Resolver(isolated=True)), Figures(tree.name)
    linter.prepare()
    paths = sorted(path for path in tree.rglob("*.py") if path.is_file())
    for number, path in enumerate(path for path in paths if engine.mentions_cupy(path.read_bytes())):
        if number % every:
            continue
        try:
            text = source.decode(path.read_bytes())
        except source.UnreadableSource:
            continue
        figures.opened.append(_lint(linter, path, text, 0).last)
        chance = random.Random(os.path.relpath(path, tree))
        for version, (kind, edited) in enumerate(edits(text, count, chance), 1):
            took = _lint(linter, path, edited, version)
            figures.edits.append(replace(took, path=str(path.relative_to(tree)), kind=kind))
    return figures


def _lint(linter: Linter, path: Path, text: str, version: int) -> Edit:
    document = Document(str(path), {0: Sheet(path.as_uri(), version, Text(text, "utf-16"))})
    seconds, told = [], []
    start = time.process_time()
    for answer in linter.lint({str(path): document}, str(path)):
        seconds.append(time.process_time() - start)
        told.append([(one.code, one.location, one.message) for one in answer.found[str(path)]])
    return Edit(seconds[0], seconds[-1], told[0] == told[-1])


def main() -> None:
    """Measure the trees that the command line names."""
    parser = argparse.ArgumentParser(description="How long findings take after an edit.")
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--edits", type=int, default=6, metavar="N", help="edits of each file (default: 6)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth file (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all seconds there, too")
    arguments = parser.parse_args()
    print("Milliseconds until anything is told (first), and until all is checked.\n")
    print(
        "| tree | files | edits | same | first, p95 | most | all, median | p95 | p99 | most | >0.1 s | >1 s | opening |"
    )
    print(f"|---|{'---:|' * 12}")
    all_figures = []
    for tree in arguments.trees:
        figures = measure(tree.resolve(), arguments.edits, arguments.every)
        print(figures.row(), flush=True)
        all_figures.append(figures)
    total = Figures("all")
    for figures in all_figures:
        total.opened += figures.opened
        total.edits += figures.edits
    print(total.row())
    if arguments.json is not None:
        found = {
            figures.tree: {"opened": figures.opened, "edits": [asdict(one) for one in figures.edits]}
            for figures in all_figures
        }
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
