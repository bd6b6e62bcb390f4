"""Optional arguments and keyword streams through several layers of calls."""

from typing import Optional

import cupy as cp


def _resolve(stream: Optional[cp.cuda.Stream]) -> cp.cuda.Stream:
    return cp.cuda.get_current_stream() if stream is None else stream


def axpy(a, x, y, *, stream=None):
    stream = _resolve(stream)
    with stream:
        y += a * x
    return y


def dot(x, y, *, stream=None):
    with _resolve(stream):
        return cp.dot(x, y)


def gradient_descent(a, b, steps, *, stream=None):
    s = _resolve(stream)
    with s:
        x = cp.zeros_like(b)
        for _ in range(steps):
            r = b - a @ x
            axpy(0.1, r, x, stream=s)
        error = dot(r, r, stream=s)
    return x, error


def main():
    a = cp.eye(16) * 2
    b = cp.ones(16)
    x, error = gradient_descent(a, b, 50)
    print(x[:2], float(error))
    side = cp.cuda.Stream(non_blocking=True)
    side.wait_event(cp.cuda.get_current_stream().record())
    x, error = gradient_descent(a, b, 50, stream=side)
    side.synchronize()
    print(x[:2], float(error))


if __name__ == "__main__":
    main()
