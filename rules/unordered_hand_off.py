"""An array is handed to another library that may read it before the stream that writes it is done.

## What it does
Follows device arrays into other libraries (torch, Numba, JAX, cuDF, mpi4py, UCX, NCCL, TensorRT) and back, through
DLPack, `__cuda_array_interface__` and `x.data.ptr`, and reports an access on one side that nothing orders after a
conflicting one on the other side.

## Why is this bad?
Each library has its own current stream. CuPy describes an array by *its* current stream at the moment of the
exchange, whatever stream writes the array: an exchange outside the `with` block that computes the array orders
nothing that matters. Some ways of handing over order nothing at all: `torch.as_tensor`, `cupy.asarray` of a torch
tensor, DLPack capsules of `toDlpack`, an interface of version 2, MPI and UCX.

## Example
```python bad
import cupy as cp
import torch

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    y = x * 3
total = torch.from_dlpack(y).sum()  # expect: CUP204
```

## Fix
Exchange the array where the stream that writes it is current, after the last work on it:
```python good
import cupy as cp
import torch

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    y = x * 3
    tensor = torch.from_dlpack(y)
total = tensor.sum()
```
Libraries that know no streams need a host that has waited, also for hidden copies such as `ascontiguousarray`:
```python good
import cupy as cp
from mpi4py import MPI

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    y = cp.ascontiguousarray(x[::2])
stream.synchronize()
MPI.COMM_WORLD.Send(y, dest=1)
```

## What each way of handing over waits for
| call | orders |
|---|---|
| `torch.from_dlpack(x)`, `cupy.from_dlpack(t)`, JAX | the taker's current stream after the giver's current stream |
| `torch.as_tensor(x)`, `torch.tensor(x)`, `cupy.asarray(tensor)` | nothing |
| `x.toDlpack()`, `cupy.fromDlpack(capsule)` | nothing |
| Numba kernels, `numba.cuda.as_cuda_array(x)` | the host waits for CuPy's current stream |
| `cupy.asarray(obj)` with `__cuda_array_interface__` | the host waits for the stream that it names; for none, nothing |
| `cvcuda.as_tensor(x)`, `cupy.asarray(tensor.cuda())` | nothing; `with cvcuda.Stream():` is current for CV-CUDA alone |
| mpi4py, UCX, a raw pointer | nothing |
| C code with a raw pointer and `stream.ptr` | nothing; it works on that stream |
| ONNX Runtime, `run_with_iobinding` | nothing; it works on a stream of its own, or on `user_compute_stream` |
| ONNX Runtime, `synchronize_inputs` | the host waits for the device |
| TensorRT, `execute_async_v3(stream.ptr)` | nothing; it works on that stream, at the addresses that it was given |
| `cupy_backends.cuda.libs.*` | nothing; it works on the current stream |

## Limits
A raw pointer given without a stream to code that is not seen is shown by `--maybe` only; with one it is a warning,
since that the code works with the array there is likely and no more. MPI with work on the null stream, or on one
that is ordered with it, is a warning: mpi4py asks for a buffer that is ready, yet some builds copy behind that
stream. A buffer of which nothing is known counts as one of the host; a copy of it that is made after a wait for the
device, and sent, is a warning too. A buffer that is used before the request of an `Isend` or `Irecv` was waited for
is the affair of CUP101, CUP102 and their kin; two messages into one buffer are MPI's. What another library does with
streams of its own is followed for torch, CV-CUDA and ONNX Runtime.

## References
CUDA Array Interface (Version 3), "Synchronization"; Python array API standard, "Data interchange mechanisms";
mpi4py, "GPU-aware MPI + Python GPU arrays"; CuPy, "Interoperability".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_hand_off import hand_off_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import MESSAGES, STREAM


def check(race: Race) -> Iterator[Diagnosis]:
    """A race whose accesses are those of two libraries."""
    if race.kind == "hand-off" and race.hand_off is not None and race.memory == "device":
        yield hand_off_finding(race, race.hand_off)


RULE = Rule(
    check,
    code="CUP204",
    name="unordered-hand-off",
    severity="error",
    documentation=__doc__,
    needles=(STREAM, MESSAGES, b"iobinding", (b"jax", b"toDlpack")),
    follows_imports=True,
    fix="unsafe",
)
