"""Writes a results document into the documentation."""

import json

from . import plots, report, seedtables
from .keeper import Refused
from .results import FOLDER
from .scenarios import ALL
from .servers import REPOSITORY

PAGE = REPOSITORY / "docs/benchmarks.md"
PLOTS = REPOSITORY / "docs/lab"
BEGIN, END = "<!-- lab: begin, written by tests/lab/run publish -->", "<!-- lab: end -->"


def publish(file):
    results = json.loads(file.read_text(encoding="utf-8"))
    if results.get("kind") == "seeds":
        return seedtables.publish(file)
    unknown = [name for name in results["scenarios"] if name not in ALL]
    if unknown:
        raise Refused(f"{file} is of another lab: there is no scenario {', '.join(unknown)} here.")
    copy = FOLDER / "results/latest.json"
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    PLOTS.mkdir(exist_ok=True)
    for old in PLOTS.glob("*.svg"):
        old.unlink()
    for name in results["scenarios"]:
        floor = results["scenarios"][name]["floor_seconds"]
        title = f"{name} {ALL[name].title}: {report.describe(ALL[name])}"
        (PLOTS / f"{name}.svg").write_text(plots.bars(title, floor, report.rows(results, name)), encoding="utf-8")
    rewrite(section(results))
    print(f"Written: {PAGE.relative_to(REPOSITORY)}, {PLOTS.relative_to(REPOSITORY)}/*.svg, {copy.relative_to(REPOSITORY)}.")
    return 0


def section(results):
    parts = [report.heading(results), report.summary(results)]
    for name in results["scenarios"]:
        parts += [report.scenario_section(results, name), f"![{name}](lab/{name}.svg)\n"]
    return "\n".join(parts)


def rewrite(text):
    page = PAGE.read_text(encoding="utf-8")
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise Refused(f"{PAGE} must hold one line “{BEGIN}” and after it one line “{END}”.")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n{text.rstrip()}\n{END}{after}", encoding="utf-8")
