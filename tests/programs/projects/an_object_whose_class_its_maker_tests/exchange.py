import cupy as cp


class Exchange:
    def __init__(self, ranks):
        self.ranks = ranks
        self.sums = cp.zeros(1 << 20)

    def send(self, values, stream):
        with stream:
            self.sums += values

    def scaled(self, values, stream):
        scaled = cp.multiply(values, self.ranks)
        with stream:
            self.sums += scaled  # expect: CUP101
