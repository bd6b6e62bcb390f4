import cupy as cp


class Lane:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def __enter__(self):
        self.stream.wait_event(cp.cuda.get_current_stream().record())
        self.stream.__enter__()

    def __exit__(self, *error):
        self.stream.__exit__(*error)


class FieldOps:
    def __init__(self, lane):
        self.lane = lane

    def slope(self, field, out):
        with self.lane:
            cp.subtract(cp.roll(field, -1), field, out=out)
        return out


def relative_slope(field, ops):
    slope = ops.slope(field, cp.empty_like(field))
    return slope / 2  # expect: CUP103


def is_steep(field, ops):
    return relative_slope(field, ops) > 1
