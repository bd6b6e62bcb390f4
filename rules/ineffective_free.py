"""`free_all_blocks()` while every array is still referred to: it gives nothing back.

## What it does
Reports a call of `free_all_blocks()` on the default memory pool before which no block became free: all arrays of
1 MiB and more that the program has made are still referred to by a name, a list or an object. Smaller blocks do not
count.

## Why is this bad?
The pool gives back only blocks that no array uses. Who calls it wants memory back, and gets none; the arrays that
should go need a `del`, or another value for their name, before the call.

## Example
```python bad
import cupy as cp

raw = cp.ones((4096, 4096))
scaled = raw * 2
cp.get_default_memory_pool().free_all_blocks()  # expect: CUP405
more = cp.zeros((4096, 4096))
```

## Fix
```python good
import cupy as cp

raw = cp.ones((4096, 4096))
scaled = raw * 2
del raw
cp.get_default_memory_pool().free_all_blocks()
more = cp.zeros((4096, 4096))
```

## Limits
Only for the top level of a program and the functions that it calls, and only where the sizes of all arrays are known.
A call that gives something back on one path or in one round is left alone.

## References
CuPy, "Memory Management".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.explain_memory import POWERS, amount
from cupylint.facts import IdleFree
from cupylint.rule import Diagnosis, Rule


def check(fact: IdleFree) -> Iterator[Diagnosis]:
    """Nothing is free."""
    shown = ", ".join(f"{name} ({amount(size)}{_view(name, names)})" for name, size, names in fact.held[:3])
    more = f" and {len(fact.held) - 3} more" if len(fact.held) > 3 else ""
    verb = "is" if len(fact.held) == 1 else "are"
    yield Diagnosis(
        message=f"gives back no block of 1 MiB or more: {shown}{more} {verb} still referred to",
        place=fact.spot,
        label="no block is free here",
        notes=(f"`del {fact.held[0][2] or fact.held[0][0]}` before it, if it is not needed any more",),
    )


def _view(name: str, names: str) -> str:
    """Which view keeps an array whose own name is gone."""
    return f", kept by its view {names}" if names and name not in names.split(", ") else ""


RULE = Rule(
    check,
    code="CUP405",
    name="ineffective-free",
    severity="warning",
    documentation=__doc__,
    needles=tuple((b"free_all_blocks", number) for number in (*POWERS, re.compile(rb"\b\d[\d_]{2}"))),
)
