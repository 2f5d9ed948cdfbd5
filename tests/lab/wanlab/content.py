"""Sources and the proof of a copy; all on the lab's own tmpfs."""

import pathlib
import subprocess
import time

from . import memory
from .keeper import Refused

BLOCK = 4 << 20
MARGIN = 3 << 30        # the clients, the servers, the link's ring and the machine itself


def check_memory(scenario):
    # Source and target, and the link's rings: both directions, half as much again as is under way and queued.
    needed = 2 * scenario.total + int(6 * scenario.bandwidth_delay) + MARGIN
    deadline = time.monotonic() + 10
    # The kernel gives a tmpfs back some time after the lab that had it has ended.
    while (available := memory.available()) < needed:
        if time.monotonic() > deadline:
            raise Refused(f"{scenario.name} needs {needed / 2**30:.1f} GiB of free memory for source and target on tmpfs "
                          f"and for the link; {available / 2**30:.1f} GiB are free.")
        time.sleep(0.2)


def make_source(folder, scenario):
    """Fills the folder with what the scenario fetches; noise that is the same in every run. Returns the files."""
    names = ["source.bin"] if scenario.files == 1 else [f"{number:04}.bin" for number in range(scenario.files)]
    wanted = {folder / name: scenario.size for name in names} | {
        folder / f"large-{number}.bin": size for number, size in enumerate(scenario.large)}
    if all(path.exists() and path.stat().st_size == size for path, size in wanted.items()):
        return list(wanted)
    for leftover in folder.iterdir():
        leftover.unlink()
    with subprocess.Popen(["openssl", "enc", "-aes-128-ctr", "-K", "0" * 32, "-iv", "0" * 32, "-in", "/dev/zero"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as noise:
        for path, left in wanted.items():
            with open(path, "wb") as file:
                while left:
                    block = noise.stdout.read(min(BLOCK, left))
                    if not block:
                        raise Refused("openssl, which makes the noise, ended too early.")
                    file.write(block)
                    left -= len(block)
        noise.kill()
    return list(wanted)


def shorten(sources, size):
    """The sources, or a file that holds the beginning of the first."""
    if size is None:
        return sources
    short = sources[0].with_name(f"first-{size >> 20}m.bin")
    if not short.exists():
        with open(sources[0], "rb") as source, open(short, "wb") as file:
            for _ in range(0, size, BLOCK):
                file.write(source.read(BLOCK))
    return [short]


def warm(folder, size):
    """Takes and gives back as much memory as a copy needs.

    The first to fill fresh memory of a virtual machine waits for its host (measured: 6.8 s instead of 2.1 s for 2 GiB).
    """
    path = folder / "warm"
    with open(path, "wb") as file:
        for _ in range(0, size, BLOCK):
            file.write(bytes(BLOCK))
    path.unlink()


def difference(sources, target):
    """None, or a sentence. The target is a file for one source and a folder for many."""
    if target.is_dir():
        found = {path.name: path for path in target.rglob("*") if path.is_file()}
        missing = [path.name for path in sources if path.name not in found]
        if missing:
            return f"{len(missing)} of {len(sources)} files missing, the first {missing[0]}"
        pairs = [(path, found[path.name]) for path in sources]
    elif target.exists():
        pairs = [(sources[0], target)]
    else:
        return "no file delivered"
    for source, copy in pairs:
        if source.stat().st_size != copy.stat().st_size:
            return f"{copy.name} has {copy.stat().st_size} of {source.stat().st_size} bytes"
        if not _same(source, copy):
            return f"{copy.name} has wrong bytes"
    return None


def _same(left, right):
    with open(left, "rb") as a, open(right, "rb") as b:
        while True:
            block = a.read(BLOCK)
            if block != b.read(BLOCK):
                return False
            if not block:
                return True
