import cupy as cp


def integrate(n, stream):
    done = cp.cuda.Event(disable_timing=True)
    with stream:
        total = cp.zeros(n)
    mean = None
    while True:
        pulse = yield mean
        caller = cp.cuda.get_current_stream()
        caller.wait_event(done)  # of the pulse before
        mean = cp.empty(n)
        stream.wait_event(caller.record())
        with stream:
            total += pulse
            mean[...] = total
            done.record()


class Chain:
    def __init__(self, n):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.integrator = integrate(n, self.stream)
        next(self.integrator)

    def feed(self, pulse: cp.ndarray):
        return self.integrator.send(pulse) * 2  # expect: CUP103
