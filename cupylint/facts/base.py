"""Places, accesses and steps: what all facts are made of."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from cupylint.findings import Location
from cupylint.records import dataclass, interpreted

if TYPE_CHECKING:
    from libcst import CSTNode

Mode = Literal["read", "write"]
Memory = Literal["device", "host", "freed"]
StepKind = Literal["access", "record", "wait", "sync", "enter", "leave", "use"]
NOWHERE = Location(1, 1, 1, 1)


@interpreted
class Fact:
    """Something that the analysis found out; each kind is a class of its own, which a rule may be about."""

    __slots__ = ()


class Spot:
    """A place in the source: a LibCST node whose location is filled in when needed.

    `filename` is the file that it stands in, as users know it; filled in with the location.
    """

    __slots__ = ("filename", "location", "node", "text")

    def __init__(self, node: CSTNode) -> None:
        self.node = node
        self.location = NOWHERE
        self.text = ""
        self.filename = ""

    @property
    def row(self) -> int:
        """The row where it starts, from 1."""
        return self.location.row

    @property
    def code(self) -> str:
        """The text of its line without a comment."""
        return self.text.partition("#")[0].strip()

    def beside(self, other: Spot) -> str:
        """The file of this place if `other` stands in another one, else ""."""
        return "" if self.filename == other.filename else self.filename

    def line(self, other: Spot) -> str:
        """``line 6``, or ``line 6 of helpers.py`` for readers of another file, that of `other`."""
        elsewhere = self.beside(other)
        return f"line {self.row} of {os.path.basename(elsewhere)}" if elsewhere else f"line {self.row}"

    def __repr__(self) -> str:
        return f"Spot({self.location.row}:{self.location.column} {self.text!r})"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Something that happened on the way: work, a record, a wait, a change of the current stream.

    Attributes:
        stream: identity of the stream it happens on or, for a host wait ("sync"), waits for; None
            for the host itself and for waits on an event or a device.
        lane: name of that stream ("stream1"), "host", or "device" for a wait on a whole device.
        event: identity of the event of a record, wait or sync; None otherwise.
        event_name: how the source calls that event.
        learned: a wait that ordered something that was not ordered before.
        implicit: not written in the source as a step of its own (the wait inside ``.get()``).
        asked: nobody waits: the program has seen that something is done.
        word: what a picture calls a host wait.
    """

    kind: StepKind
    spot: Spot
    stream: object
    lane: str
    event: object = None
    event_name: str = ""
    learned: bool = True
    implicit: bool = False
    asked: bool = False
    word: str = "synchronize"


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """One side of a race.

    Attributes:
        stream: name of the stream ("stream1", "null"), or "host".
        step: the step of the path that made the access.
        kind: the stream's kind, as `cupylint.order.Kind` names it ("blocking" ...), or "host".
        statement: where the statement starts that a fix could be put in front of.
        call: what does the access, for messages ("asnumpy", "+"), or "".
        called: where the checked file calls what leads to the access, if that is in another file.
        by_caller: the caller of the function makes it: work on what is handed over, or use of the result.
        way: the calls in the checked file that led to the access, outermost first, where it meets the caller's work.
        library: whose request makes it ("MPI"), "" where none does.
        after_wait: the call that makes it has made the host wait first, for what came before it, if it waits at all.
    """

    spot: Spot
    mode: Mode
    stream: str
    step: Step
    kind: str
    called: Spot | None = None
    by_caller: bool = False
    way: tuple[Spot, ...] = ()
    library: str = ""
    after_wait: bool = False
