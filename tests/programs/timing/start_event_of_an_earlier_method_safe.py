import cupy as cp


class Timer:
    def __init__(self):
        self.begun = None

    def start(self):
        self.begun = cp.cuda.Event()
        self.begun.record()

    def stop(self):
        ended = cp.cuda.Event()
        ended.record()
        ended.synchronize()
        return cp.cuda.get_elapsed_time(self.begun, ended)
