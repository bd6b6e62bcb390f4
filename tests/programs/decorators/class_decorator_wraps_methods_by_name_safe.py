import cupy as cp


def joined(method):
    def wrapper(self, *args):
        out = method(self, *args)
        self.stream.synchronize()
        return out

    return wrapper


def by_vars(cls):
    for name, member in list(vars(cls).items()):
        if name.startswith("do_") and callable(member):
            setattr(cls, name, joined(member))
    return cls


def by_dir(cls):
    for name in dir(cls):
        if name.startswith("do_"):
            setattr(cls, name, joined(getattr(cls, name)))
    return cls


def by_dict(cls):
    for name, member in dict(cls.__dict__).items():
        if name.startswith("do_"):
            setattr(cls, name, joined(member))
    return cls


def by_a_list(cls):
    for name in open("methods.txt"):
        setattr(cls, name, joined(getattr(cls, name)))
    return cls


class Tool:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)


@by_vars
class First(Tool):
    def do_clip(self, data):
        with self.stream:
            return cp.maximum(data, 1)


@by_dir
class Second(Tool):
    def do_clip(self, data):
        with self.stream:
            return cp.maximum(data, 1)


@by_dict
class Third(Tool):
    def do_clip(self, data):
        with self.stream:
            return cp.maximum(data, 1)


@by_a_list
class Fourth(Tool):
    def do_clip(self, data):
        with self.stream:
            return cp.maximum(data, 1)


for tool in First(), Second(), Third(), Fourth():
    print(tool.do_clip(cp.float32(3)).get())
