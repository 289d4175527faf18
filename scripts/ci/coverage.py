#!/usr/bin/env python3
"""Which lines and branches of the library its tests run: builds it for one lane, SSE and AVX2 with gcc's --coverage at -O0,
runs the tests of few pairs, all but the stages, and writes results/coverage.md, by folder of kernel/. A line or branch of
a header counts as run where it is in any of the objects that hold it. Needs gcov, which comes with gcc. Some minutes.

    scripts/ci/coverage.py         all of that
    scripts/ci/coverage.py FILE    from the run before, of one file of kernel/: lines not run, and those with branches
                                   that were not taken (how many of how many)"""
import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

WORK = pathlib.Path("build/coverage")
PAGE = """# Coverage

Written by `scripts/ci/coverage.py`; commit {commit}, {date},
{compiler}, one lane, SSE and AVX2. Branches are gcc's, of each condition both ways;
those of loops that macros repeat count each time.

| folder | lines | run | branches | taken |
|---|---|---|---|---|
{rows}

What no test runs or takes of the public functions (`api`, `shape`, `base`), and what no test runs of the rest:

```
{missing}
```

Some of these this machine and this build cannot have: a set that the CPU does not run, a build without a dimension
(`test_builds` makes some), bytes that are not aligned to bytes, and names of sets that do not fit.
"""


def output(*command, **options):
    """Returns what a command writes."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def counted():
    """Returns of each line of kernel/, by file and number: whether it is run, and of each branch whether it is taken."""
    lines = {}
    for counts in sorted(WORK.glob("kernel/**/*.gcda")):
        for page in json.loads(output("gcov", "-b", "--json-format", "--stdout", counts.resolve(), cwd=WORK))["files"]:
            inside = re.fullmatch(r".*?/kernel/(.+)", page["file"])
            for line in page["lines"] if inside else ():
                run, taken = lines.setdefault((inside.group(1), line["line_number"]), ([], collections.Counter()))
                run.append(line["count"])
                taken.update({number: branch["count"] for number, branch in enumerate(line["branches"])})
    return {place: (any(run), [count > 0 for count in taken.values()]) for place, (run, taken) in sorted(lines.items())}


def missing(lines, names, branches=True):
    """Yields the lines that are not run of the files whose names fit, and those with branches that are not taken."""
    for (file, number), (run, taken) in lines.items():
        if re.search(names, file) and (not run or (branches and not all(taken))):
            what = "%d of %d branches" % (taken.count(False), len(taken)) if run else "not run"
            text = pathlib.Path("kernel", file).read_text().splitlines()[number - 1].lstrip(" ")
            yield "%s:%d: %s: %s" % (file, number, what, text)


def rows(lines):
    """Yields the table's rows: all, and each folder."""
    for folder in ["", *sorted({file.split("/")[0] for file, _ in lines})]:
        some = [line for (file, _), line in lines.items() if file.split("/")[0] == folder or not folder]
        taken = [one for _, branches in some for one in branches]
        yield "| %s | %d | %.1f%% | %d | %.1f%% |" % (
            folder or "all", len(some), 100 * sum(run for run, _ in some) / len(some), len(taken),
            100 * sum(taken) / max(len(taken), 1))


def main():
    """Reads the arguments."""
    os.chdir(pathlib.Path(__file__).resolve().parents[2])
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    if len(sys.argv) == 2:
        print("\n".join(missing(counted(), "^%s$" % re.escape(sys.argv[1].removeprefix("kernel/")))))
        return
    output("cmake", "--preset", "coverage")
    output("cmake", "--build", "--preset", "coverage")
    for counts in WORK.rglob("*.gcda"):
        counts.unlink()
    subprocess.run(["ctest", "--preset", "coverage", "-j", str(os.cpu_count())], check=True)
    lines = counted()
    pathlib.Path("results/coverage.md").write_text(PAGE.format(
        commit=output("git", "rev-parse", "--short=12", "HEAD").strip(), date=datetime.date.today(),
        compiler=output("gcc", "--version").splitlines()[0], rows="\n".join(rows(lines)),
        missing="\n".join([*missing(lines, "^(api|shape|base)/"), *missing(lines, "^(?!(api|shape|base)/)", branches=False)])))


if __name__ == "__main__":
    main()
