"""The model of CuPy's calls, measured: what each does on a device, and where the model says something else."""
