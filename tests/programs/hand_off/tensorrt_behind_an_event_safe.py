import cupy as cp
import tensorrt as trt


def infer(engine: trt.ICudaEngine, frame):
    context = engine.create_execution_context()
    stream = cp.cuda.Stream(non_blocking=True)
    image = cp.asarray(frame, dtype=cp.float32) / 255
    scores = cp.empty(1000, dtype=cp.float32)
    stream.wait_event(cp.cuda.get_current_stream().record())
    context.set_tensor_address("image", image.data.ptr)
    context.set_tensor_address("scores", scores.data.ptr)
    context.execute_async_v3(stream_handle=stream.ptr)
    stream.synchronize()
    return cp.argmax(scores)
