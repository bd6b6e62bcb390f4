

def finish(event):
    event.synchronize()  # expect: CUP105
