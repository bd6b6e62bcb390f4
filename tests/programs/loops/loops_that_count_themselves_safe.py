# The last round waits: of a loop that counts itself, of one that goes backwards, or of one that a break ends.
import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def while_less(x: cp.ndarray, host):
    last = len(host) - 1
    i = 0
    cp.cuda.Device().synchronize()
    while i < len(host):
        with side:
            x += i
        if i == last:
            side.synchronize()
        i += 1
    return float(x.sum())


def while_in_chunks(x: cp.ndarray, host, n):
    begin = 0
    cp.cuda.Device().synchronize()
    while begin < len(host):
        with side:
            x += begin
        if begin + n >= len(host):
            side.synchronize()
        begin += n
    return float(x.sum())


def until_a_break(x: cp.ndarray, host):
    last = len(host) - 1
    i = 0
    cp.cuda.Device().synchronize()
    while True:
        if not i:
            with side:
                x += i
        if i == last:
            side.synchronize()
        i += 1
        if i >= len(host):
            break
    return float(x.sum())


def backwards(x: cp.ndarray, host):
    cp.cuda.Device().synchronize()
    for i in range(len(host) - 1, -1, -1):
        with side:
            x += i
        if i == 0:
            side.synchronize()
    return float(x.sum())


def chunks_backwards(x: cp.ndarray, host, n):
    end = len(host)
    cp.cuda.Device().synchronize()
    while end > 0:
        begin = max(0, end - n)
        with side:
            x += begin
        if end <= n:
            side.synchronize()
        end = begin
    return float(x.sum())


def chunks_backwards_asked_the_other_way(x: cp.ndarray, host, n):
    end = len(host)
    cp.cuda.Device().synchronize()
    while 0 < end:
        begin = max(end - n, 0)
        with side:
            x += begin
        if n >= end:
            side.synchronize()
        end = begin
    return float(x.sum())


def a_window_before_the_end(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    for i in range(len(host)):
        with side:
            x += i
        if i + n >= len(host):
            side.synchronize()
    return float(x.sum())


def the_number_of_the_last_chunk(x: cp.ndarray, host, n):
    last = (len(host) - 1) // n
    cp.cuda.Device().synchronize()
    for k, begin in enumerate(range(0, len(host), n)):
        with side:
            x += begin
        if k == last:
            side.synchronize()
    return float(x.sum())


def now_and_then_and_what_is_left(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    for i in range(len(host)):
        with side:
            x += i
        if (i + 1) % n == 0:
            side.synchronize()
    if (i + 1) % n:
        side.synchronize()
    return float(x.sum())
