import cupy as cp
from exchange import Exchange


class Overlapped:
    def __init__(self, exchange):
        assert isinstance(exchange, Exchange)
        self.exchange = exchange
        self.stream = cp.cuda.Stream(non_blocking=True)

    def update(self, values):
        self.stream.synchronize()
        cp.cuda.Stream.null.synchronize()
        self.exchange.send(values, self.stream)


class Plain:
    def __init__(self, exchange):
        self.exchange = exchange
        self.stream = cp.cuda.Stream(non_blocking=True)

    def update(self, values):
        if not isinstance(self.exchange, Exchange):
            raise TypeError
        self.stream.synchronize()
