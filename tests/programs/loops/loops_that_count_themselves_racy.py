# A round waits that is not the last one: of loops that count themselves, go backwards, or are ended by a break.
import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def while_less(x: cp.ndarray, host):
    last_but_one = len(host) - 2
    i = 0
    cp.cuda.Device().synchronize()
    while i < len(host):
        with side:
            x += i
        if i == last_but_one:
            side.synchronize()
        i += 1
    return float(x.sum())  # expect: CUP103


def while_in_chunks(x: cp.ndarray, host, n):
    begin = 0
    cp.cuda.Device().synchronize()
    while begin < len(host):
        with side:
            x += begin
        if begin + n < len(host):
            side.synchronize()
        begin += n
    return float(x.sum())  # expect: CUP103


def until_a_break(x: cp.ndarray, host):
    i = 0
    cp.cuda.Device().synchronize()
    while True:
        with side:
            x += i
        if not i:
            side.synchronize()
        i += 1
        if i >= len(host):
            break
    return float(x.sum())  # expect: CUP103


def backwards(x: cp.ndarray, host):
    last = len(host) - 1
    cp.cuda.Device().synchronize()
    for i in range(len(host) - 1, -1, -1):
        with side:
            x += i
        if i == last:
            side.synchronize()
    return float(x.sum())  # expect: CUP103


def chunks_backwards(x: cp.ndarray, host, n):
    end = len(host)
    cp.cuda.Device().synchronize()
    while end > 0:
        begin = max(0, end - n)
        with side:
            x += begin
        if end > n:
            side.synchronize()
        end = begin
    return float(x.sum())  # expect: CUP103


def the_number_of_the_chunk_before(x: cp.ndarray, host, n):
    last = (len(host) - 1) // n
    cp.cuda.Device().synchronize()
    for k, begin in enumerate(range(0, len(host), n)):
        with side:
            x += begin
        if k == last - 1:
            side.synchronize()
    return float(x.sum())  # expect: CUP103


def now_and_then(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    for i in range(len(host)):
        with side:
            x += i
        if (i + 1) % n == 0:
            side.synchronize()
    if (i + 1) % n == 0:
        side.synchronize()
    return float(x.sum())  # expect: CUP103
