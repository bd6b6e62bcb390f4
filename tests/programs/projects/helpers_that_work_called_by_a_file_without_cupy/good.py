import steps
a = steps.load(9)
steps.wait()
b = steps.use(a)
