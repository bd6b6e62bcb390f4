import cupy as cp


def on_the_argument(n, stream=cp.cuda.Stream.null):
    with stream:
        made = cp.arange(n) * 2
    stream.synchronize()
    return made


def given_to_others(n, stream=cp.cuda.Stream.null):
    made = cp.arange(n)
    scale(made, stream)
    stream.synchronize()
    return made


def used_by_a_function_inside(n, stream=cp.cuda.Stream.null):
    made = cp.arange(n)

    def run():
        launch(made, stream)

    run()
    stream.synchronize()
    return made


def current_one_is_waited_for(n, stream=cp.cuda.Stream.null):
    made = cp.arange(n)
    cp.cuda.get_current_stream().synchronize()
    stream.synchronize()
    return made


def nothing_is_made(n, stream=cp.cuda.Stream.null):
    stream.synchronize()
    return n


def replaced(n, stream=cp.cuda.Stream.null):
    stream = cp.cuda.get_current_stream()
    made = cp.arange(n)
    stream.synchronize()
    return made
