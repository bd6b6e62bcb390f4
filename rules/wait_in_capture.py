"""Something that a stream capture does not allow, or work that the capture misses.

## What it does
Reports, between `stream.begin_capture()` and `stream.end_capture()`: waits and questions to the captured stream
(`synchronize()`, `done`, `.get()`, `float(x)`, `if x.any()`), copies between host and device, calls of cuBLAS,
cuSOLVER and cuRAND, waits for events recorded outside, streams that join the capture and do not return to it, the
null stream, and captures in which all work goes to another stream.

## Why is this bad?
Work on a captured stream does not run, it only becomes part of the graph; so there is nothing to wait for. CUDA
invalidates the whole capture and the error shows at `end_capture()`; CuPy raises an error for what it knows to
be impossible. `begin_capture()` does not make its stream current: work outside `with stream:` runs at once and is
not part of the graph.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
total = cp.zeros(1)
cp.cuda.Device().synchronize()
with stream:
    stream.begin_capture()
    cp.sum(x, out=total, keepdims=True)
    print(float(total[0]))  # expect: CUP503
    graph = stream.end_capture()
    graph.launch()
```

## Fix
Read results after the graph was launched:
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
total = cp.zeros(1)
cp.cuda.Device().synchronize()
with stream:
    stream.begin_capture()
    cp.sum(x, out=total, keepdims=True)
    graph = stream.end_capture()
    graph.launch()
    print(float(total[0]))
```

## Limits
Products of integer arrays do not go to cuBLAS, but are taken to. Two captures at the same time are not told apart.

## References
CUDA Programming Guide, "Creating a Graph Using Stream Capture"; CuPy, `Stream.begin_capture`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import BrokenCapture
from cupylint.findings import UNSEEN, Related
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "null-stream": "the null stream cannot be captured: make a Stream(non_blocking=True) for it",
    "other-stream": "{stream} is not the stream whose capture was begun: that is {captured}",
    "not-joined": "{stream} took part in the capture and does not return to {captured}: the capture cannot be ended",
    "nothing-captured": "the capture of {captured} is empty: the work in it runs on another stream, at once",
    "legacy-stream": "the null stream is used while the blocking stream {captured} is captured: the capture is lost",
    "library": "{what} cannot be used while {captured} is captured",
    "copy": "nothing can be copied between host and device while {captured} is captured",
    "callback": "add_callback cannot be used while {captured} is captured",
    "outside-event": "{captured}, which is captured, waits for an event that was recorded outside of the capture",
    "wait": "the host waits while {captured} is captured: captured work does not run, so the capture is lost",
    "query": "{captured} is captured and cannot be asked whether it is done: the capture is lost",
}
_LABELS = {
    "null-stream": "raises an error",
    "other-stream": "raises an error",
    "not-joined": "raises an error",
    "nothing-captured": "captures nothing",
    "legacy-stream": "not allowed in the capture",
    "library": "raises an error in the capture",
    "copy": "raises an error in the capture",
    "callback": "raises an error in the capture",
    "outside-event": "not allowed in the capture",
    "wait": "not allowed in the capture",
    "query": "not allowed in the capture",
}
_NOTES = {
    "not-joined": "end with `{captured}.wait_event({stream}.record())` before end_capture()",
    "nothing-captured": "begin_capture() does not make its stream current: put the work into `with {captured}:`",
    "legacy-stream": "capture a Stream(non_blocking=True), which the null stream has nothing to do with",
    "library": "only kernels of CuPy and of the program itself, and FFTs, can be captured",
    "copy": "copy before begin_capture(), or after the graph was launched",
    "callback": "launch_host_func can be captured",
    "wait": "wait after the graph was launched",
    "query": "ask after the graph was launched",
}


def check(broken: BrokenCapture) -> Iterator[Diagnosis]:
    """A mistake in a capture."""
    words = {"stream": broken.stream, "captured": broken.captured, "what": broken.what}
    aside = broken.kind == "nothing-captured"
    same = broken.other.filename == broken.spot.filename
    related = []
    if broken.other is not broken.spot:
        text = "runs at once" if aside else f"the capture of {broken.captured} begins here"
        related.append(Related(broken.other.location, text, "" if same else broken.other.filename))
    hidden = ("this copies to the host and waits for the copy",) if broken.what == "hidden" else ()
    note = _NOTES.get(broken.kind, "").format(**words)
    yield Diagnosis(
        severity="warning" if aside else None,
        message=_MESSAGES[broken.kind].format(**words),
        place=broken.spot,
        label=_LABELS[broken.kind],
        related=tuple(related),
        notes=(*hidden, note) if note else hidden,
        premises=() if broken.certain else (UNSEEN,),
    )


RULE = Rule(
    check,
    code="CUP503",
    name="wait-in-capture",
    severity="error",
    documentation=__doc__,
    needles=(b"begin_capture",),
)
