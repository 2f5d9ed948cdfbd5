"""What a run of the lab leaves: facts, parameters and every single record, as one JSON document."""

import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess

from .floors import floor
from .network import settings
from .servers import REPOSITORY, VSFTPD

FOLDER = pathlib.Path(__file__).resolve().parents[1]
KEPT = FOLDER / "results/kept.json"
# What decides the times. A change of any of them makes kept ones worthless.
DECIDING = ("wanlink.c", "static.c", "flows.h", "wanlab/scenarios.py", "wanlab/network.py", "wanlab/servers.py", "wanlab/tools.py",
            "wanlab/timing.py")


def lab_version():
    digest = hashlib.sha256()
    for name in DECIDING:
        digest.update((FOLDER / name).read_bytes())
    return digest.hexdigest()[:12]


def machine():
    cpu = next((line.split(":")[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), os.uname().machine)
    memory = int(pathlib.Path("/proc/meminfo").read_text().split()[1]) / 2**20
    return {"cpu": cpu, "cpus": os.cpu_count(), "memory_gib": round(memory), "kernel": os.uname().release}


def facts(ftpx):
    # The mark of a changed checkout. The kept times do not count as a change: the run itself writes them.
    commit = _said(["git", "-C", REPOSITORY, "describe", "--always"])
    if _said(["git", "-C", REPOSITORY, "status", "--porcelain", "--untracked-files=no", "--", ".", f":!{KEPT.parent.relative_to(REPOSITORY)}"]):
        commit += "-dirty"
    return {"date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "machine": machine(),
            "commit": commit, "lab": lab_version(), "versions": _versions(ftpx)}


def parameters(scenario):
    return {**dataclasses.asdict(scenario), "settings": settings(scenario), "floor_seconds": round(floor(scenario), 3)}


class Kept:
    """Slow peers' records, timed once per lab version and machine."""

    def __init__(self):
        self._document = {"lab": lab_version(), "machine": machine(), "runs": {}}
        if KEPT.exists():
            found = json.loads(KEPT.read_text(encoding="utf-8"))
            if found["lab"] == self._document["lab"] and found["machine"] == self._document["machine"]:
                self._document = found

    def find(self, scenario, tool):
        return self._document["runs"].get(scenario, {}).get(tool)

    def add(self, scenario, record):
        self._document["runs"].setdefault(scenario, {})[record["tool"]] = {**record, "kept": True}
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(self._document, indent=2) + "\n", encoding="utf-8")


def _versions(ftpx):
    commands = {
        "ftpx": [ftpx, "--version"], "curl": ["curl", "--version"], "lftp": ["lftp", "--version"],
        "aria2": ["aria2c", "--version"], "axel": ["axel", "--version"], "rclone": ["rclone", "--version"],
        "globus-url-copy": ["globus-url-copy", "-version"], "ssh": ["ssh", "-V"], "vsftpd": [VSFTPD, "-v"],
    }
    return {name: _number(_said(command)) for name, command in commands.items()}


def _number(text):
    found = re.search(r"\d+\.\d+[\w.-]*(\+\w{8})?", text)
    return found.group() if found else None


def _said(command):
    try:
        # vsftpd prints its version to its standard input, which is the control connection when inetd starts it.
        read, write = os.pipe()
        done = subprocess.run(command, stdin=write, capture_output=True, text=True, check=False, timeout=20)
        os.close(write)
        with os.fdopen(read, encoding="utf-8", errors="replace") as backwards:
            return (done.stdout + done.stderr + backwards.read()).strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
