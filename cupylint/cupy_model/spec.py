"""The vocabulary in which CuPy's calls are described: one small record per kind of call."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Returns(Enum):
    """What a call gives back, as far as memory is concerned."""

    NEW = "new"  # a fresh device array
    VIEW = "view"  # an array that shares memory with the first array argument
    MAYBE_VIEW = "maybe_view"  # a view or a copy, depending on layout or dtype (ravel, astype(copy=False))
    SAME = "same"  # the first array argument itself (asarray of a device array)
    ALLOCATED = "allocated"  # fresh device memory that nothing has written (empty): issues no work
    HOST = "host"  # a NumPy array or Python object on the host, metadata included
    NONE = "none"  # None
    OTHER = "other"  # something that is no array (a dtype, a plan, a module)


class Waits(Enum):
    """Whether the call blocks the host until its stream has done all work issued so far."""

    NO = "no"
    YES = "yes"  # and all that the call itself issues
    EARLIER = "earlier"  # but what the call writes comes after the wait (`x[mask]`, whose size the host asks for first)
    SOMETIMES = "sometimes"  # depends on arguments that cannot be told from the call
    SOMETIMES_EARLIER = "sometimes earlier"  # the same, and what the call writes comes after the wait, if there is one


class Runs(Enum):
    """The stream a call puts its work on."""

    CURRENT = "current"  # the calling thread's current stream (or the one given as stream=)
    LEGACY = "legacy"  # always the legacy null stream (MemoryPointer.copy_from_host and its kin)
    NOWHERE = "nowhere"  # issues no device work: metadata, views, empty, allocation


@dataclass(frozen=True, slots=True)
class Call:
    """What one call does to device memory and to the order of work.

    Attributes:
        returns: see `Returns`.
        runs: see `Runs`.
        waits: see `Waits`.
        reads: positions of positional arguments read on the device; ``None`` means every array
            argument that is not written, also inside lists and tuples. For a method, position 0 is
            the object itself.
        writes: positions of positional arguments written in place.
        out: names of keyword arguments that are written when given (``out`` for ufuncs).
        out_position: position of a positional ``out`` argument, or None.
        stream: name of the keyword that names the stream (``stream``), or None.
        stream_position: position of that parameter when it can be given positionally, or None.
        blocking: name of the keyword that, when False, turns the wait off (``blocking``), or None.
        boolean: the result is a boolean array (comparisons, logical functions), so that indexing
            with it waits.
        host_writes: names or positions (as str) of *host* buffers that the device fills (``get(out=)``).
        host_reads: the same for host buffers that the device reads (``set(arr)``).
        since, until: first and last CuPy major version that has it like this (inclusive; None: open).
    """

    returns: Returns = Returns.NEW
    runs: Runs = Runs.CURRENT
    waits: Waits = Waits.NO
    reads: tuple[int, ...] | None = None
    writes: tuple[int, ...] = ()
    out: tuple[str, ...] = ()
    out_position: int | None = None
    stream: str | None = None
    stream_position: int | None = None
    blocking: str | None = None
    boolean: bool = False
    host_writes: tuple[str, ...] = ()
    host_reads: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None
