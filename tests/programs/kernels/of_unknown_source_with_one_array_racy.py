"""A kernel whose source is not seen has to write the one array that it is given."""

import cupy as cp

step = cp.RawModule(path="steps.cubin").get_function("step")
stream = cp.cuda.Stream(non_blocking=True)
field = cp.zeros(100, dtype="f4")
cp.cuda.Device().synchronize()
step((1,), (100,), (field, cp.int32(3)))
stream.synchronize()
print(field.get(stream))  # expect: CUP101
