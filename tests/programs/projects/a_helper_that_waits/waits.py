def after(later, earlier):
    later.wait_event(earlier.record())
