import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import sys
from argparse import ArgumentParser


def die(message):
    print(message)
    raise SystemExit(1)


parser = ArgumentParser()
args = parser.parse_args()
with s:
    y = x * 2
if args.mode == 1:
    s.synchronize()
elif args.mode == 2:
    die("no")
else:
    parser.error("mode")
print(y.sum())
