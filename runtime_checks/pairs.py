"""Pairs of bundled programs that are judged by whether they end: ``verdict:`` in the docstring of the bad one."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from cupylint.runtime_checks.results import Result, Step, Verdict

WHOLE_RUN = (Verdict.HANGS.value, Verdict.OUT_OF_MEMORY.value)
"""The verdicts that a whole run gives, not two accesses."""

_EXPECT = re.compile(r"#\s*expect:\s*([A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)")
_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}


@dataclass(frozen=True, slots=True)
class Pair:
    """A program with a mistake, its corrected twin, and what is expected of the first.

    Attributes:
        memory: bytes that the device is to have, 0 for all.
        row: the marked line of the bad program, 0 without a mark.
    """

    bad: Path
    good: Path
    code: str
    expected: str
    row: int = 0
    memory: int = 0

    def result(
        self, bad: bool, verdict: Verdict, evidence: str, milliseconds: float, steps: tuple[Step, ...] = ()
    ) -> Result:
        """The result for one of the two programs."""
        path = self.bad if bad else self.good
        return Result(
            case=f"{path.parent.name}/{path.stem}",
            code=self.code,
            filename=str(path),
            row=self.row if bad else 0,
            column=0,
            expected=self.expected if bad else Verdict.ENDS.value,
            verdict=verdict,
            evidence=evidence,
            milliseconds=milliseconds,
            backend="cuda",
            steps=steps,
        )


def pair(bad: Path) -> Pair | None:
    """The pair of the program `bad`; None unless its docstring expects a verdict on the whole run.

    Raises:
        ValueError: the twin is missing or an option cannot be read.
    """
    text = bad.read_text(encoding="utf-8")
    told = fields(text)
    if not bad.name.startswith("bad_") or told.get("verdict") not in WHOLE_RUN:
        return None
    good = bad.with_name("good_" + bad.name.removeprefix("bad_"))
    if not good.is_file():
        raise ValueError(f"{bad}: there is no {good.name} beside it")
    row, code = 0, bad.parent.name
    for number, line in enumerate(text.splitlines(), 1):
        if found := _EXPECT.search(line):
            row, code = number, found[1].split(",")[0].strip()
            break
    limit = re.search(r"device-memory=(\S+)", told.get("options", ""))
    return Pair(bad, good, code, told["verdict"], row, size(limit[1]) if limit else 0)


def fields(text: str) -> dict[str, str]:
    """The ``name: value`` lines of a program's docstring."""
    try:
        doc = ast.get_docstring(ast.parse(text)) or ""
    except SyntaxError:
        return {}
    lines = [line.partition(":") for line in doc.splitlines()[1:]]
    return {name.strip(): value.strip() for name, colon, value in lines if colon and " " not in name.strip()}


def size(text: str) -> int:
    """Bytes in "256MiB" or "8GB".

    Raises:
        ValueError: the text is no size.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", text.strip())
    if not found or found[2].upper() not in _UNITS:
        raise ValueError(f"{text!r} is no size: write a number and a unit, like 256MiB")
    return int(float(found[1]) * _UNITS[found[2].upper()])
