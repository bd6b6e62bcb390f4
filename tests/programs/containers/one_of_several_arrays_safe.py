import cupy as cp


def scaled(name):
    side = cp.cuda.Stream(non_blocking=True)
    fields = {"density": cp.ones(1 << 20), "energy": cp.zeros(1 << 20)}
    side.wait_event(cp.cuda.get_current_stream().record())
    with side:
        result = fields[name] * 2
    side.synchronize()
    return result.get()


def scaled_where_it_is(name):
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        mine = cp.ones(1 << 20)
    fields = {"density": cp.zeros(1 << 20), "energy": mine}
    with side:
        result = fields[name] * 2
    side.synchronize()
    return result
