import cupy as cp
from messages import connect


def run(host):
    peers = connect()
    data = cp.array(host)
    stream = cp.cuda.Stream(non_blocking=True)
    stream.wait_event(cp.cuda.Stream.null.record())
    peers.exchange(stream, data)
    stream.synchronize()
    return data.get()


def hand_on(host, queue):
    data = cp.array(host)
    stream = cp.cuda.Stream(non_blocking=True)
    queue.put((stream, data))
    queue.submit(stream, data)
