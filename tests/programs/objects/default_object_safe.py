"""Callers may leave out a cache; the one that is made then keeps a table of the stream that asked first."""
import cupy as cp


class Tables:
    def __init__(self):
        self._known = {}

    def get(self, n):
        table = self._known.get(n)
        if table is None:
            table = self._known[n] = cp.arange(n) * 2
        return table


class Bank:
    def __init__(self, tables=None):
        self.tables = tables if tables is not None else Tables()
        self.streams = [cp.cuda.Stream() for _ in range(2)]

    def process(self, records):
        for i, record in enumerate(records):
            n = len(record)
            table = self.tables.get(n)  # on null, which blocking streams wait for
            with self.streams[i % 2]:
                x = cp.asarray(record)
                x += table
        for stream in self.streams:
            stream.synchronize()
