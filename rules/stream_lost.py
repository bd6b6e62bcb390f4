"""Work goes to a stream that has no name, so that nobody can wait for it.

## What it does
Reports the `return` of an array that a `with Stream(non_blocking=True):` block without a name may still be writing,
and `Stream().synchronize()`, which waits for a stream on which nothing was ever run. Also the wait of a function for a
stream that it is given and puts no work on, while what it has made is still being written on the current one.

## Why is this bad?
Leaving the block does not wait, and the caller has no stream or event to wait for: only a wait for the whole device
would help, and nothing says that one is needed.

## Example
```python bad
import cupy as cp


def double(x):
    with cp.cuda.Stream(non_blocking=True):
        y = cp.sqrt(x)
    return y  # expect: CUP110
```

## Fix
Keep the stream and wait for it, or hand out an event with the array:
```python good
import cupy as cp


def double(x):
    with cp.cuda.Stream(non_blocking=True) as stream:
        y = cp.sqrt(x)
    stream.synchronize()
    return y
```

So should a function work on the stream that it waits for:
```python bad
import cupy as cp


def upload(table, stream=cp.cuda.Stream.null):
    copied = cp.array([1, 2, 3]) * 2
    stream.synchronize()  # expect: CUP110
    return copied
```

```python good
import cupy as cp


def upload(table, stream=cp.cuda.Stream.null):
    with stream:
        copied = cp.array([1, 2, 3]) * 2
    stream.synchronize()
    return copied
```

## Limits
A stream that is returned or kept, itself or by an event, can be waited for. Blocking streams are ordered with null,
where the caller most likely goes on, and are left alone. A function that the file itself calls is judged by what its
callers do.

## References
CuPy User Guide, "Streams and Events".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import StreamLost
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(lost: StreamLost) -> Iterator[Diagnosis]:
    """A stream that nobody can wait for, or one waited for with nothing on it."""
    if lost.work is None:
        message = "this waits for nothing: the stream is new, and no work was ever put on it"
        label = "waits for a stream that was just made"
        related: tuple[Related, ...] = ()
        notes = ("wait for the stream that the work is on",)
    elif lost.argument:
        message = (
            f"{lost.argument} is waited for, but this function puts no work on it: {lost.array} is written on the "
            f"current stream (line {lost.work.row})"
        )
        label = "does not wait for the current stream"
        related = (Related(lost.work.location, "written on the current stream"),)
        notes = (f"work on the stream that is given (`with {lost.argument}:`), or wait for the current one",)
    else:
        work = lost.work.line(lost.spot)
        message = (
            f"{lost.array} is returned while a stream without a name may still be writing it ({work}), "
            "and nobody can wait for that stream"
        )
        label = "may not be written yet"
        related = (
            Related(lost.work.location, "written on the stream without a name", lost.work.beside(lost.spot)),
            Related(lost.opened.location, "the stream has no name", lost.opened.beside(lost.spot)),
        )
        notes = ("name the stream (`with Stream(...) as stream:`) and wait for it, or return an event recorded on it",)
    yield Diagnosis(
        message=message,
        place=lost.spot,
        label=label,
        related=related,
        notes=notes,
        premises=lost.premises,
    )


RULE = Rule(
    check,
    code="CUP110",
    name="stream-lost",
    severity="error",
    documentation=__doc__,
    needles=(b"Stream",),
)
