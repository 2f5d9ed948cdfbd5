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


def wait_for(condition, what, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failed(f"Waited {seconds} s for {what() if callable(what) else what}.")
        time.sleep(0.02)
