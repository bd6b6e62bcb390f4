# The stream and the events recorded on it are known to the function alone, also where a list holds them.
import cupy as cp


def halves(y: cp.ndarray):
    cp.cuda.Device().synchronize()
    lanes = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    done = [cp.cuda.Event() for _ in range(2)]
    for number, lane in enumerate(lanes):
        done[number].record(lane)
    with lanes[1]:
        result = y * 2
    return result  # expect: CUP103
