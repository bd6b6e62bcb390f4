import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Table:
    def __getitem__(self, key):
        return print


table = Table()
table[1, 32](x)
