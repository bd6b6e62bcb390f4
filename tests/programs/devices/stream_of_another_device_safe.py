"""Each device has a current stream of its own (measured): that of another one says nothing of it."""

import cupy as cp


def copied(array, device):
    if array.device.id == device:
        return array
    with cp.cuda.Device(array.device.id):
        host = array.get()  # maybe: CUP101
    with cp.cuda.Device(device):
        return cp.asarray(host, blocking=True)


def main(devices):
    limits = cp.linspace(0, 1, 50)
    for device in devices:
        with cp.cuda.Device(device):
            stream = cp.cuda.Stream(non_blocking=True)
            with stream:
                copied(limits, device)
