"""Memory that is really there.

In a virtual machine the kernel tells the host which free pages it does not need, in blocks of 2 MiB, and the host takes
them back. The next touch of such a page costs some 10 µs: a tmpfs that writes 3.3 GB/s then writes 0.3 (measured), in
the middle of a copy, whichever client it is. Blocks of which one page stays in use are not reported, so the lab touches
what a scenario needs and keeps one page of every block.
"""

import mmap
import pathlib

BLOCK = 2 << 20
PAGE = 4096
LEFT_ALONE = 5 << 30        # for everything that is not the tmpfs

_held = []


def hold(size):
    """Touches so much memory and gives all of it back but one page in every block, for as long as this process lives."""
    size = min(size, available() - LEFT_ALONE) // BLOCK * BLOCK
    if _held or size <= 0:
        return
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    # A huge page of which a part is given back stays whole until memory is short.
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for offset in range(0, size, PAGE):
        memory[offset] = 1
    for offset in range(0, size, BLOCK):
        memory.madvise(mmap.MADV_DONTNEED, offset + PAGE, BLOCK - PAGE)
    _held.append(memory)


def available():
    """Bytes that could be had now."""
    lines = pathlib.Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("MemAvailable")).split()[1]) * 1024
