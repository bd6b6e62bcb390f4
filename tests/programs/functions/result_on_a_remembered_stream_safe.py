"""A private function that remembers the stream that it has made: the function that uses it waits for it."""

import functools

import cupy as cp


@functools.cache
def _lane(device):
    with cp.cuda.Device(device):
        return cp.cuda.Stream(non_blocking=True)


def upsample(signal, factor):
    lane = _lane(0)
    lane.wait_event(cp.cuda.get_current_stream().record())
    with lane:
        fine = cp.interp(cp.arange(signal.shape[0] * factor) / factor, cp.arange(signal.shape[0]), signal)
    lane.synchronize()
    return fine
