import cupy as cp
import messages
from cuda.core.experimental import Device

device = Device()
device.set_current()
stream = device.create_stream()
source = cp.ones(10) * 3
messages.broadcast(source, stream=stream)  # expect: CUP101
stream.sync()
