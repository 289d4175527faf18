"""Tables of a run: every case, a row for each scene, contacts, records, small calls, and where a rival is faster."""
from __future__ import annotations

from typing import Optional

from results import DIMENSIONS, MOST_LOAD, SCENE_LINES, SMALL_CALL, USUAL_PAIRS, Implementation, Result, Run, suffix
from results import implementation


def figure(form: str, value: float) -> str:
    """A figure, or nothing where it is 0."""
    return form % value if value > 0 else ""


def cells(*texts: str) -> str:
    """Cells of a row, each with the bar behind it."""
    return "".join(f" {text} |" if text else " |" for text in texts)


def nanoseconds(r: Optional[Result]) -> str:
    """The nanoseconds of a result, nothing where there is none."""
    return f"{r.nanoseconds:.1f}" if r else ""


def against(own: Optional[Result], rival: Optional[Result]) -> list[str]:
    """Two cells: the rival, and how many times faster the library is, in bold where it is slower."""
    ratio = rival.nanoseconds / own.nanoseconds if own and rival else 0.0
    return [f"{rival.of.shown} {rival.nanoseconds:.1f}" if rival else "",
            f"**{ratio:.2f}x**" if 0 < ratio < 1 else figure("%.1fx", ratio)]


def busy(run: Run) -> str:
    """Where the machine was busy, a paragraph that says so."""
    return "" if run.load <= MOST_LOAD else (f"**Measured on a busy machine**: its load average was {run.load:.1f} at the "
                                             "start, so that the figures are rough.\n\n")


# ---- every case ----

def print_text(run: Run) -> None:
    """The table for people: a block for each question."""
    print(run.context("machine"))
    print(f"{run.context('compiler')}, {run.context('build_type')}, commit {run.context('commit')}")
    if run.load > MOST_LOAD:
        print(f"busy: load average {run.load:.1f} at the start")
    for dimension in DIMENSIONS:
        rivals = run.present(dimension, True)
        questions = {r.question(): r for r in reversed(run.results) if r.dimension == dimension}
        for question in reversed(list(questions)):
            print(f"\n{question} ({100 * questions[question].overlap:.0f}% overlap)\n  {'':15} {'ns/pair':>9} {'spread':>8} "
                  f"{'iter/pair':>9} {'occupancy':>10}" + "".join(f" {'x ' + rival.name:>17}" for rival in rivals))
            for r in run.results:
                if r.question() == question:
                    ratios = [] if r.of.is_rival else [figure("%.2fx", run.ratio(r, rival)) for rival in rivals]
                    print(f"  {r.written:15} {r.nanoseconds:9.2f} {figure('%.1f%%', 100 * r.spread):>8} "
                          f"{figure('%.2f', r.iterations):>9} {figure('%.0f%%', 100 * r.occupancy):>10}"
                          + "".join(f" {ratio:>17}" for ratio in ratios))


def print_csv(run: Run) -> None:
    """Every case as comma-separated values."""
    print("scene,query,mode,implementation,pairs,ns_per_pair,library")
    for r in run.results:
        print(f"{r.scene},{r.query},{r.mode},{r.written},{r.pairs},{r.nanoseconds:.6g},{int(not r.of.is_rival)}")


def print_markdown(run: Run) -> None:
    """Every case with where it came from, as a page."""
    print(f"# Measured\n\n{busy(run)}| | |\n|---|---|")
    libraries = [rival.library for dimension in DIMENSIONS for rival in run.present(dimension, True)]
    for key in ["machine", "cpu", "compiler", "flags", "commit", "date", "lanegjk",
                *(key for key in dict.fromkeys(libraries) if key != "lanegjk")]:
        print(f"| {key} | {run.context(key)} |")
    if run.load >= 0:
        print(f"| load average at the start | {run.load:.2f} |")
    print("\nMedians of the repetitions, one core. Loading of bodies, sorting into classes and writing of results are "
          "included. The columns on the right say how many times faster than that rival in the same run. Rivals are the "
          "packages of the system; rebuilt for the machine's own instruction sets they were 5 to 15% faster on a Zen 5 "
          "(not repeated here).")
    for dimension in DIMENSIONS:
        rivals = run.present(dimension, True)
        results = [r for r in run.results if r.dimension == dimension]
        if results:
            print(f"\n## {dimension[0]}D\n\n| benchmark | ns per pair | spread | iterations per pair | lane occupancy |"
                  + cells(*(f"x {rival.name}" for rival in rivals)) + "\n|---|--:|--:|--:|--:|" + "--:|" * len(rivals))
        for r in results:
            ratios = [0.0 if r.of.is_rival else run.ratio(r, rival) for rival in rivals]
            row = [figure("%.1f%%", 100 * r.spread), figure("%.2f", r.iterations), figure("%.0f%%", 100 * r.occupancy),
                   *(figure("%.2f" if ratio < 1 else "%.1f", ratio) for ratio in ratios)]
            print(f"| {r.name} | {r.nanoseconds:.2f} |" + "".join(f" {text} |" for text in row))


# ---- a row for each scene ----

def scene_cell(scene: str) -> str:
    """What a scene is. Of an -overlapping one the line but for its end, which says how many pairs overlap."""
    end = suffix(scene)
    line = SCENE_LINES.get(scene[:len(scene) - len(end)], "")
    return f"| **{scene}** {line.rpartition(',')[0] if end == '-overlapping' and ',' in line else line} |"


def both_modes(run: Run, r: Result) -> str:
    """For cold and for warm: the library as in r, the fastest rival, how many times faster the library is."""
    row: list[str] = []
    for mode in ("cold", "warm"):
        own = run.find(r.question(mode), r.of)
        row += [nanoseconds(own), *against(own, run.fastest_rival(r.dimension, r.question(mode)))]
    return cells(*row)


def print_query(run: Run, query: str, of_suffix: str, title: str) -> bool:
    """Under a title a row for each scene with that suffix; false where there is none."""
    rows = [r for r in run.results if r.of == run.widest(r.dimension) and not r.sorted and r.pairs == USUAL_PAIRS
            and r.query == query and r.mode == "cold" and suffix(r.scene) == of_suffix]
    if rows:
        shown = rows[0].of.shown
        print(f"{title}| scene | cold: {shown} | fastest rival | times faster | warm: {shown} | fastest rival | times faster "
              "|\n|---|--:|--:|--:|--:|--:|--:|")
        for r in rows:
            print(scene_cell(r.scene) + both_modes(run, r))
        print()
    return bool(rows)


def print_scenes(run: Run) -> None:
    """Distances."""
    if not print_query(run, "distance", "", ""):
        print()


def print_contacts(run: Run) -> None:
    """Contacts, and how far rivals' depths are off."""
    titles = [("contact", "", "Signed distance, normal, witness points and manifold of every pair of the scene, with a maximum "
                              "distance and a margin of 0.02:\n\n"),
              ("contact", "-default", "The same by default options, without a maximum distance and a margin, beside the same "
                                      "figures of rivals:\n\n"),
              ("depth", "", "Within 0.02 again, without the manifold:\n\n"),
              ("depth", "-overlapping", "The same without the manifold, where all pairs overlap at the beginning:\n\n")]
    if not any([print_query(run, *title) for title in titles]):
        print("This run measured no contacts.\n")
    rows = [r for r in run.results if r.of.is_rival and r.query == "depth" and r.mode == "cold"
            and suffix(r.scene) == "-overlapping" and r.pairs == USUAL_PAIRS]
    if rows:
        print("How far rivals' depths are off, relative to the scale of the pair: the median, the worst, and how many of "
              "the overlapping pairs by more than a thousandth. Measured against this library's depths, whose error the "
              "tests hold below 4e-7 of it, 2e-6 for curved shapes.\n\n"
              "| scene | rival | ns per pair, cold | median error | worst error | off by more than 0.001 |\n"
              "|---|---|--:|--:|--:|--:|")
        for r in rows:
            print(f"| {r.scene} | {r.of.shown} | {r.nanoseconds:.1f} | {r.median_error:.1e} | {r.worst_error:.1e} | "
                  f"{100 * r.missed:.2f}% |")
        print()


def print_records(run: Run) -> None:
    """What records are worth: the same frames with and without."""
    titled = False
    for without in run.results:
        kept = run.find(without.question("warm"), without.of)
        if without.mode != "recordless" or not kept:
            continue
        if not titled:
            print(f"| scene, query | {without.of.shown} with records | without | gain |\n|---|--:|--:|--:|")
            titled = True
        gain = without.nanoseconds / kept.nanoseconds
        text = f"{gain:.2f}x" if gain >= 0.98 else f"**{gain:.2f}x**"
        print(f"| {without.scene}, {without.query} | {kept.nanoseconds:.1f} | {without.nanoseconds:.1f} | {text} |")
    print("" if titled else "This run did not measure it.\n")


def usual_of(run: Run, r: Result) -> Optional[Implementation]:
    """What users get by default, or the widest set in a run without that."""
    choice = implementation(r.dimension, "auto")
    return choice if any(other.of == choice for other in run.results) else run.widest(r.dimension)


def print_small(run: Run) -> None:
    """Calls of few pairs."""
    small = [r for r in run.results if r.pairs < SMALL_CALL]
    for scene, query in dict.fromkeys((r.scene, r.query) for r in small):
        rows = [r for r in small if r.scene == scene and r.query == query and r.mode == "cold" and not r.sorted
                and r.of == usual_of(run, r)]
        if rows:
            shown = rows[0].of.shown
            print(f"| {scene} {query}, pairs per call | cold: {shown} | fastest rival | times faster | warm: {shown} | "
                  "fastest rival | times faster |\n|--:|--:|--:|--:|--:|--:|--:|")
            for r in rows:
                print(f"| {r.pairs} |" + both_modes(run, r))
            print()
    if not small:
        print("This run measured no call of fewer than 1,000 pairs.\n")


# ---- where a rival is faster ----

def print_losses(run: Run) -> None:
    """All figures in which a rival is faster than an instruction set with several lanes, small calls aside."""
    lost = False
    for dimension in DIMENSIONS:
        isas = [one for one in reversed(run.present(dimension, False)) if one.lanes > 1]
        titled = False
        for r in run.results:
            own = [run.find(r.question(), one) for one in isas]
            slower = [bool(one and one.nanoseconds > r.nanoseconds) for one in own]
            if not r.of.is_rival or r.pairs < SMALL_CALL or r.dimension != dimension or not any(slower):
                continue
            if not titled:
                print(f"| {dimension[0]}D | rival | its ns |" + cells(*(one.shown for one in isas)) + "\n|---|---|--:|"
                      + "--:|" * len(isas))
                titled = lost = True
            figures = [figure("%.1f", one.nanoseconds if one else 0.0) for one in own]
            print(f"| {r.scene}, {r.query} {r.mode}, {r.pairs:,} pairs | {r.of.shown} | {r.nanoseconds:.1f} |"
                  + "".join(f" **{text}** |" if bold else f" {text} |" for text, bold in zip(figures, slower)))
        if titled:
            print()
    if not lost:
        print("In no case of this run.\n")
    print(scalar_losses(run))


def scalar_losses(run: Run) -> str:
    """One lane at a time is there for machines without vectors."""
    pairs = [(r, run.fastest_rival(r.dimension, r.question())) for r in run.results if r.written == "scalar"]
    asked = [(r, best) for r, best in pairs if best]
    slower = sum(r.nanoseconds > best.nanoseconds for r, best in asked)
    return f"One lane at a time (`scalar`) is slower than the fastest rival in {slower} of {len(asked)} cases.\n"
