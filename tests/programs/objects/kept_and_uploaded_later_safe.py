"""What a constructor keeps and something else replaces is no array of the device because a method says so of that."""

import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


class Unpacked:
    def __init__(self, data):
        self.data = data
        with side:
            self.scaled = cp.asarray(data) * 2
        side.synchronize()

    def upload(self):
        self.data, self.count = cp.array(self.data), 3

    def address(self):
        return self.data.data.ptr


class Tested:
    def __init__(self, data):
        self.data = data
        with side:
            self.scaled = cp.asarray(data) * 2
        side.synchronize()

    def first(self, row):
        if isinstance(self.data, cp.ndarray):
            self.data[0, :] = cp.zeros(row.size, row.dtype)


class InAFunction:
    def __init__(self, data):
        self.data = data

        def upload():
            with side:
                self.data = cp.array(data)
            side.synchronize()

        upload()

    def address(self):
        return self.data.data.ptr
