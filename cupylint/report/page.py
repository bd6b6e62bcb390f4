"""What a report is written on: its width, its characters and its colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

from cupylint.records import dataclass

Style = Literal["", "error", "warning", "info", "bold", "gutter", "second", "dim", "edge", "missing", "access", "fix"]

_SGR: dict[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "bold": "1",
    "gutter": "34",
    "second": "1;34",
    "dim": "2",
    "edge": "36",
    "missing": "1;31",
    "access": "1",
    "fix": "32",
}

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a drawing. ``corners`` is indexed by the open sides, north 1, east 2, south 4, west 8."""

    ellipsis: str
    lane: str
    left_out: str
    record: str
    down: str
    up: str
    cross: str
    dash: tuple[str, str]
    """Dashed line in even and in odd columns."""
    dash_vertical: str
    corners: str


UNICODE = Glyphs("…", "─", "┄", "•", "╲", "╱", "╳", ("╌", "╌"), "╎", " │─╰││╭├─╯─┴╮┤┬┼")
ASCII = Glyphs("...", "-", ".", "*", "\\", "/", "X", ("-", " "), "|", " |-'||.+-'-+.+++")


def _no_cells(filename: str) -> Mapping[int, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Run:
    """What is known of a run besides what it found.

    Attributes:
        files: the names of all files that were checked.
        root: the folder, absolute, that relative names start from; "": unknown.
    """

    files: tuple[str, ...] = ()
    root: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Where a report goes, and what is known besides the findings.

    Attributes:
        sources: gives the text of a file by its name, or None.
        width: in terminal columns.
        unicode: False keeps texts for people to ASCII.
        cells: gives the texts of a notebook's cells by their numbers.
        links: a text may be a link (OSC 8), as many terminals show it.
    """

    sources: Callable[[str], str | None]
    color: bool = False
    width: int = 100
    unicode: bool = True
    cells: Callable[[str], Mapping[int, str]] = _no_cells
    run: Run = Run()
    links: bool = False

    @property
    def glyphs(self) -> Glyphs:
        """The drawing characters that the terminal can show."""
        return UNICODE if self.unicode else ASCII

    def paint(self, text: str, style: Style) -> str:
        """Return ``text`` in the colours of ``style``, as it is when colour is off."""
        if not self.color or not style or not text:
            return text
        return f"\x1b[{_SGR[style]}m{text}\x1b[0m"

    def linked(self, text: str, url: str) -> str:
        """Return ``text`` as a link where that can be shown."""
        return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\" if self.links and url else text

    def text(self, filename: str, cell: int = 0) -> str | None:
        """Return the text of a file or, in a notebook, of a cell; None when it cannot be read."""
        return self.cells(filename).get(cell) if cell else self.sources(filename)

    def lines(self, filename: str, cell: int = 0) -> list[str] | None:
        """Return the lines of a file or cell as Python counts them, None when it cannot be read."""
        text = self.text(filename, cell)
        return None if text is None else split_lines(text)


@lru_cache(maxsize=8)  # the findings of one file follow one another
def split_lines(text: str) -> list[str]:
    """Split at the line ends Python knows; unlike `str.splitlines` a form feed ends no line."""
    return _LINE_END.split(text.removeprefix("\ufeff"))
