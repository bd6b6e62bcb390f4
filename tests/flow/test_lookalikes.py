"""What only looks like CuPy's streams and events, waits of other libraries, and streams of unknown kind."""

from __future__ import annotations

import pytest

from tests.programs import lint

HEAD = """\
import cupy as cp
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(9)
cp.cuda.Device().synchronize()
"""
WAITS = {  # between a write on s1 and a read on s2
    "numba": ("from numba import cuda\n", "cuda.synchronize()", True),
    "numba, whole": ("import numba.cuda\n", "numba.cuda.synchronize()", True),
    "torch": ("import torch\n", "torch.cuda.synchronize()", True),
    "torch, its own alias": ("from torch import cuda as tc\n", "tc.synchronize()", True),
    "torch, one stream": ("import torch\n", "torch.cuda.current_stream().synchronize()", False),
    "pycuda": ("import pycuda.driver as drv\n", "drv.Context.synchronize()", True),
    "the runtime": ("", "cp.cuda.runtime.deviceSynchronize()", True),
    "the bindings": ("from cuda import cudart\n", "cudart.cudaDeviceSynchronize()", True),
    "the new bindings": ("from cuda.bindings import runtime\n", "runtime.cudaDeviceSynchronize()", True),
    "threading's event": ("import threading\n", "e = threading.Event(); e.set(); e.wait()", False),
    "multiprocessing's event": ("import multiprocessing\n", "multiprocessing.Event().set()", False),
    "logging to a stream": ("import logging, sys\n", "logging.StreamHandler(stream=sys.stderr)", False),
    "requests' stream": ("import requests\n", "requests.get('a', stream=True)", False),
    "subprocess": ("import subprocess\n", "subprocess.run(['a'], stdout=subprocess.PIPE)", False),
    "torch's event": ("import torch\n", "torch.cuda.Event().synchronize()", False),
    "numba's stream": ("from numba import cuda\n", "cuda.stream().synchronize()", False),
}


@pytest.mark.parametrize("name", WAITS)
def test_waits_of_others(name: str) -> None:
    imports, wait, covers = WAITS[name]
    text = f"{imports}{HEAD}with s1:\n    y = x + 1\n{wait}\nwith s2:\n    z = y + 1\n"
    found = lint(text)
    if covers:
        assert found == []
    else:
        assert {finding.code for finding in lint(text, maybe=True)} <= {"CUP101"}


SILENT = {
    "torch's streams": (
        "import torch\na, b = torch.cuda.Stream(), torch.cuda.Stream()\n"
        "with torch.cuda.stream(a):\n    y = x + 1\nwith torch.cuda.stream(b):\n    z = y + 1\n"
    ),
    "numba's streams": (
        "from numba import cuda\na = cuda.stream()\nwith a.auto_synchronize():\n    y = x + 1\nz = y + 1\n"
    ),
    "pycuda's streams": "import pycuda.driver as drv\na = drv.Stream()\na.synchronize()\ny = x + 1\n",
    "cvcuda's streams": "import cvcuda\na = cvcuda.Stream()\nwith a:\n    y = x + 1\nz = y + 1\n",
    "a class called Stream": (
        "class Stream:\n    def __enter__(self): return self\n    def __exit__(self, *e): pass\n"
        "with Stream():\n    y = x + 1\nz = y + 1\n"
    ),
    "a class called Event": (
        "class Event:\n    def record(self): return self\n    def synchronize(self): pass\n"
        "e = Event().record()\ne.synchronize()\n"
    ),
    "stream=True": "import requests\nwith requests.get('a', stream=True) as r:\n    y = x + 1\nz = y + 1\n",
    "a parameter": "def f(stream):\n    with stream:\n        y = x + 1\n    return y + 1\n",
    "two parameters": "def f(a, b):\n    with a:\n        y = x + 1\n    with b:\n        return y + 1\n",
    "a parameter and null": "def f(stream=None):\n    stream = stream or cp.cuda.Stream.null\n    with stream:\n"
    "        y = x + 1\n    return float(y[0])\n",
    "a parameter by keyword": "def f(*, stream: 'cp.cuda.Stream | None' = None):\n    if stream is not None:\n"
    "        stream.use()\n    return x + 1\n",
    "an attribute": "class A:\n    def __init__(self, stream):\n        self.stream = stream\n    def f(self):\n"
    "        with self.stream:\n            y = x + 1\n        return y + 1\n",
    "a parameter and a stream of the file": (
        "def f(stream):\n    with stream:\n        y = x + 1\n    with s1:\n        return y + 1\n"
    ),
    "something that a foreign call made": (
        "import foreign\ns = foreign.make_stream()\nwith s:\n    y = x + 1\nz = y + 1\n"
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_streams_that_are_none_or_may_be_any(name: str) -> None:
    assert lint(HEAD + SILENT[name]) == []


def test_an_external_stream_is_the_stream_itself() -> None:
    text = HEAD + "s3 = cp.cuda.ExternalStream(s1.ptr)\nwith s1:\n    y = x + 1\nwith s3:\n    z = y + 1\n"
    assert lint(text) == []
