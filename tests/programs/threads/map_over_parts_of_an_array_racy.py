"""The threads work on the null stream; the parts are put together on another one."""
from concurrent.futures import ThreadPoolExecutor

import cupy as cp


def contrast(tile):
    return tile * 1.5


def process(image, workers):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        whole = cp.asarray(image)
        tiles = cp.array_split(whole, workers)
        stream.synchronize()
        with ThreadPoolExecutor(workers) as pool:
            done = list(pool.map(contrast, tiles))  # expect: CUP107
        merged = cp.concatenate(done)  # expect: CUP101
    stream.synchronize()
    return merged
