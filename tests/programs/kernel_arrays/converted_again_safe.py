# asarray of an array of the device gives another one where another type is asked for.
import cupy as cp

read = cp.RawKernel(r'''
extern "C" __global__ void read(const int* edges, const float* x, float* out) {
    out[threadIdx.x] = x[edges[threadIdx.x]];
}
''', "read")


def picked(x, edges, xp):
    edges = xp.asarray(edges, dtype=cp.int32)
    x = xp.array(x, dtype="float32", copy=False)
    out = xp.zeros(64, dtype=xp.float32)
    read((1,), (64,), (edges, x, out))
    return out


def in_a_type_of_the_caller(x, edges, kind):
    edges = cp.asarray(edges, dtype=kind)
    out = cp.zeros(64, dtype=cp.float32)
    read((1,), (64,), (edges, x.astype(cp.float32), out))
    return out


x = cp.random.rand(64)
edges = cp.unique(cp.random.randint(1, 63, size=64))
picked(x, edges, cp)
in_a_type_of_the_caller(x, edges, unknown())
