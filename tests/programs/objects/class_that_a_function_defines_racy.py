import cupy as cp


def handler(stream):
    side = cp.cuda.Stream(non_blocking=True)

    class Handler:
        def __init__(self, size):
            self.size = size

        def on_frame(self, frame):
            x = cp.zeros(self.size)
            with side:
                y = x + frame.exposure  # expect: CUP101
            side.synchronize()
            return y

    return Handler
