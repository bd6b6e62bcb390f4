"""Results on a terminal: a live progress line, a table that fits the width, one line of summary."""

from __future__ import annotations

import os
import textwrap
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TextIO

from cupylint import escape
from cupylint.findings import Finding

from .results import Ran, Result, Verdict

PLAIN_WIDTH = 110
"""Columns of output that does not go to a terminal."""

_STACKED_BELOW = 88
_SGR = {"good": "32", "bad": "1;31", "odd": "1;33", "dim": "2", "head": "1"}
_PLAIN = {"…": "...", "→": "->", "←": "<-", "×": "x", "·": ".", "–": "-", "—": "-", "’": "'", "µ": "u", "✓": "+"}
_SKIPPED = (Verdict.NOT_SUPPORTED,)
_PROVEN_WRONG = (Verdict.CONFIRMED, Verdict.HANGS, Verdict.OUT_OF_MEMORY)


@dataclass(frozen=True, slots=True)
class Row:
    """A result beside what the linter said without running anything.

    ``static`` is "reported", "clean", "later" (no rule looks for it yet) or "-" (not asked); ``finding`` what it
    reported of a user's program.
    """

    result: Result
    static: str = "-"
    finding: Finding | None = None

    @property
    def state(self) -> str:
        """Whether the expectation was "met", "missed", or the case was "skipped" on this backend."""
        if self.result.as_expected:
            silent = self.static == "clean" and self.result.expected == Verdict.CONFIRMED.value
            return "missed" if silent else "met"
        return "skipped" if self.result.verdict in _SKIPPED else "missed"


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where text goes: width in columns, colour, and whether non-ASCII characters arrive."""

    width: int = PLAIN_WIDTH
    color: bool = False
    unicode: bool = True

    def paint(self, text: str, style: str) -> str:
        """`text` in the colour of `style`; as it is where colour is off."""
        return f"\x1b[{_SGR[style]}m{text}\x1b[0m" if self.color and style and text else text

    def plain(self, text: str) -> str:
        """`text` without characters that the terminal cannot show or that would move its cursor."""
        if not self.unicode:
            text = "".join(_PLAIN.get(char, char) for char in text).encode("ascii", "backslashreplace").decode("ascii")
        return escape.line(" ".join(text.split()))


def terminal(stream: TextIO) -> Terminal:
    """What `stream` can show. Heeds NO_COLOR, FORCE_COLOR, TERM=dumb and COLUMNS."""
    tty = stream.isatty()
    width = PLAIN_WIDTH
    if tty:
        columns = os.environ.get("COLUMNS", "")
        try:
            given = int(columns) if columns.isdecimal() else 0
            width = given or os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError):
            width = 80
    # Consoles of Windows understand colours only after a call that this module does not make.
    color = tty and os.environ.get("TERM") != "dumb" and os.name != "nt"
    if os.environ.get("FORCE_COLOR"):
        color = True
    if os.environ.get("NO_COLOR"):
        color = False
    try:
        "─│✓·µ".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return Terminal(width, color, unicode=False)
    return Terminal(width, color)


def columns(text: str) -> int:
    """How many terminal columns `text` takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    text: Callable[[Row], str]
    style: Callable[[Row], str] = lambda row: ""
    right: bool = False


def _place(row: Row) -> str:
    return f"{row.result.code}:{row.result.row}" if row.result.row else row.result.code


def _verdict(row: Row) -> str:
    result = row.result
    text = result.verdict.value
    if result.verdict is Verdict.CONFIRMED:
        text += " (harm)" if result.harm else ""
    if row.state != "missed":
        return text
    return f"{text}, not {result.expected}" if not result.as_expected else f"{text}, not reported"


def _style(row: Row) -> str:
    if row.state == "missed":
        return "bad"
    return "odd" if row.state == "skipped" else "good"


def milliseconds(value: float) -> str:
    """A duration for a narrow column."""
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


_COLUMNS = (
    _Column("case", lambda row: row.result.case),
    _Column("code:line", _place),
    _Column("streams", lambda row: " → ".join(row.result.streams)),
    _Column("static", lambda row: row.static),
    _Column("observed", _verdict, _style),
    _Column("ms", lambda row: milliseconds(row.result.milliseconds), right=True),
)
_GAP = "  "
_BESIDE = 36  # columns that the evidence needs beside the others


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns and their widths; `room` for the evidence beside them."""

    chosen: Sequence[_Column]
    widths: Sequence[int]
    room: int

    @property
    def beside(self) -> bool:
        """Whether the evidence stands in a column of its own; otherwise it goes below its row."""
        return self.room >= _BESIDE


def layout(rows: Sequence[Row], out: Terminal) -> Layout | None:
    """What fits `rows` into the width of `out`; None: one block of lines a row."""
    if out.width < _STACKED_BELOW:
        return None
    chosen: Sequence[_Column] = _COLUMNS
    if not any(row.result.streams for row in rows):
        chosen = _without_streams()
    widths = _widths(rows, chosen, out)
    if sum(widths) + len(_GAP) * len(widths) > out.width:
        chosen = _without_streams()
        widths = _widths(rows, chosen, out)
    used = sum(widths) + len(_GAP) * len(widths)
    return Layout(chosen, widths, out.width - used) if used <= out.width else None


def heading(shape: Layout | None, out: Terminal) -> str:
    """The titles of the columns, and a rule below."""
    if shape is None:
        return ""
    titles = [_aligned(one.title, width, one.right) for one, width in zip(shape.chosen, shape.widths, strict=True)]
    text = _GAP.join([*titles, "evidence"] if shape.beside else titles).rstrip()
    rule = out.paint(("─" if out.unicode else "-") * out.width, "dim")
    return f"{out.paint(_cut(text, out.width), 'head')}\n{rule}\n"


def lines(rows: Sequence[Row], shape: Layout | None, out: Terminal) -> str:
    """`rows`, without a heading. Ends with a newline."""
    if shape is None:
        return "".join(_stacked(row, out) for row in rows)
    found = []
    for row in rows:
        shown = [
            out.paint(_aligned(out.plain(column.text(row)), width, column.right), column.style(row))
            for column, width in zip(shape.chosen, shape.widths, strict=True)
        ]
        if shape.beside:
            first, *more = _evidence(row, shape.room, out)
            found += [_GAP.join([*shown, first]).rstrip(), *(" " * (out.width - shape.room) + line for line in more)]
        else:
            found += [_GAP.join(shown).rstrip(), *_below(row, "    ", out.width - 4, out)]
    return "".join(f"{line}\n" for line in found)


def table(rows: Sequence[Row], out: Terminal) -> str:
    """All `rows` as a table; on a narrow terminal one block of lines a row. Ends with a newline."""
    if not rows:
        return ""
    shape = layout(rows, out)
    return heading(shape, out) + lines(rows, shape, out)


def _without_streams() -> Sequence[_Column]:
    return tuple(column for column in _COLUMNS if column.title != "streams")


def _widths(rows: Sequence[Row], chosen: Sequence[_Column], out: Terminal) -> list[int]:
    return [max([columns(one.title), *(columns(out.plain(one.text(row))) for row in rows)]) for one in chosen]


def _evidence(row: Row, room: int, out: Terminal) -> list[str]:
    harm = f"; {row.result.harm}" if row.result.harm else ""
    return textwrap.wrap(out.plain(row.result.evidence + harm), max(room, 12)) or [""]


def _below(row: Row, indent: str, room: int, out: Terminal) -> list[str]:
    return [out.paint(indent + line, "dim") for line in _evidence(row, room, out) if line]


def _stacked(row: Row, out: Terminal) -> str:
    result = row.result
    mark = {"met": "✓" if out.unicode else "+", "missed": "x", "skipped": "-"}[row.state]
    room = max(out.width - 2, 16)
    title = textwrap.wrap(out.plain(f"{result.case}  {_place(row)}"), room)
    facts = f"{_verdict(row)} (static: {row.static}) {milliseconds(result.milliseconds)} ms"
    lines = [out.paint(mark, _style(row)) + " " + title[0], *("  " + line for line in title[1:])]
    lines += ["  " + out.paint(line, _style(row)) for line in textwrap.wrap(out.plain(facts), room)]
    if result.streams:
        lines += ["  " + line for line in textwrap.wrap(out.plain(" → ".join(result.streams)), room)]
    lines += _below(row, "  ", room, out)
    return "\n".join(lines) + "\n"


def _aligned(text: str, width: int, right: bool) -> str:
    fill = " " * (width - columns(text))
    return fill + text if right else text + fill


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width, 0)]


# --- the summary ----------------------------------------------------------------------------------


def summary(rows: Sequence[Row], seconds: float, out: Terminal, fixtures: bool) -> str:
    """One line: how many expectations were met, or how many findings were confirmed. Ends with a newline."""
    verdicts = Counter(row.result.verdict for row in rows)
    counts = ", ".join(f"{count} {verdict.value}" for verdict, count in verdicts.most_common())
    states = Counter(row.state for row in rows)
    if not rows:
        return out.paint("Nothing to verify.", "odd") + f" ({seconds:.1f} s)\n"
    if fixtures:
        skipped = f", {states['skipped']} not supported by this backend" if states["skipped"] else ""
        head = f"{states['met']} of {len(rows)} as expected{skipped}"
        style = "bad" if states["missed"] else "good"
    else:
        wrong = sum(verdicts[verdict] for verdict in _PROVEN_WRONG)
        head = f"{wrong} of {len(rows)} {'finding' if len(rows) == 1 else 'findings'} confirmed"
        style = "bad" if wrong else "good"
    return f"{out.paint(head, style)}: {out.plain(counts)} ({seconds:.1f} s)\n"


def succeeded(rows: Sequence[Row]) -> bool:
    """Whether no expectation of a bundled program was missed."""
    return bool(rows) and all(row.state != "missed" for row in rows)


def status(rows: Sequence[Row], ran: Ran) -> int:
    """The exit status for a user's program: 1 something was proven, 2 something stays open, 0 all is in order."""
    verdicts = {row.result.verdict for row in rows}
    if not verdicts.isdisjoint(_PROVEN_WRONG):
        return 1
    return 0 if verdicts <= {Verdict.ORDERED, Verdict.ENDS} and not ran.error else 2


# --- progress -------------------------------------------------------------------------------------


class Progress:
    """A line at the bottom of a terminal that says what runs; silent where `stream` is no terminal.

    Args:
        stream: where to write, or None to stay silent.
        total: how many cases there will be, 0 if unknown.
    """

    def __init__(self, stream: TextIO | None, total: int = 0) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._out = terminal(stream) if self._stream is not None and stream is not None else Terminal()
        self._total = total
        self._start = time.monotonic()
        self._shown = False

    def show(self, done: int, name: str) -> None:
        """Say that `done` cases are over and `name` runs now."""
        if self._stream is None:
            return
        count = f"{done + 1}/{self._total}" if self._total else f"{done + 1}"
        bar = ""
        if self._total and self._out.width >= 60:
            full, empty = ("━", "─") if self._out.unicode else ("#", ".")
            filled = 20 * done // self._total
            bar = full * filled + empty * (20 - filled) + " "
        text = self._out.plain(f"{bar}{count} {name}  {time.monotonic() - self._start:.0f} s")
        # One column short of the edge, so that no terminal wraps; the rest of the old line is erased.
        print("\r" + _cut(text, self._out.width - 1) + "\x1b[K", end="", file=self._stream, flush=True)
        self._shown = True

    def close(self) -> None:
        """Erase the line."""
        if self._stream is not None and self._shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._shown = False
