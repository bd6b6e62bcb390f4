"""Thread reads what main wrote on a non-blocking stream."""

import threading
import cupy as cp


def body(x, out):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        out.append(x.sum())  # expect: CUP101
        s.synchronize()


def main():
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        x = cp.random.random(1000)
    out = []
    t = threading.Thread(target=body, args=(x, out))
    t.start()
    t.join()
    print(float(out[0]))


main()
