import cupy as cp
from messages import connect


def run(host):
    peers = connect()
    data = cp.array(host)
    stream = cp.cuda.Stream(non_blocking=True)
    peers.exchange([data], stream=stream)  # expect: CUP101
    stream.synchronize()
    return data.get()
