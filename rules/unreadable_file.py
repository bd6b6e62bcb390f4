"""A file that mentions CuPy cannot be read or parsed.

## What it does
Reports the reason and the place where reading or parsing stopped. The other files are checked all the same.

## Why is this bad?
A file that is not checked is not known to be right.

## Fix
Mend the file, or leave it out with `exclude`.

## References
Python Language Reference, "Full Grammar specification".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import Unreadable
from cupylint.rule import Diagnosis, Rule


def check(fact: Unreadable) -> Iterator[Diagnosis]:
    """Never asked: such findings are made where the file is read."""
    yield from ()


RULE = Rule(
    check,
    code="CUP900",
    name="unreadable-file",
    severity="error",
    documentation=__doc__,
    needles=(),
)
