from dataclasses import dataclass, replace

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@dataclass(frozen=True)
class St:
    phase: str = "load"
    n: int = 0


st = St()
for i in range(12):
    if st.phase == "load":
        with s1:
            w = x * 2  # expect: CUP104
        st = replace(st, phase="wait")
    elif st.phase == "wait":
        s2.wait_event(s1.record())
        st = replace(st, phase="use", n=st.n + 1)
    else:
        with s2:
            z = w + 1
        st = replace(st, phase="load")
