"""What no FTP client can beat, from the scenario alone."""

import math

from .scenarios import MTU

COLD_START_ROUND_TRIPS = 8      # connect + banner, USER, PASS, TYPE, EPSV, connect beside REST, RETR: measured
INITIAL_SEGMENTS = 10           # RFC 6928
HEADERS = 52                    # IPv4 and TCP with timestamps
RAMP_STREAMS = 16
MOST_STREAMS = 64


def floor(scenario):
    """Seconds: 8 R + slow start + S/B.

    R is the round trip, S the bytes with their headers, B the rate. Slow start: N = 16 streams that all begin at once
    (the k a server allows, if fewer) with ten segments each double every R until they fill B after n = log2(B R / (N
    10 segments)) round trips; in that time they carry what the link carries in one R, so (n - 1) R are lost.

    B is the link's rate, or what 64 streams of the window W (the k it allows, if fewer) can carry, k W / R, if
    that is less. Where the rate changes during the run this is the oracle: it knows of the change and never waits,
    S/B becomes the time in which the integral of the rate reaches S.
    """
    round_trip = scenario.rtt_ms / 1e3
    start = COLD_START_ROUND_TRIPS * round_trip + ramp(scenario)
    remaining = scenario.total * MTU / (MTU - HEADERS)
    now = start
    for until, rate in rates(scenario):
        if now >= until:
            continue
        rate = min(rate, window_rate(scenario))
        if remaining <= (until - now) * rate:
            return now + remaining / rate
        remaining -= (until - now) * rate
        now = until
    raise AssertionError("the last rate holds for ever")


def model(scenario, sessions):
    """Seconds of a client that asks nothing about a listed file: 4 R for each small one, then the large ones one after the other, and 12 R to begin."""
    round_trip = scenario.rtt_ms / 1e3
    large = 0
    if scenario.large:
        rate = min(scenario.rate_mbit * 1e6 / 8, window_rate(scenario))
        large = COLD_START_ROUND_TRIPS * round_trip + ramp(scenario) + sum(scenario.large) * MTU / (MTU - HEADERS) / rate
    return scenario.files * 4 * round_trip / sessions + 12 * round_trip + large


def ramp(scenario):
    """Seconds that slow start costs."""
    streams = min(RAMP_STREAMS, scenario.sessions or RAMP_STREAMS)
    first_flight = streams * INITIAL_SEGMENTS * (MTU - HEADERS)
    rate = min(scenario.rate_mbit * 1e6 / 8, window_rate(scenario))
    rounds = math.log2(max(1, rate * scenario.rtt_ms / 1e3 / first_flight))
    return max(0, rounds - 1) * scenario.rtt_ms / 1e3


def window_rate(scenario):
    """Bytes per second that the windows of all streams allow."""
    streams = scenario.sessions or MOST_STREAMS
    return streams * scenario.window / (scenario.rtt_ms / 1e3)


def rates(scenario):
    """(until, bytes per second), in order; the last holds for ever."""
    rate = scenario.rate_mbit
    for seconds, command in scenario.events:
        word, value = command.split()
        if word == "rate":
            yield seconds, rate * 1e6 / 8
            rate = float(value)
    yield math.inf, rate * 1e6 / 8
