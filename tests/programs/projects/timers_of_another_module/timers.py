import time


class Timer:
    def __enter__(self):
        self.begin = time.perf_counter()
        return self

    def __exit__(self, *error):
        self.seconds = time.perf_counter() - self.begin  # expect: CUP501


def timed(function):
    def inner(*args):
        begin = time.perf_counter()
        result = function(*args)
        print(time.perf_counter() - begin)  # expect: CUP501
        return result
    return inner
