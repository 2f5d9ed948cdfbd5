"""Is the machine quiet? A figure of a busy one is of no use to anybody."""

import os
import pathlib
import time

QUIET = 0.3         # processors


def busy_elsewhere(seconds=0.3):
    """Processors that others keep busy now; to be asked while the lab does nothing."""
    before = _busy_ticks()
    time.sleep(seconds)
    return round((_busy_ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds, 2)


def wait(limit):
    """Waits so many seconds at most for others to be quiet; returns what they keep busy then."""
    deadline = time.monotonic() + limit
    while (busy := busy_elsewhere()) > QUIET and time.monotonic() < deadline:
        time.sleep(1)
    return busy


def _busy_ticks():
    user, nice, system, _idle, _wait, irq, soft, *_ = map(int, pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()[1:])
    return user + nice + system + irq + soft
