"""Small programs with their expected findings in comments, as in ``fixtures/``.

``# expect: CUP101`` marks a line with a certain finding, ``# maybe: CUP101`` one that only ``--maybe`` shows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.options import ModelOptions

_MARK = re.compile(r"#\s*(expect|maybe):\s*([A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)")
HEAD = """\
import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
"""
"""Two streams that are ordered with nothing and two arrays that are ready."""

Places = set[tuple[int, str]]
"""Rows and codes."""


def lint(
    source: str, model: ModelOptions | None = None, *, maybe: bool = False, more: tuple[str, ...] = ()
) -> list[Finding]:
    """The findings of a program with default settings and `more` rules, one for each missing wait."""
    settings = Settings(model=model or ModelOptions(), min_confidence="low" if maybe else "medium", extend_select=more)
    return check_bytes(source.encode(), "program.py", settings)


def every(source: str, model: ModelOptions | None = None, *, maybe: bool = False, more: tuple[str, ...] = ()) -> Places:
    """Row and code of each racy access."""
    model = replace(model or ModelOptions(), every_access=True)
    return {(finding.location.row, finding.code) for finding in lint(source, model, maybe=maybe, more=more)}


def marked(source: str, words: tuple[str, ...] = ("expect",)) -> Places:
    """Row and code of what the comments of `source` announce."""
    return {
        (row, code.strip())
        for row, line in enumerate(source.splitlines(), 1)
        for word, codes in _MARK.findall(line)
        if word in words
        for code in codes.split(",")
    }


def after_head(body: str) -> str:
    """A program: `HEAD`, then `body` without its common indentation."""
    return HEAD + dedent(body).lstrip("\n")


def check_marks(source: str, model: ModelOptions | None = None) -> None:
    """Assert that exactly the marked lines have findings; with ``maybe``, those marked so as well."""
    for words in (("expect",), ("expect", "maybe")):
        found, wanted = every(source, model, maybe="maybe" in words), marked(source, words)
        assert found == wanted, f"{words}: not announced {sorted(found - wanted)}, not found {sorted(wanted - found)}"
