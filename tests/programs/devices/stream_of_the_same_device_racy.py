"""The device of the stream is chosen anew inside: that changes nothing."""

import cupy as cp


def copied(array, device):
    with cp.cuda.Device(device):
        return array.get()  # expect: CUP101


def main(devices):
    limits = cp.linspace(0, 1, 50)
    for device in devices:
        with cp.cuda.Device(device):
            stream = cp.cuda.Stream(non_blocking=True)
            with stream:
                copied(limits, device)
