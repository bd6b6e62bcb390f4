import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def logged(function):
    def wrapper(*args):
        return function(*args)

    return wrapper


class Loader:
    @property
    @logged
    def values(self):
        with s1:
            return x * 2

    @staticmethod
    @logged
    def more(values):
        with s1:
            return values * 2


loader = Loader()
a = loader.values
c = loader.more(y)
with s2:
    b = a + 1  # expect: CUP101
    d = c + 1  # expect: CUP101
