"""A finding: what is wrong, where, why, how it looks in time, and how to mend it.

Plain immutable data. Rules make findings; reports, fixes and editors read them.
Rows and columns start at 1; ``end_column`` is the column after the last character.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import field, replace
from typing import Literal

from cupylint.records import dataclass

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""From the worst on."""
Confidence = Literal["high", "medium", "low"]
Applicability = Literal["safe", "unsafe"]
"""Whether a fix may be applied unasked: a safe one takes nothing from a program that runs as it is meant to, no time
either; an unsafe one makes it wait somewhere, or somebody has to say that it is what was meant."""
Suppression = Literal["", "comment", "baseline"]
"""What silences a finding; "" for nothing."""
PremiseKind = Literal[
    "size", "called-again", "environment", "called-next",
    "caller-stream", "library-contract", "device-buffer", "residency", "argument", "share",
    "foreign-stream", "overlap", "opaque-call", "device-array", "divergence", "intent", "not-followed", "cell-order",
]  # fmt: skip

CONFIDENCE: dict[PremiseKind, Confidence] = {
    "size": "high",
    "called-again": "high",
    "environment": "high",
    "called-next": "medium",
    "caller-stream": "medium",
    "library-contract": "medium",
    "device-buffer": "medium",
    "argument": "medium",
    "residency": "medium",
    "share": "medium",
    "foreign-stream": "low",
    "overlap": "low",
    "opaque-call": "low",
    "device-array": "low",
    "divergence": "low",
    "intent": "low",
    "not-followed": "low",
    "cell-order": "low",
}
"""How likely each kind of premise holds. What the kinds mean: docs/premises.md."""

CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
"""From the highest to the lowest."""

DEFAULT_CONFIDENCE: Confidence = "medium"
"""Findings of less are shown only to those who ask for them."""


USES_TOLD = 12
"""Places that use what a finding is about, of which no more are told."""


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A range of source text. Rows and columns count from 1, the end column is exclusive.

    ``cell`` is the number of a notebook's cell, in which the rows are then counted; 0: it is no notebook.
    """

    row: int
    column: int
    end_row: int
    end_column: int
    cell: int = 0


@dataclass(frozen=True, slots=True)
class Premise:
    """Something that a finding rests on besides the code that was seen.

    Attributes:
        text: one plain clause that can stand behind "if" ("A.shape[0] is 6").
        size: the number that was taken for sizes that the code does not tell; None: it is about something else.
        names: what the source calls these sizes.
    """

    kind: PremiseKind
    text: str
    size: int | None = None
    names: tuple[str, ...] = ()

    @property
    def confidence(self) -> Confidence:
        """How likely it holds."""
        return CONFIDENCE[self.kind]


UNSEEN = Premise("opaque-call", "no code that is not seen here prevents it")
"""For findings in or behind code that is not followed and may wait, raise or do nothing."""


def lowest(premises: Iterable[Premise]) -> Confidence | None:
    """The confidence in what rests on all of these; None: it rests on nothing and is certain."""
    return max((premise.confidence for premise in premises), key=CONFIDENCES.index, default=None)


def reaches(confidence: Confidence | None, least: Confidence) -> bool:
    """Whether a confidence is at least `least`; None, which is certain, always is."""
    return confidence is None or CONFIDENCES.index(confidence) <= CONFIDENCES.index(least)


def is_as_bad(severity: Severity, least: Severity) -> bool:
    """Whether a severity is `least` or worse."""
    return SEVERITIES.index(severity) <= SEVERITIES.index(least)


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that belongs to a finding, with what happens there ("written on stream1").

    `is_use`: there may be more of its kind in other files, of code that uses what the finding is about.
    """

    location: Location
    message: str
    filename: str = ""
    is_use: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two operations whose order a finding is about.

    Attributes:
        stream: the name of the stream ("stream1", "null"); of the host "host", "another thread" or "a host function".
        mode: what it does with the memory; "clock": it reads a clock; "wait": it waits.
        host: the host itself does it.
        after_wait: the call that does it makes the host wait first, for what came before it, if it waits at all.
    """

    location: Location
    filename: str
    mode: Literal["read", "write", "clock", "wait"]
    stream: str
    host: bool = False
    after_wait: bool = False


MarkKind = Literal["access", "operation", "record", "wait", "sync"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happens on one lane at one moment.

    ``lane`` indexes `Lanes.names`; the order of marks in `Lanes.marks` is time.
    ``access`` marks are the two conflicting accesses of the finding.
    """

    lane: int
    kind: MarkKind
    row: int
    text: str
    file: str = ""
    """The file of the row, shortly, if it is not the file of the finding."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow between two marks (indices into `Lanes.marks`).

    ``missing`` marks the order that the program needs and does not have.
    """

    source: int
    target: int
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Lanes:
    """The picture of a finding: one lane per stream (and one for the host), time to the right.

    ``remarks`` maps a lane's index to a short text shown at its end ("waits for both").
    """

    names: tuple[str, ...]
    marks: tuple[Mark, ...]
    edges: tuple[Edge, ...]
    remarks: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """`content` in place of the text at `place`, which is empty where something is only added."""

    place: Location
    content: str

    def applied(self, text: str) -> str:
        """`text` with the change. Rows end as in `rows`."""
        lines = [*rows(text), ""]
        place = self.place
        start = lines[place.row - 1][: place.column - 1]
        end = lines[place.end_row - 1][place.end_column - 1 :]
        return "".join([*lines[: place.row - 1], start, self.content, end, *lines[place.end_row :]])

    def moved(self, row: int, column: int) -> tuple[int, int]:
        """Where what stands at a row and column is after the change. What is replaced counts as its beginning."""
        place = self.place
        if (row, column) < (place.row, place.column):
            return row, column
        if (row, column) < (place.end_row, place.end_column):
            return place.row, place.column
        *ended, tail = [*rows(self.content), ""] if self.content.endswith(("\n", "\r")) else rows(self.content) or [""]
        end_row = place.row + len(ended)
        if row > place.end_row:
            return row - place.end_row + end_row, column
        end_column = (1 if ended else place.column) + len(tail)
        return end_row, column - place.end_column + end_column


def rows(text: str) -> list[str]:
    """The rows of a text with their ends; unlike `str.splitlines` a form feed ends no row."""
    return list(io.StringIO(text, newline=""))


@dataclass(frozen=True, slots=True)
class Fix:
    """The smallest change that removes the finding.

    ``code`` is the line to add (no indentation) before row ``before_row``, or what stands for the
    text at ``place`` if there is one. ``verified`` says that the changed source was analysed again
    and the finding was gone. ``filename`` is the file to change; empty for the file of the finding.
    ``cell`` is the number of the cell to change in a notebook, whose text `applied` then takes. ``others`` say the
    same as ``code`` in other words, as long as it is not decided which of them hold.
    """

    code: str
    before_row: int
    verified: bool = False
    filename: str = ""
    place: Location | None = None
    applicability: Applicability = "unsafe"
    cell: int = 0
    others: tuple[str, ...] = ()

    @classmethod
    def replacing(cls, place: Location, code: str) -> Fix:
        """`code` in place of the text at `place`."""
        return cls(code, place.row, place=place)

    @property
    def deletes_rows(self) -> bool:
        """Whether nothing is left of the rows that it is about."""
        return self.place is not None and not self.code and self.place.column == self.place.end_column == 1

    def edit(self, text: str) -> Edit:
        """What changes in `text`: a new line is indented, and ends, like the line that it stands before.

        Raises:
            IndexError: the text has no such row.
        """
        if self.place is not None:
            return Edit(self.place, self.code)
        lines = rows(text)
        below = lines[self.before_row - 1]
        indent = below[: len(below) - len(below.lstrip(" \t\f"))].rpartition("\f")[2]
        endings = (_ending(line) for line in reversed(lines[: self.before_row]))
        ending = next((ending for ending in endings if ending), "\n")
        content = "".join(f"{indent}{line}{ending}" for line in self.code.split("\n"))
        return Edit(Location(self.before_row, 1, self.before_row, 1), content)

    def applied(self, text: str) -> str:
        """`text` with the fix."""
        return self.edit(text).applied(text)

    def moves(self, row: int) -> int:
        """Where `row` is after the change."""
        if self.place is not None or row < self.before_row:
            return row
        return row + self.code.count("\n") + 1

    def moved(self, place: Location) -> Location:
        """Where a range is after the change; one that is replaced, by a line, is what stands there now."""
        old = self.place
        if old is None:
            return replace(place, row=self.moves(place.row), end_row=self.moves(place.end_row))
        if old.row != old.end_row or "\n" in self.code or place.end_row != old.row:
            return place
        by = len(self.code) - (old.end_column - old.column)
        begin = place.column + (by if place.row == old.row and place.column >= old.end_column else 0)
        return replace(place, column=begin, end_column=place.end_column + (by if place.end_column > old.column else 0))


def _ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


@dataclass(frozen=True, slots=True)
class Proof:
    """What a run showed of a finding.

    Attributes:
        verdict: CONFIRMED, ORDERED or another word of ``--verify``.
        evidence: one sentence: what was held back, what ran meanwhile, or what put an order between them.
        backend: where it ran: "cuda" or "simulator".
    """

    verdict: str
    evidence: str
    backend: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One hazard, reported at ``location`` (for a race: the later access)."""

    code: str
    name: str
    severity: Severity
    message: str
    location: Location
    filename: str = ""
    label: str = ""
    """Short text under the carets at ``location`` ("read on stream2, nothing makes it wait")."""
    related: tuple[Related, ...] = ()
    notes: tuple[str, ...] = ()
    premises: tuple[Premise, ...] = ()
    """What must hold for the finding to be true and could not be proven."""
    fix: Fix | None = None
    candidates: tuple[Fix, ...] = ()
    """Fixes to try, best first; the first that works when the changed source is analysed becomes ``fix``."""
    lanes: Lanes | None = None
    table: tuple[str, ...] = ()
    """Lines that stand below one another as they are, in place of a picture."""
    needs: int = 0
    """Bytes of device memory that are needed at once, where the finding is about these."""
    context: tuple[int, ...] = ()
    """Further rows worth showing in the source excerpt (the line of a `with`)."""
    seen_from: Finding | None = None
    """The same hazard, told from the checked file, if ``filename`` is another one that its calls lead to."""
    by_two_calls: bool = False
    """Whether one call of the checked file leads to the earlier operation, and another one to the later."""
    accesses: tuple[Side, ...] = ()
    """The two operations that nothing orders, the earlier one first; none if the finding is not about order."""
    url: str = ""
    proof: Proof | None = None
    suppressed: Suppression = ""
    """What keeps it from counting, where it is told all the same."""
    sort_key: tuple[str, int, int, int, str] = field(init=False, repr=False, compare=False, default=("", 0, 0, 0, ""))

    def __post_init__(self) -> None:
        place = self.location
        key = (self.filename, place.cell, place.row, place.column, self.code)
        object.__setattr__(self, "sort_key", key)

    @property
    def confidence(self) -> Confidence | None:
        """The lowest of its premises; None: it rests on nothing but the code that was seen."""
        return lowest(self.premises)

    @property
    def certain(self) -> bool:
        """Whether it is shown where nobody chose a confidence."""
        return reaches(self.confidence, DEFAULT_CONFIDENCE)

    @property
    def condition(self) -> str:
        """Its premises in one clause, ready for a sentence; "" if it rests on nothing."""
        return " and ".join(premise.text for premise in self.premises)


def seen_from(findings: Iterable[Finding], filename: str) -> list[Finding]:
    """`findings` for readers of the file `filename` alone: those in other files at the calls that lead there."""
    told = [item if item.filename == filename else item.seen_from for item in findings]
    return [item for item in told if item is not None]
