import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(p):
    st = "load"
    nxt = {"load": "wait", "wait": "use", "use": "load"}
    for i in range(12):
        if p.is_load(st):
            with s1:
                w = x * 2  # maybe: CUP104
        elif p.is_wait(st):
            s2.wait_event(s1.record())
        else:
            with s2:
                z = w + 1  # maybe: CUP101
        st = nxt[st]
