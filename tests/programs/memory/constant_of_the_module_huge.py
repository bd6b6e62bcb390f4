# device-memory: 256MiB
# measured-peak: 2147483648

import cupy as cp

SIDE = 4 * 4096
SHAPE = (SIDE, SIDE)


def main():
    return cp.zeros(SHAPE)  # expect: CUP401


if __name__ == "__main__":
    main()
