"""The address of an array is kept, and nothing keeps the array.

## What it does
Reports `.data.ptr` of an array that has no name (`cp.zeros(n).data.ptr`) where the address gets one, is stored or
returned; and of an array that only the function itself knows where the address is returned, or stored in an attribute.
Also where the address is an argument of a call, and another array is made for a later argument:
`kernel(grid, block, ((a + b).data.ptr, (a - b).data.ptr))`.

## Why is this bad?
An address is a number and keeps nothing alive. The array's memory goes back to the pool at once, or when the function
ends, and the next array of that size is made there: who uses the address reads or overwrites that one.
`cp.ascontiguousarray(x)` is `x` itself where its elements stand in a row, and such an array elsewhere.

## Example
```python bad
import cupy as cp


def address(x):
    x = cp.ascontiguousarray(x)
    return x.data.ptr, x.nbytes  # expect: CUP315
```

## Fix
Give back the array, or keep it where the address is kept:
```python good
import cupy as cp


def address(x):
    x = cp.ascontiguousarray(x)
    return x, x.data.ptr, x.nbytes
```

## Limits
Other addresses that are arguments of a call are not reported: work that follows on the same stream still finds the
array there. An array that is an argument itself, or that anything else refers to, may be kept elsewhere.

## References
CuPy documentation, "Memory management"; `cupy.cuda.MemoryPointer`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import TemporaryAddress
from cupylint.findings import Premise
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "returned": "the address is returned, and the array that {made} makes ends with this function",
    "stored": "the address is stored, and nothing keeps the array that {made} makes",
    "given": "the memory of the array that {made} makes is free again when {later} makes another one for the same call",
    "named": "nothing keeps the array that {made} makes, so that its memory is free again at once",
}


def check(fact: TemporaryAddress) -> Iterator[Diagnosis]:
    """An address of memory that the pool gives to somebody else."""
    made, later = ("this" if text == "..." else f"`{text}`" for text in (fact.made, fact.later))
    moved = Premise("argument", "the elements do not stand in a row already, so that a copy is made")
    fits = Premise("size", "the other array is no larger")
    yield Diagnosis(
        message=_MESSAGES[fact.outlives].format(
            made=made, later="an argument after it" if fact.later == "..." else later
        ),
        place=fact.location,
        label="keeps no array alive",
        notes=("keep the array as long as its address is used",),
        premises=(*(() if fact.copied else (moved,)), *((fits,) if fact.later else ())),
    )


RULE = Rule(
    check,
    code="CUP315",
    name="pointer-of-temporary",
    severity="error",
    documentation=__doc__,
    needles=(b".data.ptr",),
)
