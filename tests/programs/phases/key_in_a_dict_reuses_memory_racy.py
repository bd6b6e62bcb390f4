import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

nxt = {"load": "wait", "wait": "use", "use": "load"}
load = {"load": 1}
st = "load"
for i in range(12):
    if st in load:
        with s1:
            w = x * 2  # expect: CUP104
    elif st in "xwaitx":
        s2.wait_event(s1.record())
    elif st in ["use"]:
        with s2:
            z = w + 1
    st = nxt[st]
