"""A class with many methods: the last one waits for its caller as well."""

import cupy as cp


class Elementwise:
    def __init__(self, name):
        self.name = name

    def add(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x + 2
        side.synchronize()
        return y

    def subtract(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x - 2
        side.synchronize()
        return y

    def multiply(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x * 2
        side.synchronize()
        return y

    def divide(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x / 2
        side.synchronize()
        return y

    def power(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x ** 2
        side.synchronize()
        return y

    def rest(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x % 2
        side.synchronize()
        return y

    def floor(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x // 2
        side.synchronize()
        return y

    def smaller(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x < 2
        side.synchronize()
        return y

    def larger(self, x: cp.ndarray):
        side = cp.cuda.Stream(non_blocking=True)
        side.wait_event(cp.cuda.get_current_stream().record())
        with side:
            y = x > 2
        side.synchronize()
        return y
