"""CUP110: streams that nobody can wait for; CUP114: streams under another device."""

from __future__ import annotations

import pytest

from tests.programs import lint

HEAD = "import cupy as cp\n"

PROGRAMS = {
    "returned, unfinished": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True):\n        y = cp.ones(n)\n    return y  # CUP110\n",
        {(5, "CUP110")},
    ),
    "returned in a tuple": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True):\n        y = cp.ones(n)\n    return y, n\n",
        {(5, "CUP110")},
    ),
    "a blocking stream is ordered with null": (
        "def f(n):\n    with cp.cuda.Stream():\n        y = cp.ones(n)\n    return y\n",
        set(),
    ),
    "the stream has a name": (
        "def f(n):\n    s = cp.cuda.Stream(non_blocking=True)\n    with s:\n        y = cp.ones(n)\n    return y, s\n",
        set(),
    ),
    "the device was waited for": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True):\n        y = cp.ones(n)\n"
        "    cp.cuda.Device().synchronize()\n    return y\n",
        set(),
    ),
    "waited for inside the block": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True):\n        y = cp.ones(n)\n"
        "        cp.cuda.get_current_stream().synchronize()\n    return y\n",
        set(),
    ),
    "the result left the device": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True):\n        return cp.ones(n).get()\n",
        set(),
    ),
    "the caller waits": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True):\n        y = cp.ones(n)\n    return y\n"
        "def g(n):\n    y = f(n)\n    cp.cuda.Device().synchronize()\n    return y\n",
        set(),
    ),
    "a wait for a new stream": ("x = cp.ones(9)\ncp.cuda.Stream().synchronize()\n", {(3, "CUP110")}),
    "a wait for the null stream": ("x = cp.ones(9)\ncp.cuda.Stream.null.synchronize()\n", set()),
    "a wait for the current stream": ("x = cp.ones(9)\ncp.cuda.get_current_stream().synchronize()\n", set()),
    "a wait for a new stream with a name": ("s = cp.cuda.Stream()\ns.synchronize()\n", set()),
    "used under another device": (
        "with cp.cuda.Device(0):\n    s = cp.cuda.Stream()\nwith cp.cuda.Device(1):\n    s.use()\n",
        {(5, "CUP114")},
    ),
    "one for each device": (
        "streams = []\nfor i in range(2):\n    with cp.cuda.Device(i):\n        streams.append(cp.cuda.Stream())\n"
        "for i in range(2):\n    with cp.cuda.Device(i):\n        with streams[i]:\n            x = cp.ones(9)\n",
        set(),
    ),
    "one for each device, mixed up": (
        "streams = []\nfor i in range(2):\n    with cp.cuda.Device(i):\n        streams.append(cp.cuda.Stream())\n"
        "for i in range(2):\n    with cp.cuda.Device(i):\n        with streams[0]:\n            x = cp.ones(9)\n",
        {(8, "CUP114")},
    ),
    "the device is not known": (
        "def f(i, j):\n    with cp.cuda.Device(i):\n        s = cp.cuda.Stream()\n"
        "    with cp.cuda.Device(j):\n        with s:\n            pass\n",
        set(),
    ),
    "a device that the caller chose": (
        "class A:\n    def __init__(self):\n        self.s = cp.cuda.Stream()\n"
        "    def f(self):\n        with cp.cuda.Device(1):\n            with self.s:\n                pass\n",
        set(),
    ),
    "a stream that is returned": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True) as s:\n        y = cp.ones(n)\n    return s, y\n",
        set(),
    ),
    "an event that is returned": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True) as s:\n        y = cp.ones(n)\n"
        "        e = s.record(cp.cuda.Event())\n    return {'y': y, 'done': e}\n",
        set(),
    ),
    "the null stream waits": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True) as s:\n        y = cp.ones(n)\n"
        "    cp.cuda.Stream.null.wait_event(s.record())\n    return y\n",
        set(),
    ),
    "a name that nobody gets": (
        "def f(n):\n    with cp.cuda.Stream(non_blocking=True) as s:\n        y = cp.ones(n)\n    return y\n",
        {(5, "CUP110")},
    ),
    "copies may go to a stream of another device": (
        "with cp.cuda.Device(0):\n    s = cp.cuda.Stream()\n    x = cp.ones(9)\n    s.synchronize()\n"
        "with cp.cuda.Device(1):\n    y = cp.ones(9)\n    cp.cuda.Device().synchronize()\n"
        "    cp.cuda.runtime.memcpyPeerAsync(y.data.ptr, 1, x.data.ptr, 0, x.nbytes, s.ptr)\n"
        "    cp.cuda.runtime.memcpyAsync(y.data.ptr, x.data.ptr, x.nbytes, 3, s.ptr)\n"
        "    y.data.copy_from_device_async(x.data, x.nbytes, stream=s)\n",
        set(),
    ),
    "other work may not": (
        "with cp.cuda.Device(0):\n    s = cp.cuda.Stream()\nwith cp.cuda.Device(1):\n    y = cp.ones(9)\n"
        "    cp.cuda.runtime.memsetAsync(y.data.ptr, 0, y.nbytes, s.ptr)\n",
        {(6, "CUP114")},
    ),
    "an event of another device": (
        "with cp.cuda.Device(0):\n    e = cp.cuda.Event()\nwith cp.cuda.Device(1):\n    s = cp.cuda.Stream()\n"
        "    s.record(e)\n    e.record()\n",
        {(6, "CUP114"), (7, "CUP114")},
    ),
    "an event of each device": (
        "events = []\nfor i in range(2):\n    with cp.cuda.Device(i):\n        events.append(cp.cuda.Event())\n"
        "for i in range(2):\n    with cp.cuda.Device(i):\n        events[i].record()\n",
        set(),
    ),
    "an event of a device that the caller chose": (
        "def f(i):\n    with cp.cuda.Device(i):\n        e = cp.cuda.Event()\n"
        "    with cp.cuda.Device(1):\n        e.record()\n",
        set(),
    ),
    "waits may cross devices": (
        "with cp.cuda.Device(0):\n    s = cp.cuda.Stream()\n    e = s.record()\nwith cp.cuda.Device(1):\n"
        "    t = cp.cuda.Stream()\n    t.wait_event(e)\n    s.synchronize()\n",
        set(),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    text, expected = PROGRAMS[name]
    found = {(finding.location.row, finding.code) for finding in lint(HEAD + text)}
    assert {item for item in found if item[1] in ("CUP110", "CUP114")} == expected
