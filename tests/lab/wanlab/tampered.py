"""P4: of two servers one has one byte of the file wrong. Is the file right, and does the client say whose it was?"""

import hashlib
import json
import pathlib
import random
import shlex
import shutil
import statistics
import tempfile

from . import bench, content, quiet, timing, twins
from .routes import SideBySide
from .scenarios import MIB, Scenario, up_to
from .timing import run_timed

NAME = "P4"
RUNS = 15                       # of each proof
# Twice the file: both servers have their own.
SOURCE = Scenario(NAME, "one wrong byte", 1000, 1, 512 * MIB, **up_to(32 * MIB), limit_seconds=60)
FOLDERS = [bench.SERVED / address for address in SideBySide.ADDRESSES]
# The server, what is said on the command line, and who of the two may have the wrong byte. Two servers' own hashes that differ do not tell which is the
# right one, so there the first address is the one that counts. The SHA-256 does tell: the right file has to come, whoever of the two is the wrong one.
PROOFS = {"the servers' own hash": ("proftpd", (), (1,)), "--verify sha256": ("vsftpd", ("--verify", "sha256:{sha256}"), (0, 1))}


def runs(keeper, options):
    """One record after the other. The seed decides which byte is wrong, of whom, and by how much."""
    chance = random.Random(options.seed)
    print(f"{NAME}: seed {options.seed}", flush=True)
    whole = prepare()
    for proof, (server, words, candidates) in PROOFS.items():
        with SideBySide(keeper, SOURCE) as ways:
            for (namespace, address), folder in zip(ways.servers, FOLDERS):
                twins.START[server](namespace, address, folder)
            for number in range(1, RUNS + 1):
                place, change, bad = chance.randrange(SOURCE.size), chance.randrange(1, 256), chance.choice(candidates)
                with changed(FOLDERS[bad] / "file", place, change):
                    record = fetch(options, words, ways.ADDRESSES[bad], whole)
                print(f"{NAME} {proof}, run {number}: byte {place} of {ways.ADDRESSES[bad]}: {record['problem'] or 'right'}, "
                      f"{'named' if record['named'] else 'not named'}, {record['seconds']:.2f} s", flush=True)
                yield {"scenario": NAME, "case": proof, "round": number, "tool": "ftpx --replica", "seed": options.seed, "byte": place, "bad": bad, **record}
            bench.sweep()


def prepare():
    """The same file for both; returns its SHA-256."""
    bench.empty(bench.SERVED)
    content.check_memory(SOURCE)
    for folder in FOLDERS:
        folder.mkdir()
    source, *_ = content.make_source(FOLDERS[0], SOURCE)
    source.rename(FOLDERS[0] / "file")
    shutil.copyfile(FOLDERS[0] / "file", FOLDERS[1] / "file")
    content.warm(bench.TARGET, SOURCE.size)
    return digest(FOLDERS[0] / "file")


class changed:
    """One byte of the file is another within the block."""

    def __init__(self, path, place, change):
        self._path, self._place, self._change = path, place, change

    def __enter__(self):
        self._turn()

    def __exit__(self, *_):
        self._turn()

    def _turn(self):
        with open(self._path, "r+b") as file:
            file.seek(self._place)
            byte = file.read(1)[0]
            file.seek(self._place)
            file.write(bytes([byte ^ self._change]))


def fetch(options, words, bad, whole):
    others = quiet.busy_elsewhere(0.1)
    target = bench.TARGET / "copy"
    urls = [f"ftp://{address}/file" for address in SideBySide.ADDRESSES]
    command = [options.ftpx, "get", "--json", "--output", target, *shlex.split(options.ftpx_args), *(word.format(sha256=whole) for word in words),
               urls[0], "--replica", urls[1]]
    with tempfile.TemporaryDirectory(dir=bench.HOMES) as home:
        timed = run_timed(command, bench.environment(pathlib.Path(home)), bench.TARGET, SOURCE.limit_seconds, (), None)
    said = notices(timing.OUTPUT.read_text(errors="replace"))
    delivered = target.exists()
    right = delivered and digest(target) == whole
    bench.empty(bench.TARGET)
    problem = None if right and timed.exit_code == 0 else f"exit code {timed.exit_code}, {'a wrong' if delivered else 'no'} file"
    return {"size": SOURCE.size, "seconds": round(timed.seconds, 3), "right": right, "wrong": delivered and not right,
            "named": any(bad in sentence for sentence in said), "said": said,
            "problem": problem, "busy_elsewhere": others, "links": {}, "moments": []}


def notices(output):
    """What was said of replicas."""
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return [line["message"] for line in lines if line.get("kind") == "replica"]


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def table(document):
    done = [run for run in document["runs"] if run["scenario"] == NAME]
    lines = [f"{NAME}, one byte of {SOURCE.size >> 20} MiB is wrong at one of two servers, seed {done[0]['seed'] if done else '-'}.", "",
             "| proof | runs | the right file | a wrong file | no file | the server is named | seconds |", "|---|---|---|---|---|---|---|"]
    for proof in PROOFS:
        of_it = [run for run in done if run["case"] == proof]
        if of_it:
            seconds = [run["seconds"] for run in of_it]
            right, wrong, named = (sum(run[what] for run in of_it) for what in ("right", "wrong", "named"))
            lines.append(f"| {proof} | {len(of_it)} | {right} | {wrong} | {len(of_it) - right - wrong} | {named} "
                         f"| {statistics.median(seconds):.2f} ({min(seconds):.2f}–{max(seconds):.2f}) |")
    return "\n".join(lines)
