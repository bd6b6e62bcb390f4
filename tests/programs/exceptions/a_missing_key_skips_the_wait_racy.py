"""The handler is ready for a key that is missing, and then nobody waits for what was begun before it was looked up."""

import cupy as cp


def correct(stream, frame, meta):
    try:
        with stream:
            frame -= meta["dark"]
            frame *= meta["gain"]
    except KeyError as missing:
        print("no", missing)
    else:
        stream.synchronize()
    return frame


def main():
    stream = cp.cuda.Stream(non_blocking=True)
    frame = cp.zeros(1 << 20)
    cp.cuda.Device().synchronize()
    clean = correct(stream, frame, {"dark": 0.5})
    print(float(clean.max()))  # expect: CUP103
