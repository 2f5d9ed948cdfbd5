"""What a lab could leave on the host, and the proof that it does not."""

import os
import pathlib
import subprocess
import sys
import tempfile

from . import kernel, keeper, network
from .checks import Failed, expect, wait_for
from .keeper import Refused

RUN = pathlib.Path(__file__).resolve().parents[1] / "run"
PROGRAM = "wanlink"


def refuses_a_second():
    try:
        with keeper.keeper():
            raise Failed("A second lab was let in.")
    except Refused:
        pass


def none_after(before, how):
    with tempfile.TemporaryFile() as said:
        lab = subprocess.Popen([sys.executable, RUN, "shell", "L6", "sleep", "120"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=said)
        try:
            wait_for(lambda: os.fstat(said.fileno()).st_size > 0, "a lab to begin", 30)
            expect(PROGRAM in _processes(), "A lab is up without its link.")
            lab.send_signal(how)
            lab.wait(20)
        finally:
            lab.kill()
            lab.wait()
    none(before)


def none(before):
    # The death of a killed keeper reaches the last of the others a moment later.
    wait_for(lambda: state() == before, lambda: f"what is left to go: before {before}, now {state()}", 10)


def state():
    """Of the host, what only a lab changes."""
    folder = pathlib.Path("/run/netns")
    names = set(os.listdir(folder)) if folder.exists() else set()
    mounts = [line.split()[1] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
    return {"links": list(_processes()).count(PROGRAM),
            "namespaces": sorted(names & {network.SERVER, network.CLIENT}),
            "devices": sorted(name for name in os.listdir("/sys/class/net") if name.startswith("wan")),
            "mounts": sorted(mount for mount in mounts if mount.startswith(("/run", "/etc"))),
            "setting": kernel.setting(keeper.ALLOWED)}


def _processes():
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            yield (folder / "comm").read_text().strip()
        except OSError:
            continue
