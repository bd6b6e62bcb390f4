import cupy as cp
import tensorrt as trt


class Network:
    def __init__(self, engine: trt.ICudaEngine):
        self.context = engine.create_execution_context()
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.image = cp.zeros((3, 224, 224), dtype=cp.float32)
        self.scores = cp.empty(1000, dtype=cp.float32)
        self.bindings = [self.image.data.ptr, self.scores.data.ptr]
        cp.cuda.Device().synchronize()

    def infer(self, frame):
        with self.stream:
            self.image[...] = cp.asarray(frame)
            self.context.execute_async_v2(bindings=self.bindings, stream_handle=self.stream.ptr)  # expect: CUP204
        return cp.argmax(self.scores)  # expect: CUP204
