"""Calls whose effect depends on which arguments are given."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from cupylint.cupy_model.records import EARLIER, NO, SOMETIMES, SOMETIMES_EARLIER, YES
from cupylint.cupy_model.spec import Call, Returns, Waits


class Condition(NamedTuple):
    """How the presence of some parameters changes a record.

    Attributes:
        parameters: the deciding parameters, each as keyword and position (position None: keyword only).
        absent: whether the call waits when none of them is given.
        given: the same when one is given and nothing is known of its value.
        array: the same when one is known to be a device array.
        returns, writes: replace the record's when one is given; None leaves them.
        since, until: CuPy major versions for which this holds (inclusive; None: open).
    """

    parameters: tuple[tuple[str, int | None], ...]
    absent: Waits = NO
    given: Waits = SOMETIMES
    array: Waits = SOMETIMES
    returns: Returns | None = None
    writes: tuple[int, ...] | None = None
    since: int | None = None
    until: int | None = None


_MODE = (("mode", 3),)
_STREAM_12 = Condition((("stream", 1),), absent=SOMETIMES, given=NO, array=NO, until=12)
# Positional `blocking`: its value is looked at by whoever knows it, if it is a keyword.
_COPIES = Condition((("copy", 5),), given=NO, array=NO, returns=Returns.MAYBE_VIEW)
_BLOCKING = Condition((("blocking", None),))

CONDITIONS: dict[str, tuple[Condition, ...]] = {
    "cupy.where": (Condition((("x", 1),), absent=EARLIER, given=NO, array=NO),),
    "cupy.choose": (Condition(_MODE, absent=EARLIER, given=SOMETIMES_EARLIER),),  # mode="raise" is the default
    "cupy.put": (Condition(_MODE),),  # mode="wrap" is the default
    "cupy.ravel_multi_index": (Condition((("mode", 2),)),),
    "cupy.repeat": (
        Condition((("repeats", 1),), given=SOMETIMES_EARLIER, array=EARLIER),
    ),  # a number does not wait, a list or array does
    "cupy.linspace": (Condition((("start", 0), ("stop", 1)), given=NO, array=EARLIER),),
    "cupy.average": (Condition((("weights", 2),), given=SOMETIMES_EARLIER, array=EARLIER),),
    "cupy.gradient": (Condition((("varargs", 1), ("varargs", 2), ("varargs", 3)), array=EARLIER),),
    "cupy.cov": (Condition((("fweights", 5), ("aweights", 6)), given=SOMETIMES_EARLIER, array=EARLIER),),
    "cupy.percentile": (
        Condition((("q", 1),), given=SOMETIMES_EARLIER, array=EARLIER, until=13),
        Condition((("q", 1),), given=NO, array=EARLIER, since=14),
    ),
    "cupy.histogram": (Condition((("range", 2),), absent=EARLIER, given=SOMETIMES_EARLIER),),
    "cupy.array_equal": (Condition((("equal_nan", 2),), given=SOMETIMES_EARLIER),),
    "cupy.interp": (Condition((("left", 3), ("right", 4))),),
    "cupy.array": (_BLOCKING,),
    "cupy.asarray": (_BLOCKING,),
    "cupy.asanyarray": (_BLOCKING,),
    "cupy.asnumpy": (_STREAM_12,),
    "cupy.astype": (Condition((("copy", None),), given=NO, array=NO, returns=Returns.MAYBE_VIEW),),
    "cupy.linalg.norm": (Condition((("ord", 1),), given=SOMETIMES_EARLIER),),  # some orders need singular values
    "cupy.random.choice": (Condition((("p", 3),), absent=SOMETIMES_EARLIER, given=EARLIER, array=EARLIER),),
    "cupyx.scipy.linalg.solve_triangular": (
        Condition((("check_finite", 6),), given=SOMETIMES_EARLIER),
    ),  # it is False by default
}
"""Functions, by canonical dotted name."""

CONDITIONS["cupy.quantile"] = CONDITIONS["cupy.percentile"]

METHOD_CONDITIONS: dict[str, tuple[Condition, ...]] = {
    "choose": CONDITIONS["cupy.choose"],
    "put": CONDITIONS["cupy.put"],
    "repeat": CONDITIONS["cupy.repeat"],
    "astype": (_COPIES,),
    "byteswap": (Condition((("inplace", 1),), given=NO, returns=Returns.SAME, writes=(0,)),),
    "get": (_STREAM_12, Condition((("blocking", 4),), absent=YES, since=13)),
    "set": (Condition((("stream", 2),), absent=SOMETIMES, given=NO, array=NO, until=12),),
}
"""Methods of an array; position 0 is the array itself."""


def apply(
    call: Call,
    conditions: tuple[Condition, ...],
    version: int,
    positional_count: int,
    keywords: Collection[str],
    arrays: Collection[int | str],
) -> Call:
    """`call` as it is with these arguments."""
    for condition in conditions:
        if (condition.since or 0) <= version and (condition.until is None or version <= condition.until):
            return _decide(call, condition, positional_count, keywords, arrays)
    return call


def _decide(
    call: Call, condition: Condition, count: int, keywords: Collection[str], arrays: Collection[int | str]
) -> Call:
    given = [
        (name, position)
        for name, position in condition.parameters
        if name in keywords or (position is not None and position < count)
    ]
    if not given:
        return replace(call, waits=condition.absent)
    known = any(name in arrays or position in arrays for name, position in given)
    return replace(
        call,
        waits=condition.array if known else condition.given,
        returns=call.returns if condition.returns is None else condition.returns,
        writes=call.writes if condition.writes is None else condition.writes,
    )
