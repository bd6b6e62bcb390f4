"""NumPy is to convert a device array by itself: TypeError.

## What it does
Reports device arrays that are given to functions of NumPy that make an array of NumPy of them (`np.array`,
`np.asarray`, `np.float32`, `np.testing.assert_allclose` and the like, lists with device arrays in them too), that are
assigned to a part of a NumPy array or index one, and lists of numbers and device arrays for `cp.array`.

## Why is this bad?
CuPy does not copy to the host unasked: TypeError, "Implicit conversion to a NumPy array is not allowed". Functions that
NumPy hands on to CuPy (`np.sqrt(x)`, `np.sum(x)`, `np.pad(x, 1)`) work, and give device arrays; where CuPy has no such
function (`np.insert(x, 0, 1)`) there is a TypeError as well. `cp.array` puts the arrays of a list together on
the device if the list holds nothing else; any other list it converts with NumPy.

## Example
```python bad
import cupy as cp
import numpy as np

x = cp.linspace(0, 1, 9)
heights = np.asarray(x * x)  # expect: CUP207
corners = cp.array([0.0, x.max()])  # expect: CUP207
```

## Fix
Copy to the host where that is meant, and stay on the device where it is not:
```python good
import cupy as cp

x = cp.linspace(0, 1, 9)
heights = cp.asnumpy(x * x)
corners = cp.stack([cp.zeros(()), x.max()])
```

## Limits
Only arrays that the function, or the file's top level, makes itself are followed, and no file that chooses between
NumPy and CuPy (`xp = cp.get_array_module(x)`): its tests tell which is which.

## References
CuPy documentation, "Differences between CuPy and NumPy"; NEP 18, "A dispatch mechanism for NumPy's high level array
functions".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import NumpyConversion
from cupylint.rule import IMPORTS_CUPY, Diagnosis, Rule

_MESSAGES = {
    "whole": "`np.{name}` is to convert {what}, a device array: TypeError",
    "inside": "`np.{name}` is to convert {what}, which holds a device array: TypeError",
    "mixed": "`cp.{name}` converts {what} with NumPy, since it mixes numbers with a device array: TypeError",
    "unknown": "CuPy has no `{name}`, so `np.{name}` cannot work on {what}, a device array: TypeError",
    "stored": "{what}, a device array, is assigned to a part of a NumPy array: TypeError",
    "index": "a NumPy array is indexed with a device array: TypeError",
}
_LABELS = {"index": "has a device array as its index"}
_COPY = "copy it to the host with cp.asnumpy(...) or .get()"
_HELP = {
    "mixed": "make all of them arrays and use cp.stack, or all of them numbers with float(...), which waits",
    "inside": "copy what it holds to the host with cp.asnumpy(...) or .get(), or use cp.stack",
    "unknown": "copy it to the host with cp.asnumpy(...), or write it with functions that CuPy has",
}


def check(fact: NumpyConversion) -> Iterator[Diagnosis]:
    """A conversion that CuPy refuses."""
    what = "this" if fact.text == "..." else f"`{fact.text}`"
    yield Diagnosis(
        message=_MESSAGES[fact.kind].format(name=fact.name, what=what),
        place=fact.spot,
        label=_LABELS.get(fact.kind, "is not converted implicitly"),
        notes=(_HELP.get(fact.kind, _COPY),),
    )


RULE = Rule(
    check,
    code="CUP207",
    name="implicit-numpy-conversion",
    severity="error",
    documentation=__doc__,
    needles=((b"numpy", IMPORTS_CUPY), (re.compile(rb"array\(\s*[\[(]"), IMPORTS_CUPY)),
)
