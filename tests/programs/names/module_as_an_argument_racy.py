"""A parameter that is called `cupy` is the module."""


def scaled(cupy, tiles, scale, out):
    streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(2)]
    factor = cupy.full(64, scale)
    for number, tile in enumerate(tiles):
        with streams[number % 2]:
            out[number] = cupy.asarray(tile) * factor  # expect: CUP101
    for stream in streams:
        stream.synchronize()
    return out
