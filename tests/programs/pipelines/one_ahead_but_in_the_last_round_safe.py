# The number of the last round is worked out before the loop.
import cupy as cp


def total(host, n):
    block = cp.empty(1 << 20)
    main = cp.cuda.get_current_stream()
    side = cp.cuda.Stream(non_blocking=True)
    used, loaded = cp.cuda.Event(), cp.cuda.Event()
    used.record(main)
    side.wait_event(used)
    block.set(host[0], stream=side)
    loaded.record(side)
    result = cp.zeros(1)
    last = len(host) - 1
    for number in range(len(host)):
        main.wait_event(loaded)
        result = result + block.sum()
        used.record(main)
        if number != last:
            side.wait_event(used)
            block.set(host[(number + 1) % len(host)], stream=side)
            loaded.record(side)
    block += 1
    return result
