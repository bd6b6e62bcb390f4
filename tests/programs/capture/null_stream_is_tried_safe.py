"""Where the stream that is current cannot be captured, the work is done without a graph."""
import cupy as cp


def captured(work):
    stream = cp.cuda.get_current_stream()
    try:
        stream.begin_capture()  # maybe: CUP503
        work()
        return stream.end_capture()
    except Exception:
        return None
