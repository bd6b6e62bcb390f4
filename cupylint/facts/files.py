"""Facts about a file as a whole: names that do not exist, what was not followed to its end."""

from __future__ import annotations

from typing import Literal

from cupylint.facts.base import Fact, Spot
from cupylint.findings import Location
from cupylint.records import dataclass


@dataclass(slots=True, eq=False)
class Unfinished(Fact):
    """A function, or the file's top level, in which a bound was reached.

    Attributes:
        bound: which one: on "work", or on what a file may cost in time or memory.
        after: how many functions were not begun for the same reason.
    """

    spot: Spot
    name: str
    bound: str = "work"
    after: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class NoSuchName(Fact):
    """A name of CuPy that does not exist, or not in the version that the program runs on.

    Attributes:
        kind: "method" is an attribute of an object or a class; "unbound" a method called on the class itself;
            "unsupported" one that exists and raises NotImplementedError.
        written: the name as the source writes it ("cp.cuda.grid"), of a keyword that alone.
        path: its full name ("cupy.cuda.grid").
        meant: what there is instead, ready for a sentence ("`cupyx.jit.grid`"), or "".
        versions: the major versions that have it; empty if none of those that are known does.
        version: the one that the program runs on.
        caught: it stands in the head of an ``except``.
        function: of a keyword: the function as the source writes it; `takes` are those that it has.
        replacement: source that can stand at `replaced` as it is, or "".
    """

    location: Location
    kind: Literal["name", "import", "method", "keyword", "unbound", "unsupported"]
    written: str
    path: str
    meant: str = ""
    versions: tuple[int, ...] = ()
    version: int = 14
    caught: bool = False
    function: str = ""
    takes: tuple[str, ...] = ()
    replacement: str = ""
    replaced: Location | None = None


class Unreadable:
    """A file that could not be read; such files have no other facts."""


@dataclass(frozen=True, slots=True, eq=False)
class LonePool(Fact):
    """A method of a memory pool that was made for this call, or for such calls alone, and that no array comes from.

    Attributes:
        written: what is called, as the source writes it; `made` the class.
        method: the method.
        meant: what gives the pool that arrays come from.
    """

    location: Location
    written: str
    made: str
    method: str
    meant: str


@dataclass(frozen=True, slots=True, eq=False)
class UnraisedError(Fact):
    """A function of CuPy that does not raise `LinAlgError` when it fails, under a handler for that.

    Attributes:
        location: the call; `written` what is called, as the source writes it.
        handler: what the handler is for.
        library: the name that stands for CuPy or NumPy, whichever the function is given; "" where it is CuPy.
        raising: source that can stand at `statement`, where the error is raised; "" if that is more than a line.
    """

    location: Location
    written: str
    handler: Location
    library: str = ""
    statement: Location | None = None
    raising: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class IdleSuppression(Fact):
    """A comment that is to silence a rule, and silences nothing.

    Attributes:
        location: of the word that names the rule.
        word: as it is written.
        known: it names a rule, or several; otherwise `meant` is the name or code that is most like it, "" for none.
        unless: what has to be so for it to be idle everywhere, as a clause; "" for nothing.
        deleted: the text to delete so that it is gone, and nothing else that does anything; None: it may be meant.
        is_needed: what `meant` names would silence something here.
    """

    location: Location
    word: str
    known: bool
    meant: str = ""
    unless: str = ""
    deleted: Location | None = None
    is_needed: bool = False
