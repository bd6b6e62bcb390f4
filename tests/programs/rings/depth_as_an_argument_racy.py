import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(args):
    st = [cp.cuda.Stream(non_blocking=True) for _ in range(args.depth)]
    b = cp.empty(1 << 20)
    for k in range(args.rounds):
        with st[k % args.depth]:
            b[...] = x * k  # expect: CUP102
