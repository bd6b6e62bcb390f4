"""A loop keeps a device array of each round, and all of them do not fit.

## What it does
Reports an array that each round of a loop makes and keeps, in a list, a dictionary or an object, where those of all
rounds take more than the device has (`--device-memory`, 80 GiB unless it is given).

## Why is this bad?
The results of the rounds are mostly joined or added up after the loop; until then all of them are alive. The loop
raises `cupy.cuda.memory.OutOfMemoryError` some rounds before its end, after all the work that was done.

## Example
```python bad
import cupy as cp

parts = []
for seed in range(1000):
    cp.random.seed(seed)
    parts.append(cp.random.rand(5000, 5000))  # expect: CUP404
mean = sum(parts) / len(parts)
```

## Fix
Add up in the loop, or copy what a round makes to the host.

```python good
import cupy as cp

total = cp.zeros((5000, 5000))
for seed in range(1000):
    cp.random.seed(seed)
    total += cp.random.rand(5000, 5000)
mean = total / 1000
```

## Limits
The number of rounds must be known, nothing may leave the loop early, and the arrays must be of one size. All sizes
are lower bounds: see CUP401.

## References
CuPy, "Memory Management".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_memory import LARGE_NUMBERS, memory_finding
from cupylint.facts import TooLarge
from cupylint.rule import Diagnosis, Rule


def check(fact: TooLarge) -> Iterator[Diagnosis]:
    """The arrays of all rounds do not fit."""
    if fact.rounds:
        yield memory_finding(fact)


RULE = Rule(
    check,
    code="CUP404",
    name="growing-device-list",
    severity="error",
    documentation=__doc__,
    needles=(*LARGE_NUMBERS, b"set_limit", b"MEMORY_LIMIT", b"kron"),
)
