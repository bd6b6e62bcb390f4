import cupy as cp

kind = "free"
match kind:
    case "null":
        s = cp.cuda.Stream.null
    case _:
        s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with s:
    z = (y := x * 2) + 1
w = y + 1  # expect: CUP103
cp.cuda.Device().synchronize()
print(z, w)
