import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(args):
    st = [cp.cuda.Stream(non_blocking=True) for _ in range(args.depth)]
    bf = [cp.empty(1 << 20) for _ in range(args.depth)]
    for k in range(args.rounds):
        with st[k % args.depth]:
            bf[k % args.depth][...] = x * k
