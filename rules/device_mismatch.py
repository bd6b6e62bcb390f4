"""A stream or an event of one device is used while another device is current.

## What it does
Reports `with stream:`, `stream.use()`, a launch or a record with a stream that was made under one
`Device(i)` while the program has made another device current, and an event of one device that is recorded on a stream
of another one. (To wait for it there is allowed.)

## Why is this bad?
A stream belongs to the device that was current when it was made. Under another device CUDA refuses it: CuPy raises
`RuntimeError` when it is made current, and launches and records fail with an invalid handle.

## Example
```python bad
import cupy as cp

with cp.cuda.Device(0):
    stream = cp.cuda.Stream()
with cp.cuda.Device(1):
    with stream:  # expect: CUP114
        x = cp.ones(10)
```

## Fix
Use the stream under its own device, or make one for each device:
```python good
import cupy as cp

with cp.cuda.Device(1):
    stream = cp.cuda.Stream()
with cp.cuda.Device(1):
    with stream:
        x = cp.ones(10)
```

## Limits
Only devices with known numbers count, and only where the program itself chose both. Arrays of another device are
left alone: where the devices can read each other's memory that is merely slow.

## References
CUDA Programming Guide, "Stream and Event Behavior" with several devices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import DeviceMismatch
from cupylint.rule import Diagnosis, Rule

_DOES = {
    "with": "CuPy raises RuntimeError here",
    "use": "CuPy raises RuntimeError here",
    "launch": "the launch fails",
    "record": "the record fails",
    "event": "the record fails",
}


def check(found: DeviceMismatch) -> Iterator[Diagnosis]:
    """A stream, or an event, used under a device that it does not belong to."""
    if found.what == "event":
        yield Diagnosis(
            message=f"{found.stream} belongs to device {found.device}, and is recorded on a stream of {found.current}",
            place=found.spot,
            label=f"an event of device {found.device}",
            notes=(f"{_DOES[found.what]}: make an event for each device, under it. To wait for it elsewhere is fine",),
        )
        return
    yield Diagnosis(
        message=f"{found.stream} belongs to device {found.device}, but device {found.current} is current",
        place=found.spot,
        label=f"a stream of device {found.device}",
        notes=(f"{_DOES[found.what]}: make device {found.device} current around it",),
    )


RULE = Rule(
    check,
    code="CUP114",
    name="device-mismatch",
    severity="error",
    documentation=__doc__,
    needles=(re.compile(rb"(?<!\w)(?<!class )Device\((?!\s*0?\s*\))"),),
    of_streams=True,
)
