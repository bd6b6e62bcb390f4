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


def a10():
    a9()


def a11():
    a10()


def a12():
    a11()


def a13():
    a12()


def a14():
    a13()


with s:
    x += 1
a14()
print(x.sum())  # maybe: CUP103
