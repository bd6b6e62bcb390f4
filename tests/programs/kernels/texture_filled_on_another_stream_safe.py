"""Kernels read a texture of an array of CUDA, which is filled on another stream in order."""

import cupy as cp
import cupyx
import numpy as np
from cupy.cuda import runtime, texture

_sample = cp.RawKernel(
    r"""
    extern "C" __global__ void sample(cudaTextureObject_t image, float* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = tex2D<float>(image, i + 0.5f, 0.5f);
    }
    """,
    "sample",
)


def textured(width: int, height: int):
    channel = texture.ChannelFormatDescriptor(32, 0, 0, 0, runtime.cudaChannelFormatKindFloat)
    memory = texture.CUDAarray(channel, width, height)
    resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=memory)
    return memory, texture.TextureObject(resource, texture.TextureDescriptor())


def frames(images: list[cp.ndarray]):
    upload, compute = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    memory, image = textured(640, 480)
    first, second = images
    memory.copy_from(first, upload)
    compute.wait_event(upload.record())
    with compute:
        out = cp.empty(640, cp.float32)
        _sample((5,), (128,), (image, out, 640))
    upload.wait_event(compute.record())
    memory.copy_from(second, stream=upload)
    upload.synchronize()
    return out.get(stream=compute)


def of_the_current_stream(frame: cp.ndarray):
    """Without a stream the copy is made on the current one, and not waited for."""
    stream = cp.cuda.Stream(non_blocking=True)
    memory, image = textured(640, 480)
    out = cp.empty(640, cp.float32)
    stream.wait_event(cp.cuda.get_current_stream().record())
    with stream:
        memory.copy_from(frame)
    cp.cuda.get_current_stream().wait_event(stream.record())
    _sample((5,), (128,), (image, out, 640))
    return out.get()


def staged(rows: np.ndarray):
    stream = cp.cuda.Stream(non_blocking=True)
    memory, image = textured(640, 480)
    pinned = cupyx.empty_pinned((480, 640), np.float32)
    pinned[...] = rows[0]
    memory.copy_from(pinned, stream)
    stream.synchronize()
    pinned[...] = rows[1]
    memory.copy_from(pinned, stream)
    memory.copy_to(pinned, stream)
    stream.synchronize()
    total = pinned.sum()
    stream.synchronize()
    return total
