import pytest
import cupy as cp


@pytest.fixture
def stream():
    s = cp.cuda.Stream(non_blocking=True)
    yield s
    s.synchronize()


def test_bad(stream):
    x = cp.ones(10)
    cp.cuda.Device().synchronize()
    with pytest.raises(ValueError):
        with stream:
            y = x.reshape(3, 4)
    assert x.size == 10


@pytest.mark.parametrize("n", [1, 2])
def test_sum(stream, n):
    with stream:
        y = cp.ones(n)
        assert y.sum() == n
    cp.testing.assert_array_equal(y, cp.ones(n))


def unused():
    """Nobody calls this."""
    s = None
    with s:
        pass
