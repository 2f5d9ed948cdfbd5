"""How much of the link was idle while the last fifth of the bytes crossed it."""

import bisect
import json
import threading
import time

INTERVAL_SECONDS = 0.05
TAIL = 0.2
# The replies after the last byte of the file are less than this share of all bytes.
REPLIES = 0.001
DOWN = "server-client"


class LinkMeter:
    """Reads the link's counters during a run. Commands to the link go through it, one at a time."""

    def __init__(self, tell):
        self._tell = tell
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._samples = []
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()

    def tell(self, command):
        with self._lock:
            return self._tell(command)

    def idle(self, rate):
        """The idle share of the rate (bytes per second, headers included), 0 to 1; None where too little was sent to tell."""
        return idle_share(self._samples, rate)

    def _watch(self):
        while not self._over.wait(INTERVAL_SECONDS):
            counters = json.loads(self.tell("counters"))
            self._samples.append((time.perf_counter(), counters[DOWN]["bytes"]))


def idle_share(samples, rate):
    """samples: (seconds, bytes so far), in order. rate: bytes per second, headers included."""
    if len(samples) < 3:
        return None
    counts = [count for _, count in samples]
    total = counts[-1] - counts[0]
    last = bisect.bisect_left(counts, counts[0] + (1 - REPLIES) * total)
    first = bisect.bisect_left(counts, counts[0] + (1 - TAIL) * total)
    if last <= first + 1:
        return None
    (start, begun), (end, sent) = samples[first], samples[last]
    return max(0.0, round(1 - (sent - begun) / rate / (end - start), 3))
