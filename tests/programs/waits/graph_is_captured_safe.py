"""What is captured is launched later, on the stream that is waited for."""

import cupy as cp


def run(values):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.asarray(values)
    cp.cuda.Stream.null.synchronize()
    with stream:
        stream.begin_capture()
        y = x * 2
        graph = stream.end_capture()
    graph.launch(stream)
    stream.synchronize()
    return y
