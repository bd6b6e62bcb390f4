def use(x, stream):
    with stream:
        return x + 1
