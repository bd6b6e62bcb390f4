# device-memory: 256MiB

import argparse

import cupy as cp

parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=20_000)
args = parser.parse_args()
a = cp.zeros((args.n, args.n))
b = a + 1
