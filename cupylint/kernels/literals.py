"""Python string literals, character by character: what each stands for and where it was written."""

from __future__ import annotations

import re
import unicodedata

from cupylint.kernels.text import KernelText
from cupylint.records import dataclass

_PREFIX = re.compile(r"(?P<prefix>[rRbBuUfFtT]{0,2})(?P<quote>'''|\"\"\"|'|\")")
_BETWEEN = re.compile(r"(?:[ \t\f\r\n]|\\\r?\n|#[^\r\n]*)*")
_SIMPLE = {"\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_ESCAPE = re.compile(
    r"\\(?:(?P<newline>\r\n|\r|\n)|(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|U(?P<long>[0-9a-fA-F]{8})|N\{(?P<name>[^}]*)\}|(?P<simple>[\\'\"abfnrtv]))"
)
_SPECIAL = re.compile(r"[\\\r'\"{}]")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Replacement:
    """A ``{...}`` of an f-string.

    Attributes:
        expression: its source.
        start, end: where it stands in the file, with the braces.
        plain: neither a conversion nor a format follows the expression.
    """

    expression: str
    start: int
    end: int
    plain: bool


class NotALiteral(ValueError):
    """There is no text literal, or one that this module cannot read."""


def pieces(source: str, start: int, end: int) -> list[KernelText | Replacement]:
    """The pieces of the literals (one, or several in a row) that stand in ``source[start:end]``.

    Raises:
        NotALiteral: bytes, or no literal.
    """
    found: list[KernelText | Replacement] = []
    at = start
    while at < end:
        match = _PREFIX.match(source, at)
        if match is None or "b" in match["prefix"].lower():
            raise NotALiteral
        prefix = match["prefix"].lower()
        at = _body(source, match.end(), match["quote"], "r" in prefix, "f" in prefix or "t" in prefix, found)
        between = _BETWEEN.match(source, at)
        assert between is not None
        at = between.end()
    return found


def _body(source: str, at: int, quote: str, raw: bool, formatted: bool, found: list[KernelText | Replacement]) -> int:
    """Read up to the closing quote; returns the offset behind it."""
    start = at
    while special := _SPECIAL.search(source, at):
        at = special.start()
        character = special.group()
        made: KernelText | Replacement | None = None
        after = at + 1
        if character == "\\":
            after, made = _backslash(source, at, raw, formatted)
        elif character == "\r":  # Python reads every line end as "\n"
            after = at + 2 if source.startswith("\r\n", at) else at + 1
            made = KernelText.made("\n", at, after - at)
        elif character in "{}":
            if formatted:
                after, made = _brace(source, at)
        elif source.startswith(quote, at):
            if at > start:
                found.append(KernelText.copied(source[start:at], start))
            return at + len(quote)
        if made is not None:
            if at > start:
                found.append(KernelText.copied(source[start:at], start))
            if isinstance(made, Replacement) or made.text:
                found.append(made)
            start = after
        at = after
    raise NotALiteral


def _backslash(source: str, at: int, raw: bool, formatted: bool) -> tuple[int, KernelText | None]:
    """What follows a backslash: the offset behind, and what it stands for (None: itself)."""
    if raw:
        if source.startswith("\\\r", at) or (formatted and source[at + 1 : at + 2] in ("{", "}")):
            return at + 1, None
        return at + 2, None
    match = _ESCAPE.match(source, at)
    if match is None:
        if formatted and source[at + 1 : at + 2] in ("{", "}"):
            return at + 1, None
        return at + 1, None
    return match.end(), KernelText.made(_meaning(match), at, match.end() - at)


def _meaning(match: re.Match[str]) -> str:
    if match["newline"] is not None:
        return ""
    if match["simple"] is not None:
        return _SIMPLE[match["simple"]]
    if match["octal"] is not None:
        return chr(int(match["octal"], 8))
    if match["name"] is not None:
        try:
            return unicodedata.lookup(match["name"])
        except KeyError:
            return "?"
    digits = match["x"] or match["u"] or match["long"]
    return chr(min(int(digits, 16), 0x10FFFF))


def _brace(source: str, at: int) -> tuple[int, KernelText | Replacement]:
    """A brace of an f-string: a doubled one, or a replacement."""
    if source[at : at + 2] in ("{{", "}}"):
        return at + 2, KernelText.made(source[at], at, 2)
    if source[at] == "}":
        return at + 1, KernelText.copied("}", at)  # ends nothing: Python would not have read this
    end, plain = _expression(source, at + 1)
    text = source[at + 1 : end]
    close = end if plain else _closing_brace(source, end)
    if plain and text.rstrip().endswith("="):
        plain = False
    return close + 1, Replacement(text.strip(), at, close + 1, plain)


def _expression(source: str, at: int) -> tuple[int, bool]:
    """Where the expression of a replacement ends, and whether its closing brace stands there."""
    awaited: list[str] = []
    while at < len(source):
        character = source[at]
        if character in "'\"":
            at = _skip_string(source, at)
            continue
        if character in _CLOSING:
            awaited.append(_CLOSING[character])
        elif awaited:
            if character == awaited[-1]:
                awaited.pop()
        elif character == "}":
            return at, True
        elif character == ":" or (character == "!" and source[at + 1 : at + 2] != "="):
            return at, False
        at += 1
    raise NotALiteral


def _skip_string(source: str, at: int) -> int:
    quote = source[at] * 3 if source.startswith(source[at] * 3, at) else source[at]
    at += len(quote)
    while at < len(source):
        if source[at] == "\\":
            at += 2
        elif source.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    raise NotALiteral


def _closing_brace(source: str, at: int) -> int:
    """The brace that ends a replacement whose format starts at `at`; formats can nest replacements."""
    depth = 0
    while at < len(source):
        if source[at] == "{":
            depth += 1
        elif source[at] == "}":
            if depth == 0:
                return at
            depth -= 1
        at += 1
    raise NotALiteral
