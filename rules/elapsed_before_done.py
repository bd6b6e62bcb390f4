"""The time between two events is asked before the events are done, or of events that cannot tell it.

## What it does
Reports `get_elapsed_time(start, end)` where the host has not waited for one of the events, where one of them was
never recorded, or where one was made with `disable_timing=True`.

## Why is this bad?
`get_elapsed_time` does not wait. It raises `cudaErrorNotReady` while an event is pending, and
`cudaErrorInvalidResourceHandle` for an event without a record or without a time. Whether an event is still pending
depends on how long the work takes: such programs pass tests on small inputs.

## Example
```python bad
import cupy as cp

start, end = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(4096, 4096)
start.record()
y = x @ x
end.record()
print(cp.cuda.get_elapsed_time(start, end))  # expect: CUP502
```

## Fix
Wait for the later event:
```python good
import cupy as cp

start, end = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(4096, 4096)
start.record()
y = x @ x
end.record()
end.synchronize()
print(cp.cuda.get_elapsed_time(start, end))
```

## Limits
Events that other code may have waited for are shown by `--maybe`; events from elsewhere are not reported.

## References
CUDA Runtime API, `cudaEventElapsedTime`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import EarlyElapsed
from cupylint.findings import UNSEEN, Fix, Related
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "pending": "{event} may not be done yet: get_elapsed_time raises an error instead of waiting for it",
    "never": "{event} was never recorded: get_elapsed_time raises an error",
    "untimed": "{event} was made with disable_timing: get_elapsed_time raises an error",
}
_LABELS = {
    "pending": "nothing waits for {event} before this",
    "never": "{event} is not recorded before this",
    "untimed": "{event} has no time",
}
_PLACES = {
    "pending": "recorded here, and waited for nowhere in between",
    "never": "made here",
    "untimed": "made without a time here",
}


def check(early: EarlyElapsed) -> Iterator[Diagnosis]:
    """An elapsed time asked too early, or of the wrong event."""
    name = early.event or "the event"
    same = early.place.filename == early.spot.filename
    fixes = (Fix(f"{name}.synchronize()", early.spot.row),) if early.kind == "pending" and early.event else ()
    yield Diagnosis(
        message=_MESSAGES[early.kind].format(event=name),
        place=early.spot,
        label=_LABELS[early.kind].format(event=name),
        related=(
            Related(early.place.location, _PLACES[early.kind], "" if same else early.place.filename),
        ),
        candidates=fixes,
        premises=early.premises if early.certain else (*early.premises, UNSEEN),
    )  # fmt: skip


RULE = Rule(
    check,
    code="CUP502",
    name="elapsed-before-done",
    severity="error",
    documentation=__doc__,
    needles=(b"get_elapsed_time", b"eventElapsedTime"),
    fix="unsafe",
)
