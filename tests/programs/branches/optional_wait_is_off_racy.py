"""The optional wait is off by default."""

import argparse
import cupy as cp


def compute(n, check):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        a = cp.arange(n) ** 2
    if check:
        s.synchronize()
    return a.sum()  # expect: CUP103


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--check", action="store_true")
    args = p.parse_args()
    print(compute(100, args.check))


main()
