import cupy as cp
import cvcuda

frame = cp.ones((480, 640, 3), dtype=cp.uint8)
cp.cuda.Device().synchronize()
stream = cvcuda.Stream()

with stream:
    grey = cvcuda.cvtcolor(cvcuda.as_tensor(frame, "HWC"), cvcuda.ColorConversion.RGB2GRAY)
    value, place, count = cvcuda.max_loc(grey, 1)
    stream.sync()
    found = cp.asnumpy(cp.asarray(value.cuda()))

frame *= 2
cp.cuda.Device().synchronize()

with cp.cuda.ExternalStream(stream.handle):
    frame = frame + 1
    cvcuda.cvtcolor_into(grey, cvcuda.as_tensor(frame, "HWC"), cvcuda.ColorConversion.RGB2GRAY, stream=stream)
    total = cp.asarray(grey.cuda()).sum()
stream.sync()

default = cp.ones((480, 640, 3), dtype=cp.uint8)
grey = cvcuda.cvtcolor(cvcuda.as_tensor(default, "HWC"), cvcuda.ColorConversion.RGB2GRAY)
total = cp.asarray(grey.cuda()).sum()

own = cvcuda.as_stream(cp.cuda.Stream(non_blocking=True))
with own:
    again = cvcuda.resize(grey, (10, 10), cvcuda.Interp.LINEAR, stream=own)
