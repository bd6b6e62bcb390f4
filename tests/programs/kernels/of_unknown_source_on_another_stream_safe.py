# A kernel whose source is not seen surely uses the arrays that it is given, and its stream waits.
import cupy as cp

with open("kernels.cu") as file:
    trace = cp.RawKernel(file.read(), "trace")


def render(settings, pixels):
    given = cp.asarray(settings)
    picture = cp.zeros(pixels, dtype=cp.uint8)
    stream = cp.cuda.Stream(non_blocking=True)
    stream.wait_event(cp.cuda.Stream.null.record())
    with stream:
        trace((pixels // 256,), (256,), (given, picture))
    stream.synchronize()
    return picture


def render_by_name(kernels, name, pixels):
    picture = cp.zeros(pixels, dtype=cp.uint8)
    stream = cp.cuda.Stream(non_blocking=True)
    stream.wait_event(cp.cuda.Stream.null.record())
    with stream:
        kernels[name]((pixels // 256,), (256,), (picture, pixels))
    stream.synchronize()
    return picture
