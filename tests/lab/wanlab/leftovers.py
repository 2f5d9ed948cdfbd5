"""What a lab could leave on the host, and the proof that it does not.

Other labs, and tests with links of their own, may run beside this one and are not to be taken for what it leaves: its processes have a mark in their
environment, and of the host's mounts only those count that a lab makes.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import uuid

from . import kernel, keeper, network
from .checks import Failed, expect, wait_for
from .keeper import Refused

RUN = pathlib.Path(__file__).resolve().parents[1] / "run"
PROGRAM = "wanlink"
MARK = ("ACCELERATOR_LAB", uuid.uuid4().hex)
MOUNTS = {"/run", "/etc/hosts", "/etc/passwd", f"/run/netns/{network.SERVER}", f"/run/netns/{network.CLIENT}"}


def refuses_a_second():
    try:
        with keeper.keeper():
            raise Failed("A second lab was let in.")
    except Refused:
        pass


def none_after(before, how):
    with tempfile.TemporaryFile() as said:
        lab = subprocess.Popen([sys.executable, RUN, "shell", "--wait", "L6", "sleep", "120"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=said)
        try:
            # The lab of another test run may have to end first.
            wait_for(lambda: os.fstat(said.fileno()).st_size > 0, "a lab to begin", 180)
            expect(_links(), "A lab is up without its link.")
            lab.send_signal(how)
            lab.wait(60)
        finally:
            lab.kill()
            lab.wait()
    none(before)


def none(before):
    # The death of a killed keeper reaches the last of the others a moment later. What was there before may go meanwhile: it is another's.
    wait_for(lambda: not _left(before), lambda: f"what is left to go: {_left(before)}", 60)


def _left(before):
    now = state()
    left = {name: sorted(now[name] - before[name]) for name in ("links", "namespaces", "devices", "mounts")}
    left["setting"] = [] if now["setting"] == before["setting"] else [now["setting"]]
    return {name: what for name, what in left.items() if what}


def state():
    """Of the host, what only a lab changes."""
    folder = pathlib.Path("/run/netns")
    names = set(os.listdir(folder)) if folder.exists() else set()
    mounts = [line.split()[1] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
    return {"links": _links(),
            "namespaces": names & {network.SERVER, network.CLIENT},
            "devices": {name for name in os.listdir("/sys/class/net") if name.startswith("wan")},
            "mounts": {(mount, mounts.count(mount)) for mount in MOUNTS & set(mounts)},
            "setting": kernel.setting(keeper.ALLOWED)}


def _links():
    """The process ids of the running links of the labs that were started here."""
    return {int(folder.name) for folder in pathlib.Path("/proc").glob("[0-9]*") if _is_marked_link(folder)}


def _is_marked_link(process):
    try:
        return (process / "comm").read_text().strip() == PROGRAM and "=".join(MARK).encode() in (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return False
