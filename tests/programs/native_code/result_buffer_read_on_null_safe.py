import cupy as cp
from messages import allreduce, connect


def total(values):
    sendbuf = cp.array(values)
    recvbuf = cp.zeros_like(sendbuf)
    stream = cp.cuda.Stream(non_blocking=True)
    stream.wait_event(cp.cuda.Stream.null.record())
    allreduce(sendbuf, recvbuf, stream=stream)
    stream.synchronize()
    return recvbuf.get()


def receive():
    peers = connect()
    stream = cp.cuda.Stream(non_blocking=True)
    data = cp.empty(1000)
    peers.recv_into(data, stream=stream)
    return data.get(stream=stream)
