"""What `--fix` and `--unsafe-fixes` do to whole source trees, on copies of their Python files.

    python tests/benchmarks/fixes.py TREE [TREE ...] [--keep FOLDER]

For each tree: findings, fixes that are offered, that were applied and that did not hold beside others; what is left.
Checked, and told in the last column if it is not so: a second run changes nothing, and finds what the first one
said is left, of no code more in a file than before; only rows that a fix names differ, byte for byte; what Python
compiled before, it compiles after.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CUPYLINT = [sys.executable, "-P", "-m", "cupylint", "--isolated", "--no-cache", "--exit-zero", "--jobs=1"]
_FIXED = re.compile(r"\bfixed (\d+) findings? in (\d+) files? \((.*)\)$", re.MULTILINE)
_REFUSED = re.compile(r"\b(\d+) fix(?:es)? did not hold", re.MULTILINE)


@dataclass(slots=True)
class Row:
    """The figures of one tree, with safe fixes alone or with all."""

    tree: str
    mode: str
    findings: int = 0
    safe: int = 0
    unsafe: int = 0
    applied: int = 0
    files: int = 0
    refused: int = 0
    left: int = 0
    codes: str = ""
    wrong: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The row of the table."""
        cells = (
            self.tree, self.mode, self.findings, self.safe, self.unsafe, self.applied, self.files, self.refused,
            self.left, self.codes, "; ".join(self.wrong) or "no",
        )  # fmt: skip
        return f"| {' | '.join(map(str, cells))} |"


def run(folder: Path, *options: str) -> tuple[list[dict[str, Any]], str]:
    """The findings that cupylint tells of a folder, and what else it says."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*CUPYLINT, "--output-format=json", *options, "."], cwd=folder, env=environment, capture_output=True, text=True
    )
    if not done.stdout:
        raise SystemExit(f"cupylint failed on {folder}:\n{done.stderr}")
    return json.loads(done.stdout), done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    """The Python files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.py"))}


def copied(tree: Path, folder: Path) -> None:
    """Put the Python files of a tree into a folder that is not there yet."""
    for path in tree.rglob("*.py"):
        if path.is_file() and not path.is_symlink():
            copy = folder / path.relative_to(tree)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def try_fixes(folder: Path, name: str, mode: str, found: Sequence[Mapping[str, Any]]) -> Row:
    """Fix the files of a folder in which some findings were `found`, and look at what came out."""
    options = ["--fix", *(["--unsafe-fixes"] if mode == "all" else [])]
    row, before = Row(name, mode), contents(folder)
    left, said = run(folder, *options)
    after = contents(folder)
    row.findings, row.left = len(found), len(left)
    offered = Counter(one["fix"]["applicability"] for one in found if one["fix"])
    row.safe, row.unsafe = offered["safe"], offered["unsafe"]
    if told := _FIXED.search(said):
        row.applied, row.files, row.codes = int(told[1]), int(told[2]), told[3]
    if told := _REFUSED.search(said):
        row.refused = int(told[1])
    row.remarks = [line for line in said.splitlines() if "not changed" in line]
    again = left if after == before else run(folder, *options)[0]
    if contents(folder) != after:
        row.wrong.append("a second run changes more")
    row.wrong += [*_gained(found, left, again), *_touched(found, before, after), *_broken(before, after)]
    return row


def _gained(
    found: Sequence[Mapping[str, Any]], left: Sequence[Mapping[str, Any]], again: Sequence[Mapping[str, Any]]
) -> list[str]:
    def counted(findings: Sequence[Mapping[str, Any]]) -> Counter[tuple[str, str]]:
        return Counter((one["filename"], one["code"]) for one in findings)

    wrong = [f"{code} gained in {name}" for name, code in counted(again) - counted(found)]
    return wrong if counted(left) == counted(again) else [*wrong, "a second run finds others than the first one left"]


def _touched(found: Sequence[Mapping[str, Any]], before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
    """Files in which rows have changed that no fix named, or that have come or gone."""
    named = {
        (os.path.normpath(edit["filename"]), row)
        for one in found
        for edit in (one["fix"] or {"edits": ()})["edits"]
        for row in range(edit["location"]["row"], edit["end_location"]["row"] + 1)
    }
    wrong = [] if before.keys() == after.keys() else ["files have come or gone"]
    for name in before.keys() & after.keys():
        rows = [data.split(b"\n") for data in (before[name], after[name])]
        changes = difflib.SequenceMatcher(None, *rows, autojunk=False).get_opcodes() if rows[0] != rows[1] else []
        wrong += [
            f"row {row} of {name} changed"
            for kind, first, last, _, _ in changes
            if kind != "equal"
            for row in range(first + 1, last + 1)
            if (name, row) not in named
        ]
    return wrong


def _broken(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
    changed = [name for name in before if after.get(name) not in (None, before[name])]
    return [f"{name} no longer compiles" for name in changed if _compiles(before[name]) and not _compiles(after[name])]


def _compiles(data: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


def main() -> None:
    """Fix copies of the trees that the command line names."""
    parser = argparse.ArgumentParser(description="What --fix does to source trees.")
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the changed copies there")
    arguments = parser.parse_args()
    print("| tree | fixes | findings | safe | unsafe | applied | files | did not hold | left | by rule | wrong |")
    print(f"|---|---|{'---:|' * 7}---|---|")
    failed = False
    for tree in arguments.trees:
        with tempfile.TemporaryDirectory() as made:
            kept = arguments.keep or Path(made)
            copied(tree.resolve(), kept / "safe" / tree.name)
            found, _ = run(kept / "safe" / tree.name)
            copied(tree.resolve(), kept / "all" / tree.name)
            for mode in ("safe", "all"):
                row = try_fixes(kept / mode / tree.name, tree.name, mode, found)
                print(row.line(), *row.remarks, sep="\n", flush=True)
                failed = failed or bool(row.wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
