import cupy as cp

work = cp.cuda.Stream(non_blocking=True)
other = cp.cuda.Stream(non_blocking=True)


def check_finite(a):
    """Raise when a has a NaN; reading the answer makes the host wait for the current stream."""
    if cp.any(cp.isnan(a)):
        raise ValueError("not a number")


x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with work:
    y = cp.log(x)
    check_finite(y)
with other:
    z = y * 2
    if float(z[0]) > 1e9:
        print("large")
x.fill(1)
print(z)
