import cupy as cp
from messages import connect


def run(host):
    peers = connect()
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        data = cp.array(host)
    peers.exchange([data], stream=stream)
    stream.synchronize()
    return data.get()
