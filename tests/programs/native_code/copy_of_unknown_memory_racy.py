import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
packed = cp.cuda.alloc(1 << 20)
cp.cuda.Device().synchronize()


def copy_into(target, source, size, offset, stream=None):
    target = target + offset
    if stream is None:
        target.copy_from_device(source.data, size)
    else:
        target.copy_from_device_async(source.data, size, stream)  # expect: CUP101


def pack(parameters, name):
    offset = 0
    for parameter in parameters:
        values = getattr(parameter, name)
        size = 2 * values.size
        halves = values.astype("float16")
        copy_into(packed, halves, size, offset, s)
        offset += size


def unpack(parameters, name):
    for parameter in parameters:
        values = getattr(parameter, name)
        values.data.copy_from_device_async(packed, values.nbytes, s)
        parameter.total = values.astype("float32")  # expect: CUP101
