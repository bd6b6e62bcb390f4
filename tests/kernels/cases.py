"""Kernels with their verdicts, and what is needed to compare them.

``//! CUP305`` marks a line with a certain finding, ``//? CUP305`` one with an uncertain one. In Python
code the marks are ``#!`` and ``#?``.
"""

from __future__ import annotations

import re

from cupylint.facts import (
    BlocksWait,
    EndlessSpin,
    GlobalMemoryRace,
    KernelFact,
    ReservedName,
    SharedMemoryRace,
    SkippedBarrier,
    StaleFlag,
    UnparsedKernel,
)
from cupylint.kernels.analyse import kernel_facts

CODES: dict[type, str] = {
    StaleFlag: "CUP304",
    SkippedBarrier: "CUP305",
    BlocksWait: "CUP307",
    EndlessSpin: "CUP311",
    ReservedName: "CUP312",
    SharedMemoryRace: "CUP317",
    GlobalMemoryRace: "CUP318",
    UnparsedKernel: "CUP902",
}
OPT_IN = ("CUP311",)
_MARK = re.compile(r"(?://|#)(?P<sure>[!?]) (?P<codes>CUP\d+(?:, CUP\d+)*)")

Verdicts = set[tuple[int, str, bool]]
"""Row, code, and whether it is certain."""


def program(code: str, options: str = "") -> str:
    """A Python program that makes a kernel from CUDA code."""
    name = re.search(r"__global__\s+void\s+(?:__launch_bounds__\(\d+\)\s*)?(\w+)", code)
    assert name is not None
    return f"import cupy as cp\n\nkernel = cp.RawKernel(r'''{code}''', '{name.group(1)}'{options})\n"


def verdicts(text: str, codes: tuple[str, ...] = ()) -> Verdicts:
    """What is found in a Python program; opt-in rules only if named in `codes`."""
    found = set()
    for fact in kernel_facts(text):
        code = CODES[type(fact)]
        if code in OPT_IN and code not in codes:
            continue
        if isinstance(fact, BlocksWait) and fact.cooperative is not False:
            continue
        found.add((fact.location.row, code, getattr(fact, "certain", True)))
    return found


def marked(text: str) -> Verdicts:
    """What the marks of a program announce."""
    return {
        (row, code, match["sure"] == "!")
        for row, line in enumerate(text.split("\n"), 1)
        for match in _MARK.finditer(line)
        for code in match["codes"].split(", ")
    }


def only(facts: list[KernelFact], kind: type) -> list[KernelFact]:
    """The facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]
