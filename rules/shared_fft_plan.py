"""FFTs on two streams that nothing orders use one plan, and so one work area.

## What it does
Reports a transform on one stream while another stream may still run one with the same plan: the same plan object, or
the plan that CuPy caches for arrays of one shape and type.

## Why is this bad?
A plan owns one work area. Two transforms that run at the same time write it both, and both results are wrong
(measured for lengths with a large prime factor, which need a work area: 28 of 30 runs).

## Example
```python bad
import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
a = cp.ones((32, 65537))
b = cp.ones((32, 65537))
cp.cuda.Device().synchronize()
with s1:
    left = cp.fft.fft(a)
with s2:
    right = cp.fft.fft(b)  # expect: CUP112
```

## Fix
Order the two, or give each stream a plan of its own:
```python good
import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
a = cp.ones((32, 65537))
b = cp.ones((32, 65537))
cp.cuda.Device().synchronize()
with s1:
    left = cp.fft.fft(a)
s2.wait_event(s1.record())
with s2:
    right = cp.fft.fft(b)
```

## Limits
Two arrays count as alike if they were made by the same expression. Lengths with the factors 2, 3, 5 and 7 only were
never seen to go wrong and are left alone, as are files that change the plan cache. `get_fft_plan` for one axis hands
out the cached plan where the thread has transformed that shape before (measured, CuPy 14.2): two plans that are asked
for then are one, which is not reported. Ask for them first, or clear the cache.

## References
cuFFT documentation, "Multiple GPU cuFFT Transforms" and `cufftSetWorkArea`; CuPy reference, `cupy.fft.config`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import STREAM


def check(race: Race) -> Iterator[Diagnosis]:
    """A race for the work area of a plan."""
    if race.kind == "plan":
        found = race_finding(race)
        source, target = race.earlier.stream, race.later.stream
        yield replace(
            found,
            message=f"this transform on {target} uses {race.array} that {source} may still be using",
            label=f"uses it on {target}",
            related=tuple(
                replace(one, message=f"uses it on {source}") if number == 0 else one
                for number, one in enumerate(found.related)
            ),
        )


RULE = Rule(
    check,
    code="CUP112",
    name="shared-fft-plan",
    severity="error",
    documentation=__doc__,
    needles=(STREAM,),
    fix="unsafe",
)
