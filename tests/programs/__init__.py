"""Small programs with their expected findings in comments, as in ``fixtures/``.

``# expect: CUP101`` marks a line with a certain finding, ``# maybe: CUP101`` one that only ``--maybe`` shows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import DEFAULT_CONFIDENCE, Finding, reaches
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
    return {place for place, certain in _each_access(source, model, more) if maybe or certain}


def _each_access(source: str, model: ModelOptions | None, more: tuple[str, ...]) -> set[tuple[tuple[int, str], bool]]:
    """Row and code of each racy access, and whether it is shown without ``--maybe``. No fix is tried."""
    model = replace(model or ModelOptions(), every_access=True)
    settings = Settings(model=model, min_confidence="low", extend_select=more, output_format="concise")
    return {
        ((finding.location.row, finding.code), reaches(finding.confidence, DEFAULT_CONFIDENCE))
        for finding in check_bytes(source.encode(), "program.py", settings)
    }


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
    each = _each_access(source, model, ())
    for words in (("expect",), ("expect", "maybe")):
        found = {place for place, certain in each if certain or "maybe" in words}
        wanted = marked(source, words)
        assert found == wanted, f"{words}: not announced {sorted(found - wanted)}, not found {sorted(wanted - found)}"
