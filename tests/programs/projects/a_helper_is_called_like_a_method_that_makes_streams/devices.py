import cupy as cp  # noqa: F401
from cuda.core import Device


def device_and_stream():
    device = Device()
    device.set_current()
    return device, device.create_stream()
