"""A stand-in for CuPy whose streams are threads: each runs what it is given in order, none waits for another.

Just enough for the harness's own tests: no simulator, no legacy null stream rules, one device.
"""

from __future__ import annotations

import time

import numpy

from . import cuda

float32, int32, uint8 = numpy.float32, numpy.int32, numpy.uint8
__version__ = "14.0.0"


class ndarray:
    """An array whose operations run on the current stream's thread."""

    def __init__(self, values):
        self._values = values
        self.data = cuda.MemoryPointer(values)

    shape = property(lambda self: self._values.shape)
    strides = property(lambda self: self._values.strides)
    itemsize = property(lambda self: self._values.itemsize)
    nbytes = property(lambda self: self._values.nbytes)
    dtype = property(lambda self: self._values.dtype)
    size = property(lambda self: self._values.size)
    flags = property(lambda self: self._values.flags)

    def _new(self, operation):
        result = empty(self.shape, self.dtype)
        cuda.issue(lambda: result._values.__setitem__(..., operation(self._values)))
        return result

    def __add__(self, other):
        return self._new(lambda values: values + other)

    def __mul__(self, other):
        return self._new(lambda values: values * other)

    def fill(self, value):
        cuda.issue(lambda: self._values.fill(value))

    def __setitem__(self, key, value):
        cuda.issue(lambda: self._values.__setitem__(key, value))

    def __getitem__(self, key):
        return ndarray(self._values[key])

    def __iadd__(self, other):
        return _into(numpy.add, self, other, out=self)

    def __float__(self):
        return float(self.get())

    def get(self, stream=None):
        result = numpy.empty_like(self._values)
        stream = stream or cuda.get_current_stream()
        stream.issue(lambda: result.__setitem__(..., self._values))
        stream.synchronize()
        return result

    def __str__(self):
        return str(self.get())


def empty(shape, dtype=float32):
    count = int(numpy.prod(shape))
    pointer = cuda.allocate(count * numpy.dtype(dtype).itemsize)
    return ndarray(pointer.values.view(dtype)[:count].reshape(shape))


def zeros(shape, dtype=float32):
    result = empty(shape, dtype)
    result.fill(0)
    return result


def ones(shape, dtype=float32):
    return full(shape, 1, dtype)


def full(shape, value, dtype=float32):
    result = empty(shape, dtype)
    result.fill(value)
    return result


def _into(operation, *operands, out):
    values = [getattr(operand, "_values", operand) for operand in operands]
    cuda.issue(lambda: out._values.__setitem__(..., operation(*values)))
    return out


def multiply(first, second, out):
    return _into(numpy.multiply, first, second, out=out)


def square(values, out):
    return _into(numpy.square, values, out=out)


def sum(values, out):
    return _into(numpy.sum, values, out=out)


def array(values, dtype=float32):
    result = empty(numpy.shape(values), dtype)
    staged = numpy.array(values, dtype)
    cuda.issue(lambda: result._values.__setitem__(..., staged))
    return result


class RawKernel:
    """Knows two kernels: the gate, and ``twice``, which doubles its first argument into its second."""

    def __init__(self, source, name):
        assert name in ("cupylint_gate", "twice")
        self._name = name

    def __call__(self, grid, block, arguments, stream=None):
        if self._name == "twice":
            values, out = (argument._values for argument in arguments)
            (stream or cuda.get_current_stream()).issue(lambda: numpy.multiply(values, 2, out=out))
            return
        flag, state, limit = (int(argument) for argument in arguments)
        (stream or cuda.get_current_stream()).issue(lambda: _spin(flag, state, limit))


def _spin(flag, state, limit):
    end = time.monotonic() + limit * 1e-9
    cuda.word(state)[0] = 1
    while not cuda.word(flag)[0]:
        if time.monotonic() > end:
            cuda.word(state)[0] = 3
            return
        time.sleep(0.0005)
    cuda.word(state)[0] = 2


class _PlanCache:
    """The plans of transforms that a thread keeps."""

    def __init__(self):
        self._plans, self._size = {}, 16

    def __setitem__(self, key, plan):
        if self._size:
            self._plans[key] = plan

    def get(self, key):
        return self._plans.get(key)

    def get_size(self):
        return self._size

    def set_size(self, size):
        self._size = size

    def clear(self):
        self._plans.clear()


_plans = _PlanCache()


class fft:
    class config:
        get_plan_cache = staticmethod(lambda: _plans)


get_default_memory_pool = cuda.pool
get_default_pinned_memory_pool = cuda.pool
