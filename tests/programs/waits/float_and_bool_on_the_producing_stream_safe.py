"""Waiting through values: float(), bool(), .item() on the producing stream before another stream reads."""

import cupy as cp


def newton(f, df, x, stream, tol=1e-10):
    with stream:
        for it in range(50):
            step = f(x) / df(x)
            x = x - step
            if float(cp.abs(step).max()) < tol:
                return x, it
    stream.synchronize()
    return x, None


def validate(x, stream):
    with stream:
        bad = cp.isnan(x).any()
        if bool(bad):
            raise ValueError("diverged")


def main():
    s1 = cp.cuda.Stream(non_blocking=True)
    s2 = cp.cuda.Stream(non_blocking=True)
    with s1:
        x0 = cp.linspace(1, 2, 1000)
    x, it = newton(lambda v: v**2 - 2, lambda v: 2 * v, x0, s1)
    validate(x, s2)
    print(it, x.mean())


if __name__ == "__main__":
    main()
