import cupy as cp

s = cp.cuda.Stream(non_blocking=True)


def guarded(x, names):
    out = cp.empty_like(x)
    try:
        with s:
            cp.sin(x, out=out)
            if not names:
                raise ValueError("no names")
            out *= len(names)
    finally:
        s.synchronize()
    return out


x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
for names in (["a"], []):
    try:
        r = guarded(x, names)
        print(r.mean())
    except ValueError:
        x.fill(0)
        cp.cuda.Device().synchronize()
