"""Comments that silence findings.

- ``# noqa`` and ``# noqa: CUP101,CUP2`` on the reported line: everything, or codes and prefixes of codes.
- ``# cupylint: ignore[unordered-read] reason`` on the reported line, or in the comment lines right above
  it: rule names or codes.
- Inside a text of several lines, such as the source of a kernel: the same behind the end of the text, or on the
  reported line as a comment of C, ``// noqa: CUP305``.
- ``# cupylint: ignore-file[...]`` on a line of its own that is not indented: for the whole file.

Without brackets ``ignore`` and ``ignore-file`` mean every rule. Only an ``ignore-file`` silences the finding
that the file cannot be read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cupylint.registry import UNREADABLE

if TYPE_CHECKING:
    from cupylint.findings import Finding
    from cupylint.rule import Rule

Scope = tuple[str, ...]
"""Codes, prefixes of codes and rule names, all in lower case; ``all`` is everything."""

_ALL: Scope = ("all",)

_HINT = re.compile(r"(?:#|//).*(?:noqa|cupylint\s*:)", re.IGNORECASE)
_IN_TEXT = re.compile(r"//[\s#]*((?:noqa\b|cupylint\s*:).*)", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa\b(?P<colon>\s*:\s*)?", re.IGNORECASE)
_NOQA_CODE = re.compile(r"(?P<code>[A-Z]+[0-9]+|CUP)\b[,\s]*", re.IGNORECASE)
_OWN = re.compile(
    r"#\s*cupylint\s*:\s*ignore(?P<file>-file)?(?![\w-])\s*(?:\[(?P<list>[^\]]*)\])?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment that silences something, in row `row`."""

    text: str
    alone: bool
    """Nothing but white space stands before it."""
    top: bool
    """It starts in the first column."""


def apply(findings: Sequence[Finding], source_text: str, rules: Sequence[Rule] = ()) -> list[Finding]:
    """The findings of one file that no comment in its text silences, in their order.

    Args:
        rules: the rules that ran. Findings carry their own code and name, so that nothing is
            looked up here; a judge of unused comments needs them.
    """
    if not findings or not _HINT.search(source_text):
        return list(findings)
    lines = _lines(source_text)
    comments, texts = _comments(lines)
    whole_file = [
        scope for comment in comments.values() if comment.top and comment.alone for scope in _own(comment.text, True)
    ]
    for first, last in texts:
        for row in range(first, last):
            inside = _IN_TEXT.search(lines[row - 1])
            if row not in comments and (inside or last in comments):
                words = [f"# {inside[1]}"] if inside else []
                words += [comments[last].text] if last in comments else []
                comments[row] = _Comment("  ".join(words), alone=False, top=False)
    return [finding for finding in findings if not _silenced(finding, comments, whole_file)]


def _silenced(finding: Finding, comments: dict[int, _Comment], whole_file: list[Scope]) -> bool:
    if any(_covers(scope, finding) for scope in whole_file):
        return True
    if finding.code == UNREADABLE:
        return False
    row = finding.location.row
    scopes: list[Scope] = []
    if row in comments:
        scopes += _noqa(comments[row].text) + _own(comments[row].text, False)
    row -= 1
    while row in comments and comments[row].alone:
        scopes += _own(comments[row].text, False)
        row -= 1
    return any(_covers(scope, finding) for scope in scopes)


def _covers(scope: Scope, finding: Finding) -> bool:
    code = finding.code.lower()
    return any(word in ("all", finding.name) or code.startswith(word) for word in scope)


def _noqa(comment: str) -> list[Scope]:
    """The scopes of the ``noqa`` in `comment`; as in flake8 one without a code means everything."""
    match = _NOQA.search(comment)
    if match is None:
        return []
    codes: list[str] = []
    position = match.end()
    while match["colon"] and (code := _NOQA_CODE.match(comment, position)):
        codes.append(code["code"].lower())
        position = code.end()
    return [tuple(codes) or _ALL]


def _own(comment: str, for_file: bool) -> list[Scope]:
    """The scopes of each ``cupylint: ignore`` (or ``ignore-file``) in `comment`."""
    scopes: list[Scope] = []
    for match in _OWN.finditer(comment):
        if bool(match["file"]) != for_file:
            continue
        if match["list"] is None:
            scopes.append(_ALL)
            continue
        words = (word.strip().lower() for word in match["list"].split(","))
        scopes.append(tuple(word for word in words if word))
    return scopes


# --- comments -------------------------------------------------------------------------------------


def _lines(text: str) -> list[str]:
    """The lines of `text` as Python counts them, with their ends (form feeds end no line)."""
    return io.StringIO(text.removeprefix("\ufeff"), newline=None).readlines()


def _comments(lines: list[str]) -> tuple[dict[int, _Comment], list[tuple[int, int]]]:
    """All comments by row, and the first and last rows of texts of several lines.

    Where the file is not Python, what looks like a comment is taken for one.
    """
    import tokenize

    found: dict[int, _Comment] = {}
    texts: list[tuple[int, int]] = []
    opened: list[int] = []  # rows where f-strings begin, which are one token before Python 3.12 only
    last = 0
    try:
        for token in tokenize.generate_tokens(iter([*lines, ""]).__next__):
            last = token.end[0]
            if token.type == tokenize.COMMENT:
                row, column = token.start
                before = lines[row - 1][:column]
                found[row] = _Comment(token.string, alone=not before.strip(), top=column == 0)
                continue
            name = tokenize.tok_name[token.type]
            if name.endswith("STRING_START"):
                opened.append(token.start[0])
            elif name == "STRING" or name.endswith("STRING_END"):
                first = opened.pop() if name != "STRING" and opened else token.start[0]
                if first < last:
                    texts.append((first, last))
    except (tokenize.TokenError, SyntaxError, ValueError):
        for row, line in enumerate(lines[last:], last + 1):
            if "#" in line and row not in found:
                column = line.index("#")
                found[row] = _Comment(line[column:].rstrip("\n"), alone=not line[:column].strip(), top=column == 0)
    return found, texts
