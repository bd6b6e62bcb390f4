"""CuPy looked up by its name, where it need not be installed."""
import importlib

_cupy = None


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def found():
    global _cupy
    if _cupy is None:
        try:
            import cupy

            _cupy = cupy
        except ImportError:
            _cupy = False
    return _cupy if _cupy is not False else None


def by_name(n):
    cp = optional("cupy")
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.ones(n)
    stream.wait_event(cp.cuda.get_current_stream().record())
    with stream:
        y = x * 2
    stream.synchronize()
    return y


def by_statement(n):
    cp = found()
    if cp is None:
        return None
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.ones(n)
    stream.wait_event(cp.cuda.get_current_stream().record())
    with stream:
        y = x * 2
    stream.synchronize()
    return y
