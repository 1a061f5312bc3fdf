"""How long things take and how much memory: figures to compare before and after a change, never asserted.

    python benchmarks/timing.py            all of them
    python benchmarks/timing.py loop gap   some of them: loop, gap, fault, faults, nonsense, start, explore,
                                           archery (faults in the first round), twelve (5,000 acts, cold)

Targets: a loop of 5,000 acts cold within 3 s and 300 MB; 60 acts left out of 240 within 1 s and as one
finding or few; 10,000 lines of nonsense within 2 s; `sheli --help` not much slower than importing click.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def peak() -> float:
    """Peak resident memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def took(what: Callable[[], object], times: int = 1) -> tuple[float, object]:
    """Seconds, the median of several runs, and the last result."""
    seconds, result = [], None
    for _ in range(times):
        began = time.perf_counter()
        result = what()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds), result


def report(name: str, seconds: float, target: float | None, more: str = "") -> None:
    aim = f"target {target:g} s, ratio {seconds / target:.2f}" if target else ""
    print(f"{name:34}{seconds:9.3f} s  {aim:26}{more}", flush=True)


def loop() -> None:
    """5,000 acts of a looping rite, cold."""
    from made_up import A, B, R, rite_of, verdict

    from fsm.rules import rule, sets
    from fsm.score import loop as while_
    from fsm.score import manner, seq
    from fsm.world import Register

    rite = rite_of(
        seq(while_(R < 2_500, A.x(), manner(B.z()), B.y())), rule("y", sets(R, R + 1)),
        registers=(Register("r", tuple(range(2_501)), 0),),
    )  # fmt: skip
    seconds, found = took(lambda: verdict(rite, "a x; b y; " * 2_500))
    report("loop of 5,000 acts, cold", seconds, 3, f"{len(found.findings)} findings, peak {peak():.0f} MB (target 300)")  # type: ignore[attr-defined]


def gap() -> None:
    """60 acts left out of 240."""
    from made_up import A, B, C, D, rite_of, verdict

    from fsm.score import seq

    actors, verbs = (A, B, C, D), ("x", "y", "z", "w")
    steps = [(a.persons[0], v) for _ in range(15) for a in actors for v in verbs]
    rite = rite_of(seq(*(getattr(actors["abcd".index(p)], v)() for p, v in steps)))
    word = [*steps[:90], *steps[150:]]
    seconds, found = took(lambda: verdict(rite, "; ".join(f"{p} {v}" for p, v in word)))
    report("60 acts left out of 240", seconds, 1, f"{len(found.findings)} findings, repaired {found.repaired}")  # type: ignore[attr-defined]


def fault() -> None:
    """One fault in a game of pitch-pot, rite warm."""
    _faults(1)


def faults() -> None:
    """Several faults in a game of pitch-pot."""
    for number in (2, 3, 5, 10):
        _faults(number)


def archery() -> None:
    """Several faults in the first round of three pairs of the archery."""
    for number in (1, 2, 5, 10, 16):
        _faults(number, "dashe", end="DS2-02", cast={"pairs": 3})


def _faults(number: int, rite_id: str = "touhu", **asked: Any) -> None:
    from mutating import script_of

    from fsm.checking import Checker
    from fsm.loading import load
    from fsm.performing import perform

    rite = load(rite_id, **asked)
    actions, checker, seconds, found = list(perform(rite, order="random", seed=1).actions), Checker(rite), [], []
    for seed in range(15):
        chance, spoilt = random.Random(seed), list(actions)
        for _ in range(number):
            at, kind = chance.randrange(len(spoilt) - 1), chance.choice("dst")
            if kind == "d":
                del spoilt[at]
            elif kind == "s":
                spoilt[at], spoilt[at + 1] = spoilt[at + 1], spoilt[at]
            else:
                spoilt.insert(at, spoilt[at])
        one, verdict = took(lambda spoilt=spoilt: checker.check(script_of(spoilt)))  # type: ignore[misc]
        seconds.append(one)
        found.append(verdict)
    worst = f"worst {max(seconds):.3f} s, {sum(v.repaired for v in found)} of {len(found)} repaired"  # type: ignore[attr-defined]
    counts = f"findings {sorted(len(v.findings) for v in found)}"  # type: ignore[attr-defined]
    report(f"{number} faults among {len(actions)} acts, median", statistics.median(seconds), None, f"{worst}, {counts}")


REPEATED = 7


def twelve() -> None:
    """5,000 acts of twelve pairs, cold: their first round over and over, with an act that sets everything back."""
    from dataclasses import replace

    from mutating import script_of

    from fsm.checking import Checker
    from fsm.loading import build, pruned
    from fsm.performing import perform
    from fsm.rite import Composition, Rite, Setting
    from fsm.rites.dashe import DASHE, SECTIONS
    from fsm.rules import rule, sets
    from fsm.score import Actor, passage, seq
    from fsm.terms import Reg, term

    later = frozenset(section.id for section in SECTIONS[2:])

    def register(name: str) -> Reg:
        kind, _, owner = name.rstrip("]").partition("[")
        return Reg(kind, term(owner) if owner else None)

    def compose(setting: Setting) -> Composition:
        found = DASHE.compose(setting)
        back = rule("begin_again", *(sets(register(r.name), r.initial) for r in found.registers))
        again = passage("DS2-01", "001 又", Actor("attendant").begin_again())
        score = seq(*(seq(pruned(found.score, later), again) for _ in range(REPEATED)))
        return replace(found, score=score, rules=(*found.rules, back))

    def cold() -> Rite:
        cast = {"pairs": 12, "other_pairs": 0, "ministers": 0, "great_officers": 0}
        return build(replace(DASHE, compose=compose), cast=cast)

    script = script_of(perform(cold()).actions)
    loaded, _ = took(cold, 3)
    seconds, verdict = took(lambda: Checker(cold()).check(script), 3)
    more = f"{loaded:.1f} s of it to build, {len(verdict.findings)} findings, peak {peak():.0f} MB"  # type: ignore[attr-defined]
    report(f"{len(script.items)} acts of twelve pairs, cold", seconds, 3, more)


def nonsense() -> None:
    """10,000 lines of nonsense, read and checked."""
    from fsm.checking import Checker, UnreadableScript
    from fsm.loading import load
    from fsm.scripts import ScriptError, read

    chance = random.Random(0)
    text = "\n".join("".join(chance.choices("abcdefghij 天地玄黃宇宙洪荒", k=12)).strip() or "x" for _ in range(10_000))

    def check() -> str:
        try:
            Checker(load("touhu")).check(read(text.encode(), name="nonsense", input_format="text"))
        except (UnreadableScript, ScriptError) as error:
            return type(error).__name__
        return "checked"

    seconds, said = took(check)
    report("10,000 lines of nonsense", seconds, 2, str(said))


def start() -> None:
    """How long the command takes to say what it can do."""

    def run(*words: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, check=True)

    click, _ = took(run("-c", "import click"), 7)
    help_, _ = took(run("-m", "fsm", "--help"), 7)
    report("import click", click, None)
    report("sheli --help", help_, None, f"{help_ / click:.2f} × import click")


def explore() -> None:
    """Every situation of the pitch-pot."""
    from fsm.linting import explore as walk
    from fsm.loading import load

    seconds, found = took(lambda: walk(load("touhu")))
    report("exploring the pitch-pot", seconds, None, f"{found.situations} situations, {found.moves} moves")  # type: ignore[attr-defined]


ALL = {f.__name__: f for f in (loop, gap, fault, faults, archery, twelve, nonsense, start, explore)}


def main() -> None:
    asked = sys.argv[1:]
    if asked == ["--here", *asked[1:]] and len(asked) == 2:
        ALL[asked[1]]()
        return
    unknown = [name for name in asked if name not in ALL]
    if unknown:
        sys.exit(f"there is no {', '.join(unknown)}; there are {', '.join(ALL)}")
    for name in asked or ALL:
        # Each in a process of its own: cold, and with its own peak of memory.
        subprocess.run([sys.executable, __file__, "--here", name], check=True)


if __name__ == "__main__":
    main()
