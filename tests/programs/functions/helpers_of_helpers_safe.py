import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def a0():
    s.synchronize()


def a1():
    a0()


def a2():
    a1()


def a3():
    a2()


def a4():
    a3()


def a5():
    a4()


def a6():
    a5()


def a7():
    a6()


def a8():
    a7()


def a9():
    a8()


with s:
    x += 1
a9()
print(x.sum())  # maybe: CUP103
