import cupy as cp
import tensorrt as trt


def infer(engine: trt.ICudaEngine, frames):
    context = engine.create_execution_context()
    stream = cp.cuda.Stream(non_blocking=True)
    image = cp.zeros((3, 224, 224), dtype=cp.float32)
    scores = cp.empty(1000, dtype=cp.float32)
    context.set_tensor_address("image", image.data.ptr)
    context.set_tensor_address("scores", scores.data.ptr)
    for frame in frames:
        image[...] = cp.asarray(frame)
        context.execute_async_v3(stream.ptr)  # expect: CUP204
        stream.synchronize()
        yield scores.get()
