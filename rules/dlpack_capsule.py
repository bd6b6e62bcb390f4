"""A capsule of DLPack is handed over where the array itself belongs.

## What it does
Reports capsules (`x.toDlpack()`, `torch.utils.dlpack.to_dlpack(t)`, `x.__dlpack__()`) that are given to NumPy, which
takes none, or taken a second time: errors. Capsules for `cp.from_dlpack` work and are a remark: what is given should
be the array.

## Why is this bad?
`np.from_dlpack` asks the array for a capsule, and a capsule has no such method: AttributeError. Who takes a capsule
owns the memory in it, so it can be taken once: ValueError, or RuntimeError of PyTorch. A capsule says nothing of
streams, so that nothing makes one library wait for the other; an array does. `toDlpack` and `fromDlpack` are
deprecated.

## Example
```python bad
import cupy as cp

x = cp.arange(9)
capsule = x.toDlpack()
first = cp.fromDlpack(capsule)
again = cp.fromDlpack(capsule)  # expect: CUP208
```

## Fix
Hand over the array; each call asks it for a capsule of its own, and for the order of the streams:
```python good
import cupy as cp

x = cp.arange(9)
first = cp.from_dlpack(x)
again = cp.from_dlpack(x)
```

## Limits
Whether another library takes the capsules of this version of CuPy is not asked.

## References
CuPy documentation, "Interoperability", "DLPack"; Python array API standard, "Data interchange mechanisms".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import CapsuleMisuse
from cupylint.findings import Related, Severity
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "numpy": "`{function}` takes arrays, and {what} is a capsule: AttributeError",
    "twice": "{what} was taken before: a capsule can be taken once",
    "unordered": "`{function}` is given a capsule, which says nothing of streams: give it the array",
}
_NOTES = {
    "numpy": "copy the array to the host: cp.asnumpy(...)",
    "twice": "give the array itself to from_dlpack, each time",
    "unordered": "from_dlpack(array) makes the streams of both libraries wait for each other",
}


def check(fact: CapsuleMisuse) -> Iterator[Diagnosis]:
    """A capsule that fails, or that need not be."""
    severity: Severity = "info" if fact.kind == "unordered" else "error"
    what = "this" if fact.text == "..." else f"`{fact.text}`"
    related = () if fact.earlier is None else (Related(fact.earlier.location, "taken here first"),)
    yield Diagnosis(
        message=_MESSAGES[fact.kind].format(function=fact.function, what=what),
        place=fact.spot,
        label="a capsule",
        related=related,
        notes=(_NOTES[fact.kind],),
        severity=severity,
    )


RULE = Rule(
    check,
    code="CUP208",
    name="dlpack-capsule",
    severity="error",
    documentation=__doc__,
    needles=(b"toDlpack", b"to_dlpack", re.compile(rb"\.__dlpack__\(")),
)
