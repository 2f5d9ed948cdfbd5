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
    server_window: int              # tcp_wmem's maximum in the server's namespace
    client_window: int              # tcp_rmem's maximum in the client's
    files: int = 1
    loss_ppm: float = 0
    gso: bool = False
    sessions: int = 0               # connections the server allows one address; 0 = any number
    events: tuple = ()              # (seconds after the client's start, command to wanlink)
    limit_seconds: float = 240      # a client that needs longer is ended and has failed

    @property
    def total(self):
        return self.size * self.files

    @property
    def bandwidth_delay(self):
        """Bytes; also the length of the queue."""
        return self.rate_mbit * 1e6 / 8 * self.rtt_ms / 1e3


ALL = {scenario.name: scenario for scenario in (
    Scenario("L0", "headline", 10000, 186, 4 * GIB, 64 * MIB, 64 * MIB, gso=True),
    Scenario("L1", "window", 1000, 186, 512 * MIB, 1 * MIB, 64 * MIB),
    Scenario("L2", "lossy", 1000, 100, 512 * MIB, 32 * MIB, 32 * MIB, loss_ppm=100),
    Scenario("L3", "fat", 4000, 50, 2 * GIB, 32 * MIB, 32 * MIB),
    Scenario("L4", "many", 1000, 100, 100_000, 4 * MIB, 4 * MIB, files=1000),
    Scenario("L5", "limit", 1000, 186, 512 * MIB, 1 * MIB, 64 * MIB, sessions=6),
    Scenario("L6", "legacy", 1000, 186, 128 * MIB, 64 * KIB, 64 * MIB, loss_ppm=30, limit_seconds=480),
    Scenario("L7", "change", 1000, 186, 1 * GIB, 4 * MIB, 64 * MIB,
             events=((3.0, "rate 500"), (5.0, "stall 0.25")), limit_seconds=120),
    Scenario("L8", "users' own", 10000, 8, 4 * GIB, 64 * MIB, 64 * MIB, gso=True),
)}
