"""Checks of `run seeds` without ftpx: the sink keeps the first MiB, four links carry one MPTCP connection, and a rate leaves its start out."""

import os
import subprocess

from . import bench, kernel, seeds, seedtables
from .checks import check, expect
from .network import CLIENT
from .scenarios import MIB


def rates():
    """1 byte a second for 10 s, 100 a second for 40 s, and nothing for 10 s."""
    samples = [(at, at) for at in range(11)] + [(at, 10 + 100 * (at - 10)) for at in range(11, 51)] + [(at, 4010) for at in range(51, 61)]
    expect(seedtables.steady(samples, 0.2) == 100, f"The rate is {seedtables.steady(samples, 0.2)}.")
    expect(seedtables.steady([(0.0, 0)], 0.2) == 0, "One sample has a rate.")


def discards(_lab, source):
    seeds.prepare()
    for sink, kept in ((seeds.SINK, MIB), (bench.TARGET, source.stat().st_size)):
        target = sink / "copy"
        environment = {**os.environ, "LD_PRELOAD": str(seeds.DISCARD), "DISCARD_UNDER": str(seeds.SINK)}
        subprocess.run(["dd", f"if={source}", f"of={target}", "bs=1M", "status=none"], env=environment, check=True)
        expect(target.stat().st_blocks * 512 == kept, f"{target} has {target.stat().st_blocks} blocks.")
        target.unlink()


def spreads(lab, source):
    """One connection of curl with MPTCP sockets over four links; each has to carry a part."""
    seeds.prepare()
    if not os.path.exists("/proc/sys/net/mptcp/enabled"):
        return
    with seeds.FourLinks(lab, seeds.NEAR, seeds.EQUAL) as ways:
        seeds.start_mptcp_vsftpd()
        with kernel.inside(CLIENT):
            subprocess.run(["curl", "--silent", "--show-error", "--max-time", "60", "--output", "/dev/null", f"ftp://{ways.ADDRESS}/{source.name}"],
                           env={**os.environ, "LD_PRELOAD": str(seeds.MPTCP)}, check=True)
        carried = ways.carried()
        expect(len(carried) == 4 and min(carried.values()) > source.stat().st_size / 50, f"The links carried {carried}.")


CHECKS = (("what goes into the sink goes nowhere, but for its first MiB", discards), ("one MPTCP connection uses four links", spreads))


def pure():
    check("a rate leaves the start and the end out", rates)
