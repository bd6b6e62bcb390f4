import cupy as cp
import numpy as np


class Scaler:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def double(self, values, on_stream=False):
        x = cp.asarray(values)
        if on_stream:
            self.stream.wait_event(cp.cuda.get_current_stream().record())
            with self.stream:
                y = x * 2
            self.stream.synchronize()
        else:
            y = x * 2
        return y


def main():
    print(Scaler().double(np.arange(9.0)))


if __name__ == "__main__":
    main()
