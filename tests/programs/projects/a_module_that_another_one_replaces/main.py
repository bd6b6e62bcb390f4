import kit

x = kit.device.zeros(1 << 20)
s = kit.device.Stream(non_blocking=True)
with s:
    y = kit.device.negated(x)
