"""A run in short: where it comes from, the rows of README.md, and what each instruction set and each rival needs."""
from __future__ import annotations

from pages import against, busy, cells, nanoseconds, scalar_losses
from results import DIMENSIONS, SCENE_LINES, USUAL_PAIRS, Implementation, Run

ROWS = [
    ("2d/S2/distance/cold/10000", "S2, polygons, distance cold"),
    ("2d/S2/distance/warm/10000", "S2, distance warm"),
    ("2d/S2/overlap/cold/10000", "S2, overlap cold"),
    ("2d/S2/overlap/warm/10000", "S2, overlap warm"),
    ("2d/S4/distance/cold/10000", "S4, boxes, distance cold"),
    ("2d/S3/distance/cold/10000", "S3, capsules, distance cold"),
    ("2d/S6/distance/cold/10000", "S6, a mix of kinds, distance cold"),
    ("2d/S9/distance/warm/10000", "S9, the crowd example's mix, distance warm"),
    ("2d/S1/contact/cold/10000", "S1, polygons of 8 vertices, contact within 0.02, cold"),
    ("2d/S1-default/contact/cold/10000", "S1, contact by default options, cold"),
    ("2d/S2/contact/cold/10000", "S2, contact within 0.02, cold"),
    ("2d/S2/contact/warm/10000", "S2, contact within 0.02, warm"),
    ("2d/S2-default/contact/cold/10000", "S2, contact by default options, cold"),
    ("2d/S3/contact/cold/10000", "S3, contact within 0.02, cold"),
    ("2d/S4/contact/cold/10000", "S4, contact within 0.02, cold"),
    ("2d/S4-default/contact/cold/10000", "S4, contact by default options, cold"),
    ("2d/S5-default/contact/cold/10000", "S5, polygons that are apart, contact by default options, cold"),
    ("2d/S7/contact/cold/10000", "S7, polygons near touching, contact within 0.02, cold"),
    ("2d/S8/contact/cold/10000", "S8, touching tiles, contact within 0.02, cold"),
    ("2d/S10/contact/cold/10000", "S10, a mix that touches after a push, contact within 0.02, cold"),
    ("2d/S10/contact/warm/10000", "S10, contact within 0.02, warm"),
    ("2d/S10-default/contact/cold/10000", "S10, contact by default options, cold"),
    ("2d/S2-shuffled/distance/cold/1000000", "S2, 1,000,000 pairs, bodies in random order, distance cold"),
    ("3d/T1/distance/cold/10000", "T1, boxes, distance cold"),
    ("3d/T1/distance/warm/10000", "T1, distance warm"),
    ("3d/T1/overlap/cold/10000", "T1, overlap cold"),
    ("3d/T2/distance/cold/10000", "T2, capsules, distance cold"),
    ("3d/T4/distance/cold/10000", "T4, hulls of 8 to 16 vertices, distance cold"),
    ("3d/T4/distance/warm/10000", "T4, distance warm"),
    ("3d/T4/overlap/cold/10000", "T4, overlap cold"),
    ("3d/T5/distance/cold/10000", "T5, hulls of 32 to 64, distance cold"),
    ("3d/T3/distance/cold/10000", "T3, balls, capsules, boxes, cylinders, distance cold"),
    ("3d/T7/distance/warm/10000", "T7, hulls of a shipped game, distance warm"),
    ("3d/T1/contact/cold/10000", "T1, boxes, contact within 0.02, cold"),
    ("3d/T1-default/contact/cold/10000", "T1, contact by default options, cold"),
    ("3d/T4/contact/cold/10000", "T4, contact within 0.02, cold"),
    ("3d/T4/contact/warm/10000", "T4, contact within 0.02, warm"),
    ("3d/T4-default/contact/cold/10000", "T4, contact by default options, cold"),
    ("3d/T8/contact/cold/10000", "T8, bodies at rest on a floor, contact within 0.02, cold"),
    ("3d/T8/contact/warm/10000", "T8, contact within 0.02, warm"),
    ("3d/T8-default/contact/cold/10000", "T8, contact by default options, cold"),
    ("3d/T5-overlapping/depth/cold/10000", "T5, pairs that overlap alone, depth cold"),
    ("3d/T5-overlapping/depth/warm/10000", "T5, pairs that overlap alone, depth warm"),
]
SHORT_ROWS = [("2d", "S2", "distance", "cold"), ("2d", "S4", "contact", "cold"), ("2d", "S10", "contact", "cold"),
              ("3d", "T1", "distance", "warm"), ("3d", "T4", "distance", "cold"), ("3d", "T1", "contact", "cold")]
PEERS = ("box2d-v3", "box3d", "jolt")  # those that are no packages of Debian, which the benchmark is given the folders of


def tick(run: Run) -> str:
    """What share of a tick is whose, where scripts/bench.sh measured it."""
    told = run.context("tick")
    return f"A whole tick of the crowd example, on one core: {told}.\n\n" if told else ""


def print_short(run: Run) -> None:
    """What README.md shows: six rows, and where they come from."""
    sets: list[Implementation] = []
    for dimension in DIMENSIONS:
        if not sets:
            wide = [one for one in reversed(run.present(dimension, False)) if one.lanes > 1]
            sets = sorted(wide, key=lambda one: -one.lanes)[:2]
    print(busy(run) + f"Nanoseconds per pair on one core, everything included: medians of calls of {USUAL_PAIRS:,} pairs. A "
          "cold call has no records, a warm one has those of the previous frame. Contacts are asked up to a distance of 0.02 "
          f"m. The last column compares {sets[0].shown if sets else 'the library'} with the fastest rival.\n\n"
          "| scene; query |" + cells(*(one.shown for one in sets)) + " fastest rival | times faster |\n|---|"
          + "--:|" * (len(sets) + 2))
    for dimension, scene, query, mode in SHORT_ROWS:
        question = f"{dimension}/{scene}/{query}/{mode}/{USUAL_PAIRS}"
        own = run.find(question, run.widest(dimension))
        print(f"| **{scene}** {SCENE_LINES[scene]}; {dimension[0]}D {query}, {mode} |"
              + cells(*(nanoseconds(run.find(question, one)) for one in sets),
                      *against(own, run.fastest_rival(dimension, question))))
    print(f"\n{run.context('machine')} ({run.context('cpu')}), {run.context('compiler')}, commit {run.context('commit')}, "
          f"{run.context('date')[:10]}, lanegjk {run.context('lanegjk')}.\n\n{scalar_losses(run)}", end="")


def columns(run: Run, dimension: str) -> tuple[list[Implementation], list[Implementation]]:
    """Sets of several lanes, widest first; one rival for each library, its first one, the reference last."""
    rivals = {rival.library: rival for rival in reversed(run.present(dimension, True))}
    order = list(dict.fromkeys(rival.library for rival in run.present(dimension, True)))
    first = run.present(dimension, True)[:1]
    chosen = [rivals[library] for library in order if library != "lanegjk"]
    return ([one for one in reversed(run.present(dimension, False)) if one.lanes > 1],
            chosen + [one for one in first if one.library == "lanegjk"])


def print_summary(run: Run) -> None:
    """A table for each dimension."""
    asked = {r.question() for r in run.results}
    some = False
    for dimension in DIMENSIONS:
        isas, rivals = columns(run, dimension)
        widest = run.widest(dimension)
        rows = [(question, label) for question, label in ROWS if question.startswith(dimension) and question in asked]
        if rows:
            some = True
            print(f"| {dimension[0]}D |" + cells(*(one.shown for one in [*isas, *rivals])) + f" "
                  f"{widest.shown if widest else 'library'} against the fastest rival |\n|---|"
                  + "--:|" * (len(isas) + len(rivals) + 1))
        for question, label in rows:
            own, best = run.find(question, widest), run.fastest_rival(dimension, question)
            theirs = [run.find(question, rival) if rival.library == "lanegjk" else
                      run.fastest_rival(dimension, question, rival.library) for rival in rivals]
            last = f"{best.nanoseconds / own.nanoseconds:.1f}x, {best.of.shown}" if own and best else ""
            print(f"| {label} |" + cells(*(nanoseconds(run.find(question, one)) for one in isas), *map(nanoseconds, theirs),
                                         last))
        if rows:
            print()
    if not some:
        print("This run measured none of these cases.\n")
    print(tick(run), end="")


def versions(run: Run, peers: bool) -> str:
    """The rivals with their versions: Debian's packages, or the others."""
    named = [f"{rival.shown} {run.context(rival.library)}" for dimension in DIMENSIONS for rival in columns(run, dimension)[1]
             if rival.library != "lanegjk" and (rival.library in PEERS) == peers]
    return ", ".join(named)


def print_source(run: Run) -> None:
    """Where the results come from."""
    packages, peers = versions(run, False), versions(run, True)
    print(busy(run) + f"One core, {run.context('machine')} ({run.context('cpu')}), {run.context('compiler')}, {USUAL_PAIRS:,} "
          f"pairs per call, commit {run.context('commit')}, {run.context('date')[:10]}; nanoseconds per pair, everything "
          "included, medians. The rivals are Debian's packages" + (f" ({packages}" if packages else "")
          + (f") and release builds by their own settings ({peers}" if peers else "")
          + "), the faster way of each where it has two, their caches kept in warm figures; one without a warm start has its "
          "cold figure there. Contacts within 0.02 m have that as maximum distance and margin, as the rivals' have; those by "
          "default options have neither, and stand beside the same figures of rivals. The reference is the textbook GJK of "
          "this repository, one pair at a time.\n")
