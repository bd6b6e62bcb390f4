"""Each thread makes the stream current itself, so that all is on one."""
from concurrent.futures import ThreadPoolExecutor

import cupy as cp


def process(image, workers):
    stream = cp.cuda.Stream(non_blocking=True)

    def contrast(tile):
        with stream:
            return tile * 1.5

    with stream:
        whole = cp.asarray(image)
        tiles = cp.array_split(whole, workers)
        with ThreadPoolExecutor(workers) as pool:
            done = list(pool.map(contrast, tiles))
        merged = cp.concatenate(done)
    stream.synchronize()
    return merged
