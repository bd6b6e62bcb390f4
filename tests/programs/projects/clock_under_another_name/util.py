from timeit import default_timer as timer


class Clock:
    def __enter__(self):
        self.start = timer()
        return self

    def __exit__(self, *error):
        self.seconds = timer() - self.start  # expect: CUP501


def tic():
    return timer()
