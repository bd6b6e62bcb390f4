import cupy as cp


class Reducer:
    def __init__(self):
        self.buffers = {}
        self.streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]

    def reduce(self, gradients):
        ready = cp.cuda.get_current_stream().record()
        for i, (name, gradient) in enumerate(gradients.items()):
            stream = self.streams[i % 4]
            stream.wait_event(ready)
            with stream:
                buffer = self.buffers.get(gradient.shape)
                if buffer is None:
                    buffer = self.buffers[gradient.shape] = cp.empty(gradient.shape)
                buffer.fill(1)  # expect: CUP102
        for stream in self.streams:
            cp.cuda.get_current_stream().wait_event(stream.record())

    def clear(self, layers):
        ready = cp.cuda.get_current_stream().record()
        for i, layer in enumerate(layers):
            stream = self.streams[i % 4]
            stream.wait_event(ready)
            with stream:
                buffer = self.buffers.get(layer.name)
                if buffer is None:
                    buffer = self.buffers[layer.name] = cp.empty(layer.shape)
                buffer.fill(0)
        for stream in self.streams:
            cp.cuda.get_current_stream().wait_event(stream.record())
