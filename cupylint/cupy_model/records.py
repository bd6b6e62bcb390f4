"""The records that many tables share, named after what they say."""

from __future__ import annotations

from dataclasses import replace

from cupylint.cupy_model.spec import Call, Returns, Runs, Waits

YES, NO, EARLIER, SOMETIMES = Waits.YES, Waits.NO, Waits.EARLIER, Waits.SOMETIMES
SOMETIMES_EARLIER = Waits.SOMETIMES_EARLIER
NOWHERE, LEGACY = Runs.NOWHERE, Runs.LEGACY

COMPUTES = Call()
"""Reads every array it is given, on the current stream; a new array; the host goes on."""

WAITS_AND_COMPUTES = Call(waits=EARLIER)
"""The same, but the size or the branch of the result is copied to the host first: then the result is computed."""

COMPUTES_AND_WAITS = Call(waits=YES)
"""The same, but something of the result is copied to the host at the end."""

MAY_WAIT = Call(waits=SOMETIMES)
"""The same, but whether it waits depends on arguments or on values."""

MAY_WAIT_AND_COMPUTES = Call(waits=SOMETIMES_EARLIER)
"""The same, and if it waits, then before it computes."""

TRUTH = Call(boolean=True)
"""An array of truth values: indexing with it waits."""

CREATES = Call(reads=())
"""A filled new array; what it is given is looked at for its shape and dtype only."""

ALLOCATES = Call(Returns.ALLOCATED, NOWHERE, reads=())
"""Memory that nothing has written: no device work, and so no order."""

VIEWS = Call(Returns.VIEW, NOWHERE)
"""Another array over the same memory; no device work."""

MAY_VIEW = Call(Returns.MAYBE_VIEW, NOWHERE)
"""A view if strides allow it, else a copy. Taken to do no work: the view is the usual case, and a
read that does not happen would be a false alarm."""

METADATA = Call(Returns.HOST, NOWHERE, reads=())
"""An answer from shapes, dtypes and pointers, which the host knows."""

OBJECT = Call(Returns.OTHER, NOWHERE, reads=())
"""Something that is no array: a pool, a stream, a dtype, a context manager."""

SETTING = Call(Returns.NONE, NOWHERE, reads=())
"""Changes a setting of the library."""

READS_BACK = Call(Returns.HOST, waits=YES)
"""Copies to the host and waits for the copy."""

SAVES = Call(Returns.NONE, waits=YES)
"""Copies to the host, waits, and stores or checks it there."""

TRANSFERS_BEFORE_13 = Call(
    Returns.HOST,
    waits=SOMETIMES,
    stream="stream",
    stream_position=1,
    blocking="blocking",
    host_writes=("out", "3"),
    until=12,
)
"""Device to host up to CuPy 12: waits on the null stream only; on any other it returns at once.

It has no ``blocking``; a program that passes it is meant for later versions.
"""

TRANSFERS = (
    TRANSFERS_BEFORE_13,
    replace(TRANSFERS_BEFORE_13, waits=YES, since=13, until=None),
)
"""Device to host: since CuPy 13 it waits for its stream unless ``blocking=False``."""


def writes_to(keyword: str, **fields: object) -> Call:
    """A call that changes its first argument in place and returns None.

    The argument may be read as well (``scatter_add``); a write conflicts with all that a read does.
    """
    return Call(Returns.NONE, writes=(0,), out=(keyword,), **fields)  # type: ignore[arg-type]


def fills(position: int | None, **fields: object) -> Call:
    """A call with ``out=``, which may also stand at `position`."""
    return Call(out=("out",), out_position=position, **fields)  # type: ignore[arg-type]


def until_13(before: Waits, call: Call) -> tuple[Call, Call]:
    """`call`, which up to CuPy 13 waits as `before` says.

    Up to then Thrust ran with ``thrust::cuda::par``, which waits for its stream after a sort; CuPy
    14 uses ``par_nosync``.
    """
    return replace(call, waits=before, until=13), replace(call, since=14)
