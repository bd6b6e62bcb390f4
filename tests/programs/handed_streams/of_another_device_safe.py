"""Streams that a caller hands over are blocking ones of whichever device they are used on."""
import cupy as cp


def spread(x, streams):
    parts = []
    for device, stream in enumerate(streams):
        with cp.cuda.Device(device):
            part = cp.asarray(x)
            with stream:
                parts.append(part * 2)  # maybe: CUP101
    for stream in streams:
        stream.synchronize()
    return parts
