import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

TABLE = {}


def named(name):
    def keep(function):
        TABLE[name] = function
        return function

    return keep


@named("stop")
def s1_stop():
    s2.wait_event(s1.record())


@named("go")
def nothing():
    pass


with s1:
    a = x * 2
TABLE["go"]()
with s2:
    b = a + 1  # expect: CUP101
