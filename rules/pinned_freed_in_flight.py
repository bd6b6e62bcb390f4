"""The last reference to a pinned buffer goes away while a copy still uses it, and another array gets its memory.

## What it does
Reports the first use of a pinned array whose memory belonged to one that nothing refers to any more (a temporary, a
deleted or rebound name, a local variable of a function that returned), while a copy from or to that one may still be
under way.

## Why is this bad?
`set`, `get(out=...)` and the raw copies keep no reference to the host array. CuPy's pool for pinned memory knows
nothing of streams: it hands a block out again as soon as nothing refers to it, so that the copy meets the bytes of the
next array.

## Example
```python bad
import cupy as cp
import cupyx

upload = cp.cuda.Stream(non_blocking=True)
rows = [cp.zeros(1 << 18, dtype=cp.float32) for _ in range(3)]
cp.cuda.Device().synchronize()


def make_pinned(value):
    buffer = cupyx.empty_pinned(1 << 18, dtype="float32")
    buffer[:] = value  # expect: CUP203
    return buffer


for i, row in enumerate(rows):
    row.set(make_pinned(i + 1), stream=upload)
```

## Fix
Keep the buffers until their copies are done:
```python good
import cupy as cp
import cupyx

upload = cp.cuda.Stream(non_blocking=True)
rows = [cp.zeros(1 << 18, dtype=cp.float32) for _ in range(3)]
cp.cuda.Device().synchronize()


def make_pinned(value):
    buffer = cupyx.empty_pinned(1 << 18, dtype="float32")
    buffer[:] = value
    return buffer


kept = []
for i, row in enumerate(rows):
    kept.append(make_pinned(i + 1))
    row.set(kept[-1], stream=upload)
upload.synchronize()
```

## Limits
A buffer that code which is not seen was given is taken to be kept there. The block must be one that the next
allocation gets: of the same size class, and the one that was freed last. Where pinned memory of a size that is not
known was made in between, the finding says so. CuPy itself keeps the source of `asarray` and `array`.

## References
CuPy, `cupy.cuda.PinnedMemoryPool`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cupylint.explain import Told, race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule


def check(race: Race) -> Iterator[Diagnosis]:
    """A race over a block that was given back in between."""
    if race.memory == "freed":
        found = race_finding(race)
        told = Told(race, race.later.spot.filename)
        old, new = race.before or "a pinned array", race.array or "a pinned array"
        gets = f"{'another ' if old == new else ''}{new} gets its memory"
        doing = "writing" if race.earlier.mode == "write" else "reading"
        message = (
            f"{old} is dropped while {race.earlier.stream} may still be {doing} it "
            f"({told.line(race.earlier.spot)}), and {gets}"
        )
        note = f"nothing refers to the {old} of {told.line(race.earlier.spot)} any more: keep it until the copy is done"
        yield replace(found, message=message, notes=(note, *found.notes))


RULE = Rule(
    check,
    code="CUP203",
    name="pinned-freed-in-flight",
    severity="error",
    documentation=__doc__,
    needles=(b"pinned", b"PinnedMemoryPool"),
    follows_imports=True,
    fix="unsafe",
)
