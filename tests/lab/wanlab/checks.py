"""What a selfcheck is made of."""

import time

from .keeper import Refused


class Failed(Exception):
    """A check's sentence."""


def expect(condition, sentence):
    if not condition:
        raise Failed(sentence)


def check(name, work, *arguments):
    start = time.monotonic()
    try:
        work(*arguments)
    except Failed as failure:
        raise Refused(f"selfcheck: {name}: no. {failure}") from None
    print(f"ok  {name} ({time.monotonic() - start:.1f} s)", flush=True)


def quickest(measure, limit):
    """The least of some seconds, measured again while it is above the limit: a busy machine only adds."""
    least = measure()
    for _ in range(4):
        if least >= limit:
            least = min(least, measure())
    return least


def wait_for(condition, what, seconds=120):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failed(f"Waited {seconds} s for {what() if callable(what) else what}.")
        time.sleep(0.02)
