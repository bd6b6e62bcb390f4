# The stack is empty where it is made, and whoever calls has pushed CuPy's side.
import threading

import cupy
import numpy

stack = []


class OnHost:
    def library(self):
        return numpy


class OnDevice:
    def __enter__(self):
        stack.append(self)

    def __exit__(self, *exception):
        stack.pop()

    def library(self):
        return cupy


def library():
    return stack[-1].library() if stack else OnHost().library()


def warp(image):
    out = library().empty(image.shape, image.dtype)
    kernel = cupy.RawKernel('extern "C" __global__ void k(float* out, int n) { out[threadIdx.x] = n; }', "k")
    kernel((1,), (32,), (out, 32))
    return out


own = threading.local()


def push(side):
    own.side = side


def library_of_thread():
    return own.side.library() if hasattr(own, "side") else OnHost().library()


def warp_in_thread(image):
    out = library_of_thread().empty(image.shape, image.dtype)
    kernel = cupy.RawKernel('extern "C" __global__ void k(float* out, int n) { out[threadIdx.x] = n; }', "k")
    kernel((1,), (32,), (out, 32))
    return out
