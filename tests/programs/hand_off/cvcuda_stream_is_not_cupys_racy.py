import cupy as cp
import cvcuda

frame = cp.ones((480, 640, 3), dtype=cp.uint8)
cp.cuda.Device().synchronize()
stream = cvcuda.Stream()

with stream:
    grey = cvcuda.cvtcolor(cvcuda.as_tensor(frame, "HWC"), cvcuda.ColorConversion.RGB2GRAY)
    value, place, count = cvcuda.max_loc(grey, 1)
    found = cp.asnumpy(cp.asarray(value.cuda()))  # expect: CUP204

frame *= 2  # expect: CUP204

with stream:
    cvcuda.cvtcolor_into(grey, cvcuda.as_tensor(frame, "HWC"), cvcuda.ColorConversion.RGB2GRAY)  # expect: CUP204
total = cp.asarray(grey.cuda()).sum()  # expect: CUP204
