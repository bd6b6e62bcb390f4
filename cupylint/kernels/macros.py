"""Uses of macros that the grammar takes for errors, written so that it does not; no offset changes."""

from __future__ import annotations

import re

_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\s\\(][^\n\\(]*)$", re.MULTILINE)
_WORD = re.compile(r"\b\w+(?=\s+[\w:])")
_SPECIFIERS = frozenset(
    """__device__ __host__ __forceinline__ __noinline__ __inline__ inline static constexpr const __restrict__
    restrict unsigned extern""".split()  # noqa: SIM905
)
_STATEMENT = re.compile(
    r"^[ \t]*([A-Za-z_]\w*)[ \t]*\((?:[^()\n;{}]|\([^()\n]*\))*\)[ \t]*(?P<end>\n)(?=\s*(?:\}|[A-Za-z_]))", re.MULTILINE
)
_KEYWORDS = frozenset("if while for switch catch __launch_bounds__ __align__ __attribute__ __declspec__".split())  # noqa: SIM905


def expanded(code: str) -> str:
    """`code` with macros for words such as ``__device__`` left out, and those for a whole statement ended.

    A macro counts as a statement if its use fills a line; a semicolon takes the place of the line's end.
    """
    known: dict[str, int] = {}
    for match in _DEFINED.finditer(code):
        value = match[2].partition("//")[0].split()
        if value and _SPECIFIERS.issuperset(value):
            known.setdefault(match[1], match.end())

    def without(match: re.Match[str]) -> str:
        word = match.group()
        return " " * len(word) if match.start() >= known.get(word, len(code)) else word

    return _STATEMENT.sub(_ended, _WORD.sub(without, code) if known else code)


def _ended(match: re.Match[str]) -> str:
    if match[1] in _KEYWORDS:
        return match.group()
    return match.group()[: match.start("end") - match.start()] + ";"
