import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Ring:
    def __init__(self, depth):
        self.depth = depth
        self.st = [cp.cuda.Stream(non_blocking=True) for _ in range(depth)]
        self.bf = [cp.empty(1 << 20) for _ in range(depth)]

    def run(self, x, n):
        for k in range(n):
            with self.st[k % self.depth]:
                self.bf[(k + 1) % self.depth][...] = x * k  # expect: CUP102
            with self.st[k % self.depth]:
                c = self.bf[k % self.depth] + 1  # expect: CUP101
