import cupy as cp
import numpy as np


class Trap:
    def __init__(self, start):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.position = cp.array(np.asarray(start))
            self.stream.begin_capture()
            self.position += 1
            self.graph = self.stream.end_capture()

    def reset(self, start):
        with self.stream:
            self.position[...] = cp.array(np.asarray(start))

    def advance(self):
        self.graph.launch(self.stream)
