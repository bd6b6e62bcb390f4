import cupy as cp


class Cache:
    def __init__(self):
        self.arrays, self.pending = {}, {}
        self.side = cp.cuda.Stream(non_blocking=True)

    def prefetch(self, layer):
        if id(layer) in self.arrays:
            return
        with self.side:
            weights = cp.asarray(layer.data) * 2
        self.arrays[id(layer)] = weights
        self.pending[id(layer)] = self.side.record()

    def wait(self, layer):
        ready = self.pending.get(id(layer))
        if ready is None:
            return
        cp.cuda.get_current_stream().wait_event(ready)

    def use(self, layer):
        weights = self.arrays[id(layer)]
        self.wait(layer)
        return weights + 1

    def use_after_wait(self, layer):
        self.wait(layer)
        return self.arrays[id(layer)] + 1


def decode(layers):
    cache = Cache()
    for layer, following in zip(layers, layers[1:]):
        cache.prefetch(layer)
        y = cache.use(layer) + cache.use_after_wait(layer)
        cache.prefetch(following)
    return y
