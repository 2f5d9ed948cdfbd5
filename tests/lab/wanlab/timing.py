"""Runs a client in its namespace and takes its time."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import threading
import time

from . import kernel
from .network import CLIENT

PEAK = pathlib.Path("/run/peak")
OUTPUT = pathlib.Path("/run/client.log")


@dataclasses.dataclass(frozen=True)
class Timed:
    seconds: float
    cpu_seconds: float      # user and system, with all children
    exit_code: int          # negative: the signal that ended it
    peak_mib: float | None  # of the largest process
    timed_out: bool
    said: str               # the end of what it printed, for a failure


def run_timed(command, environment, folder, limit, events, tell):
    """Runs the command; events are (seconds after its start, command to the link)."""
    PEAK.unlink(missing_ok=True)
    # A child's own peak would start at this interpreter's size; GNU time forks it from a small process instead.
    wrapped = ["/usr/bin/time", "--quiet", "--format=%M", f"--output={PEAK}", *map(str, command)]
    over = threading.Event()
    timed_out = threading.Event()
    with open(OUTPUT, "wb") as output, kernel.inside(CLIENT):
        start = time.perf_counter()
        process = subprocess.Popen(wrapped, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder,
                                   start_new_session=True, env=environment)

    def stop():
        timed_out.set()
        os.killpg(process.pid, signal.SIGKILL)

    actions = [*((at, lambda word=word: tell(word)) for at, word in events), (limit, stop)]
    clock = threading.Thread(target=_act, args=(start, actions, over), daemon=True)
    clock.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    over.set()
    clock.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    peak = PEAK.read_text().split() if PEAK.exists() else []
    return Timed(seconds, usage.ru_utime + usage.ru_stime, process.returncode,
                 int(peak[-1]) / 1024 if peak else None, timed_out.is_set(), _last_line(OUTPUT))


def _act(start, actions, over):
    for at, action in actions:
        if over.wait(max(0, start + at - time.perf_counter())):
            return
        action()


def _last_line(path):
    lines = [line.strip() for line in path.read_text(errors="replace").replace("\r", "\n").splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""
