"""The host waits for the device in every round of a loop.

## What it does
Reports what makes the host wait in each round of a loop: `.get()`, `.item()`, `float(x)`, `if x.any():`, indexing
with a mask, `synchronize()`. Opt-in.

## Why is this bad?
While the host waits it issues nothing, and when it goes on the device has nothing to do. A loop of short kernels can
become several times slower by one `.item()`.

## Example
```python bad
import cupy as cp

x = cp.random.rand(1 << 20)
total = 0.0
for step in range(100):
    x = cp.sin(x)
    total += float(x.sum())  # expect: CUP512
```

## Fix
Keep the value on the device and copy it once:
```python good
import cupy as cp

x = cp.random.rand(1 << 20)
total = cp.zeros(())
for step in range(100):
    x = cp.sin(x)
    total += x.sum()
total = float(total)
```
A loop that runs until something has converged can look at it every tenth round.

## Limits
Not reported: waits that a test inside the loop decides about (`if step % 10 == 0:`), and loops that print, read or
write in each round.

## References
CuPy user guide, "Performance Best Practices".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import HiddenWait
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(wait: HiddenWait) -> Iterator[Diagnosis]:
    """A wait in each round."""
    yield Diagnosis(
        message=f"the host waits for the device here in every round of the loop of {wait.loop.line(wait.spot)}",
        place=wait.spot,
        label="copies to the host and waits for it" if wait.hidden else "waits",
        related=(Related(wait.loop.location, "the loop", wait.loop.beside(wait.spot)),),
        notes=("keep the value on the device, or look at it once in many rounds",),
    )


RULE = Rule(
    check,
    code="CUP512",
    name="hidden-wait-in-loop",
    severity="info",
    documentation=__doc__,
    default=False,
    all_functions=True,
)
