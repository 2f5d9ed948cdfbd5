"""The scenarios. What each one shows is in docs/lab.md."""

import dataclasses

KIB = 1 << 10
MIB = 1 << 20
GIB = 1 << 30
MTU = 9000


@dataclasses.dataclass(frozen=True)
class Scenario:
    name: str
    title: str
    rate_mbit: float
    rtt_ms: float
    size: int                       # bytes of one file
    window: int                     # what a stream may have under way
    send_buffer: int                # tcp_wmem's maximum in the server's namespace
    receive_buffer: int             # tcp_rmem's maximum in the client's
    files: int = 1
    large: tuple = ()               # bytes of each file beside those, in a tree of many
    loss_ppm: float = 0
    gso: bool = False
    window_scaling: bool = True
    sessions: int = 0               # connections the server allows one address; 0 = any number
    congestion: str = "cubic"       # the server's congestion control
    events: tuple = ()              # (seconds after the client's start, command to wanlink)
    limit_seconds: float = 240      # a client that needs longer is ended and has failed

    @property
    def total(self):
        return self.size * self.files + sum(self.large)

    @property
    def bandwidth_delay(self):
        """Bytes; also the length of the queue."""
        return self.rate_mbit * 1e6 / 8 * self.rtt_ms / 1e3


def held_to(window):
    """Limits of a stream that never has more than this under way.

    tcp_wmem alone does not hold it: a sender that stood still for a moment goes on with up to seven times as much under way, for
    seconds (measured: 0.8, 1.6 and 7 MB for 1 MiB), which made runs of one client differ by a factor of 2.5. So the
    receiver's window is limited too. Of tcp_rmem the kernel offers 0.705 with packets of 9000 bytes (measured).
    """
    return {"window": window, "send_buffer": window, "receive_buffer": int(window / 0.706)}


def up_to(window):
    """Limits that are not meant to hold a stream back."""
    return {"window": window, "send_buffer": window, "receive_buffer": window}


# What a sender that knows no window scaling (RFC 7323) can have under way; its buffer does not limit it further.
LEGACY = {"window": 64 * KIB, "send_buffer": 256 * KIB, "receive_buffer": 32 * MIB, "window_scaling": False}


ALL = {scenario.name: scenario for scenario in (
    Scenario("L0", "headline", 10000, 186, 4 * GIB, **up_to(64 * MIB), gso=True),
    Scenario("L1", "window", 1000, 186, 512 * MIB, **held_to(1 * MIB)),
    Scenario("L2", "lossy", 1000, 100, 512 * MIB, **up_to(32 * MIB), loss_ppm=100),
    Scenario("L3", "fat", 4000, 50, 2 * GIB, **up_to(32 * MIB)),
    Scenario("L4", "many", 1000, 100, 100_000, **up_to(4 * MIB), files=1000),
    Scenario("L5", "limit", 1000, 186, 512 * MIB, **held_to(1 * MIB), sessions=6),
    Scenario("L6", "legacy", 1000, 186, 128 * MIB, **LEGACY, loss_ppm=30, limit_seconds=480),
    Scenario("L7", "change", 1000, 186, 1 * GIB, **held_to(4 * MIB),
             events=((3.0, "rate 500"), (5.0, "stall 0.25")), limit_seconds=120),
    Scenario("L8", "users' own", 10000, 8, 4 * GIB, **up_to(64 * MIB), gso=True),
    Scenario("L9", "mixed, window", 1000, 186, 100_000, **held_to(1 * MIB), files=500, large=(128 * MIB,) * 4),
    Scenario("L10", "mixed, fat", 4000, 50, 100_000, **up_to(32 * MIB), files=500, large=(128 * MIB,) * 4),
    Scenario("L11", "BBR", 1000, 100, 512 * MIB, **up_to(32 * MIB), loss_ppm=300, congestion="bbr"),
)}
