import chainerx
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
packed = cp.cuda.alloc(1 << 20)
cp.cuda.Device().synchronize()


def memory_of(array, library):
    if library is cp:
        memory = array.data
    elif library is chainerx:
        memory = cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(array.data_ptr, array.data_size, array, 0), 0)
    else:
        raise TypeError(type(array))
    return memory


def pack(parameters, name, library):
    for parameter in parameters:
        values = getattr(parameter, name)
        halves = values.astype("float16")
        packed.copy_from_device_async(memory_of(halves, library), 2 * values.size, s)  # expect: CUP101
