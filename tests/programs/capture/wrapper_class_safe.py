import cupy as cp

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Graphed:
    def __init__(self, function, *arrays):
        self.arrays = arrays
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.stream.begin_capture()
            self.out = function(*arrays)
            self.graph = self.stream.end_capture()

    def __call__(self):
        self.graph.launch(self.stream)
        self.stream.synchronize()
        return self.out


step = Graphed(lambda u, v: u + v, x, y)
print(float(step()[0]))
