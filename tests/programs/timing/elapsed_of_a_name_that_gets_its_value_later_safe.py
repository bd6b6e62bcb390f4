import cupy as cp


class Flow:
    def compute(self):
        begin.record()
        self.a = cp.random.rand(512, 512)
        end.record()  # NameError: nothing that follows is reached
        end.synchronize()


flow = Flow()
begin = cp.cuda.Event()
flow.compute()
end = cp.cuda.Event()
print(cp.cuda.get_elapsed_time(begin, end))  # maybe: CUP502
