"""Text on a terminal: how many columns it takes, how it is cut and wrapped, what is safe to print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from cupylint import escape

TAB = 4

# Plain spellings of characters that messages may use, for terminals without Unicode.
_PLAIN = {"…": "...", "→": "->", "←": "<-", "×": "x", "·": ".", "–": "-", "—": "-", "’": "'", "µ": "u", "█": "#"}

_LINE_ENDS = re.compile(r"[\r\n]+")

Cell = tuple[str, int]
"""What one character shows as, and how many columns that takes."""


def _cell(char: str, unicode: bool) -> Cell:
    if " " <= char <= "~":
        return char, 1
    if not unicode and char in _PLAIN:
        return _PLAIN[char], len(_PLAIN[char])
    category = unicodedata.category(char)
    if escape.is_harmful(char) or not unicode:
        shown = escape.visible(char)
        return shown, len(shown)
    if category in ("Mn", "Me") or "\u1160" <= char <= "\u11ff":
        return char, 0
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cells(text: str, unicode: bool = True) -> list[Cell]:
    """Return one cell per character of ``text``; tabs reach to the next multiple of `TAB` columns."""
    return list(_cells(text, unicode))


def _cells(text: str, unicode: bool) -> Iterator[Cell]:
    """The cells of ``text``, made only as far as they are asked for: texts may be as long as files."""
    column = 0
    for char in text:
        wide = TAB - column % TAB
        cell = (" " * wide, wide) if char == "\t" else _cell(char, unicode)
        yield cell
        column += cell[1]


def shown(text: str, unicode: bool = True) -> str:
    """Return ``text`` as it may be printed on one line."""
    return "".join(cell for cell, _ in cells(_LINE_ENDS.sub(" ", text.rstrip("\r\n")), unicode))


def columns(text: str, unicode: bool = True) -> int:
    """Return how many terminal columns ``text`` takes."""
    return sum(wide for _, wide in cells(text, unicode))


def fits(text: str, room: int, unicode: bool = True) -> bool:
    """Return whether ``text`` takes at most ``room`` columns."""
    used = 0
    for _, wide in _cells(text, unicode):
        used += wide
        if used > room:
            return False
    return True


def head(row: Iterable[Cell], room: int) -> str:
    """Return as much of the start of ``row`` as ``room`` columns hold."""
    out, used = "", 0
    for text, wide in row:
        if used + wide > room:
            break
        out += text
        used += wide
    return out


def excerpt_of(text: str, room: int) -> str:
    """Return as much of the start of a line of source as ``room`` columns hold, its tabs as blanks."""
    return head(_cells(text, True), room)


def shorten(text: str, room: int, ellipsis: str) -> str:
    """Return ``text`` cut to ``room`` columns with ``ellipsis`` at its end; empty when nothing useful fits."""
    if fits(text, room):
        return "".join(cell for cell, _ in _cells(text, True))
    start = head(_cells(text, True), room - len(ellipsis)).rstrip()
    return start + ellipsis if start else ""


def wrap(text: str, room: int, unicode: bool = True) -> list[str]:
    """Break ``text`` at spaces into rows of at most ``room`` columns; longer words are cut.

    Line ends in ``text`` stay, and a row that fits keeps its inner spaces, so a small table survives.
    """
    room = max(room, 8)
    rows: list[str] = []
    for line in text.splitlines() or [""]:
        rest = shown(line.rstrip(), unicode)
        while not fits(rest, room):
            start = head(_cells(rest, True), room)
            # The character after a full row may itself be the space to break at.
            cut = len(start) if rest[len(start)] == " " else start.rfind(" ")
            cut = cut if cut > 0 and start[:cut].strip() else len(start)
            rows.append(rest[:cut].rstrip())
            rest = rest[cut:].lstrip()
        rows.append(rest)
    return rows
