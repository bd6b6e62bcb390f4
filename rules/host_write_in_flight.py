"""The host changes an array that an asynchronous copy, or a kernel, is still using.

## What it does
Reports each write to pinned or managed memory (`buffer[:] = `, `+=`, `fill`, `numpy.copyto`, `out=`, `readinto`) that
nothing makes wait for the work which uses it: `set` and, since CuPy 13, `asarray` and `array` copy from pinned memory
when their stream gets there, not when they are called.

## Why is this bad?
The device gets the new bytes in place of the old ones, or some of each.

## Example
```python bad
import cupy as cp
import cupyx

samples = cupyx.empty_pinned(1 << 20, dtype="float32")
samples[:] = 3
on_device = cp.asarray(samples)
samples[:] = 0  # expect: CUP202
```

## Fix
Wait for the copy before the buffer is filled again (or take one buffer of several in turn, each with an event):
```python good
import cupy as cp
import cupyx

samples = cupyx.empty_pinned(1 << 20, dtype="float32")
samples[:] = 3
on_device = cp.asarray(samples, blocking=True)
samples[:] = 0
```

## Limits
Ordinary (pageable) memory is copied before `set` and `asarray` return, and is not reported. Up to CuPy 12 `asarray`
does the same with pinned memory: set `cupy-version`. A kernel compiled from source that reads what the host then
changes may be meant to see the change; `--maybe` shows it.

## References
CuPy, "Upgrade guide", CuPy v13; CUDA Runtime API, "API synchronization behavior".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import REQUEST


def check(race: Race) -> Iterator[Diagnosis]:
    """A race whose later access is a write by the host itself."""
    if race.memory == "host" and race.later.mode == "write":
        yield race_finding(race)


RULE = Rule(
    check,
    code="CUP202",
    name="host-write-in-flight",
    severity="error",
    documentation=__doc__,
    needles=(REQUEST, b"pinned", b"PinnedMemoryPool", b"managed", b"blocking", b"Async", b"_async"),
    follows_imports=True,
    fix="unsafe",
)
