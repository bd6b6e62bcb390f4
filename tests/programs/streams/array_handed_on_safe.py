import cupy as cp


class Producer:
    def __init__(self, queue, sink, pool):
        self.queue, self.sink, self.pool = queue, sink, pool
        self.load = cp.cuda.Stream(non_blocking=True)
        self.work = cp.cuda.Stream(non_blocking=True)

    def run(self, data, output, task):
        with self.load:
            x = cp.asarray(data) * 2
        with self.work:
            self.queue.put(x)
            output.emit(x, "out")
            self.pool.submit(task, x)
            self.sink.on_frame(x)
            self.sink.set_data(x)
