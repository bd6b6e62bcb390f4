# PySCF's logger reads the clock and prints: it knows nothing of the device.
import cupy as cp
from pyscf import lib
from pyscf.lib import logger


def product(mol, a):
    log = logger.new_logger(mol, mol.verbose)
    t0 = t1 = (logger.process_clock(), logger.perf_counter())
    b = cp.ones((3000, 3000)) @ cp.ones((3000, 3000))
    cp.cuda.get_current_stream().synchronize()
    t1 = log.timer_debug1("product", *t1)
    total = float(b.sum())
    log.timer("sum", *t1)
    log.timer("both", *t0)
    return total


def by_the_module(mol):
    t0 = logger.process_clock(), logger.perf_counter()
    b = cp.ones((3000, 3000)) @ cp.ones((3000, 3000))
    cp.cuda.get_current_stream().synchronize()
    lib.logger.timer(mol, "product", *t0)
    return b


def by_the_logger_itself(mol):
    log = logger.Logger(mol.stdout, mol.verbose)
    t0 = log.init_timer()
    b = cp.ones((3000, 3000)) @ cp.ones((3000, 3000))
    log.debug("shape %s", b.shape)
    cp.cuda.get_current_stream().synchronize()
    log.timer("product", *t0)
    return b
