import cupy as cp
import pytest


def sizes(*wanted):
    def decorate(test):
        return pytest.mark.parametrize("size", list(wanted))(test)

    return decorate


@sizes(1 << 20)
def test_sum(size):
    s = cp.cuda.Stream(non_blocking=True)
    x = cp.ones(size)
    with s:
        assert x.sum() == size  # expect: CUP101
