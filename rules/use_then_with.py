"""`stream.use()` and `with stream:` are mixed, and the work runs on another stream than it seems.

## What it does
Reports the first work after a `with stream:` block that ends on another stream than the one that was in
effect before the block, because that one was set with `use()`.

## Why is this bad?
Leaving a `with` restores the stream of the enclosing `with`, or the default stream. A stream set with `use()`
is forgotten (CuPy up to 14.2).

## Example
```python bad
import cupy as cp

s1 = cp.cuda.Stream()
s2 = cp.cuda.Stream()
s1.use()
with s2:
    a = cp.ones(1 << 20)
b = cp.ones(1 << 20)  # expect: CUP109
```

## Fix
Use `with` for both:
```python good
import cupy as cp

s1 = cp.cuda.Stream()
s2 = cp.cuda.Stream()
with s1:
    with s2:
        a = cp.ones(1 << 20)
    b = cp.ones(1 << 20)
```

## References
CuPy issue 8377.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import UnexpectedStream
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(mixed: UnexpectedStream) -> Iterator[Diagnosis]:
    """Work on the stream that a ``with`` restored, where ``use()`` had set another."""
    block = mixed.block.line(mixed.spot)
    yield Diagnosis(
        message=(
            f"this runs on {mixed.actual}, not on {mixed.expected}: leaving the `with` of {block} "
            f"forgot the use() of {mixed.used.line(mixed.spot)}"
        ),
        place=mixed.spot,
        label=f"runs on {mixed.actual}",
        related=(
            Related(mixed.used.location, f"{mixed.expected} is used from here on", mixed.used.beside(mixed.spot)),
            Related(mixed.block.location, f"its end restores {mixed.actual}", mixed.block.beside(mixed.spot)),
        ),
        notes=("a `with` restores the stream of the enclosing `with` or the default stream, never a used one",),
    )


RULE = Rule(
    check,
    code="CUP109",
    name="use-then-with",
    severity="error",
    documentation=__doc__,
    needles=(b".use(",),
    of_streams=True,
)
