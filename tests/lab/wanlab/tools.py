"""The clients and their command lines: each peer with the best options that could be found by hand."""

import dataclasses

from .network import STATIC
from .scenarios import MIB


@dataclasses.dataclass(frozen=True)
class Tool:
    name: str               # ends in the number of its streams, where it takes one
    command: tuple          # see Bench for what is filled in; "{args}" stands for any number of words
    server: str = "vsftpd"
    keeps_memory: bool = False      # finds in its home folder what its earlier runs have left there
    size: int | None = None         # fetches a shorter file than the scenario's

    @property
    def program(self):
        return self.command[0]

    @property
    def is_ftpx(self):
        return self.program == "{ftpx}"

    @property
    def is_plain_ftp(self):
        """A peer that works with the servers there are; the sketch of a static split (static.c) is none."""
        return self.server == "vsftpd" and not self.is_ftpx and self.program != STATIC


OURS = ("ftpx", "ftpx-known")


@dataclasses.dataclass(frozen=True)
class Lineup:
    best: tuple             # the best two peers: all that `quick` runs
    others: tuple = ()
    kept: tuple = ()        # slow, or the same peer with fewer streams: timed once per lab version
    ours: tuple = OURS


LINEUP = {
    "L0": Lineup(("gridftpbs10", "aria2x16"), ("static8", "gridftp32", "gridftp10", "lftp16", "axel16"), ("curl", "scp")),
    "L1": Lineup(("gridftp32", "lftp32"), ("static32", "aria2x16", "axel16"), ("gridftp8", "lftp8", "aria2x8", "axel8", "curl")),
    "L2": Lineup(("gridftp16", "curl"), ("static8", "gridftp8", "aria2x8", "aria2x16", "lftp8"), ("axel8",)),
    "L3": Lineup(("gridftp16", "curl"), ("static4", "gridftp8", "aria2x8"), ("lftp8", "axel8")),
    "L4": Lineup(("rclone64", "rclone32"), ("rclone16",), ("aria2j16", "lftp16"), ours=(*OURS, "ftpx-known64")),
    "L5": Lineup(("lftp6", "aria2x6"), ("axel6",), ("curl",)),
    "L6": Lineup(("aria2x16", "lftp32"), ("static32", "axel16",), ("lftp16", "curl")),
    "L7": Lineup(("aria2x8", "axel16"), (), ("aria2x16", "lftp16", "gridftp16", "curl")),
    "L8": Lineup(("lftp8", "aria2x8"), ("static1", "static4", "axel8", "gridftp8", "curl")),
    "L9": Lineup(("rclone32", "rclone16"), (), ("lftp16", "aria2j16")),
    "L10": Lineup(("rclone32", "rclone16"), (), ("lftp16", "aria2j16")),
    "L11": Lineup(("curl", "gridftp8"), ("static1", "static4", "lftp8", "aria2x8")),
}


def tools_of(scenario):
    """Every client that knows how to do the scenario, by name."""
    makers = _many_files if scenario.files > 1 else _one_file
    return {tool.name: tool for tool in makers()}


def _one_file():
    ftpx = ("{ftpx}", "get", "--quiet", "--output", "{target}", "{args}", "{url}")
    yield Tool("ftpx", ftpx)
    yield Tool("ftpx-known", ftpx, keeps_memory=True)
    yield Tool("curl", ("curl", "--silent", "--show-error", "--output", "{target}", "{url}"))
    for n in (4, 6, 8, 16, 24, 32):
        yield Tool(f"lftp{n}", ("lftp", "-c", f"pget -n {n} {{url}} -o {{target}}"))
    for n in (4, 6, 8, 16):
        # 16 is the most that aria2 takes.
        yield Tool(f"aria2x{n}", ("aria2c", "--no-conf", "--quiet", f"-x{n}", f"-s{n}", "-k1M", "--file-allocation=none",
                                  "--dir={folder}", "--out={name}", "{url}"))
        yield Tool(f"axel{n}", ("axel", "--quiet", "-n", str(n), "-o", "{target}", "{url}"))
    for n in (4, 8, 10, 16, 32):
        # No -tcp-bs: the kernel's own window scaling does better (L0 12 s, with -tcp-bs of 64 MiB 19 s).
        gridftp = ("globus-url-copy", "-fast", "-p", str(n))
        yield Tool(f"gridftp{n}", (*gridftp, "{url}", "file://{target}"), server="gridftp")
        # Blocks of 4 MiB instead of 256 KiB: a gain where the processors are the limit, a small loss elsewhere.
        yield Tool(f"gridftpbs{n}", (*gridftp, "-bs", "4194304", "{url}", "file://{target}"), server="gridftp")
    for n in (1, 4, 8, 16, 32):
        yield Tool(f"static{n}", (STATIC, str(n), "{url}", "{target}"))
    yield Tool("scp", ("scp", "-q", "-i", "/run/user_key", "-o", "StrictHostKeyChecking=no",
                       "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "{url}", "{target}"),
               server="sshd", size=256 * MIB)


def _many_files():
    ftpx = ("{ftpx}", "mirror", "--quiet", "{args}", "{url}/", "{target}")
    yield Tool("ftpx", ftpx)
    yield Tool("ftpx-known", ftpx, keeps_memory=True)
    yield Tool("ftpx-known64", (*ftpx, "--max-sessions", "64"), keeps_memory=True)
    for n in (8, 16, 32, 64):
        yield Tool(f"rclone{n}", ("rclone", "copy", "--ftp-host", "{host}", "--ftp-user", "anonymous",
                                  # rclone takes its passwords obscured; this is "ftpx".
                                  "--ftp-pass", "YhjCN8zOWgDSXgPKcyW-AwCno0Q", "--transfers", str(n), ":ftp:", "{target}"))
        yield Tool(f"aria2j{n}", ("aria2c", "--no-conf", "--quiet", f"-j{n}", "-x16", "--file-allocation=none",
                                  "--dir={target}", "--input-file={list}"))
        yield Tool(f"lftp{n}", ("lftp", "-c", f"mirror -P{n} {{url}}/ {{target}}"))
