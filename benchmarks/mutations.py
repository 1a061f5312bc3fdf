"""How well mistakes are found: every act of legal performances spoilt in every way.

    python benchmarks/mutations.py touhu [--reading zhu] [--cast pairs=2] [--random 5] [--share 0.2] [--show 3]
    python benchmarks/mutations.py dashe --by-section [--most 300] [--given result=right]

Prints for each kind of mistake how many were made, how many are legal by the score itself, and of the
rest how many were detected, by exactly one finding, at the right clause, and with a fix that conforms.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutating import (  # noqa: E402
    Tally,
    add,
    legal_performances,
    mutate,
    nothing_yet,
    rows,
    study,
    table,
    total,
    worst,
)

from fsm.checking import Checker  # noqa: E402
from fsm.loading import load  # noqa: E402
from fsm.rite import Rite  # noqa: E402
from fsm.rites import definition  # noqa: E402

MISTAKES_FOR_AN_ACT = 8
"""About so many mutations there are of one act."""


def studied(rite: Rite, asked: argparse.Namespace) -> tuple[int, dict[str, Tally]]:
    """The longest performance, and what became of its mutations and those of the others."""
    known = {key for step in rite.steps for key, _ in step.outcomes}
    wanted = [{key: policy} for key, policy in pairs(asked.outcome).items() if key in known]
    checker, chance, found = Checker(rite), random.Random(0), nothing_yet()
    performances = list(legal_performances(rite, asked.random, [{}, *wanted]))
    acts = sum(len(p.acts) for p in performances)
    share = min(asked.share, asked.most / (MISTAKES_FOR_AN_ACT * acts)) if asked.most and acts else asked.share
    for performance in performances:
        found = add(found, study(checker, mutate(performance, chance, share)))
    return max(len(p.acts) for p in performances), found


def pairs(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


def by_section(asked: argparse.Namespace, given: Mapping[str, str]) -> None:
    """A row for each section; the drinking for each side that may have won."""
    found: dict[str, Tally] = {}
    kinds = nothing_yet()
    for section in (s.id for s in definition(asked.rite).sections):
        for result in ("right", "left") if section == "DS2-10" and not given else ("",):
            here = {"result": result} if result else given
            rite = load(asked.rite, section, section, asked.reading, pairs(asked.cast), here)
            began = time.process_time()
            acts, tallies = studied(rite, asked)
            name = f"{section} {result:6}{acts:5} acts {time.process_time() - began:6.1f} s"
            found[name], kinds = total(tallies), add(kinds, tallies)
            print(rows({name: found[name]}, "section", 36)[1], flush=True)
    print("\n".join(rows(found, "section", 36)))
    print(table(kinds))
    print(worst(kinds, asked.show))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rite")
    parser.add_argument("--reading", action="append", default=[])
    parser.add_argument("--cast", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--given", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--from", dest="start")
    parser.add_argument("--to", dest="end")
    parser.add_argument(
        "--outcome", action="append", default=[], metavar="KEY=POLICY", help="of a canonical performance"
    )
    parser.add_argument("--random", type=int, default=2, help="random legal performances beside the canonical ones")
    parser.add_argument("--share", type=float, default=1.0, help="share of the mutations that is checked")
    parser.add_argument("--most", type=int, help="about so many mutations, of a section where --by-section")
    parser.add_argument("--by-section", action="store_true", help="each section by itself")
    parser.add_argument("--show", type=int, default=3, help="examples of each kind of failure")
    asked = parser.parse_args()
    if asked.by_section:
        by_section(asked, pairs(asked.given))
        return
    rite = load(asked.rite, asked.start, asked.end, asked.reading, pairs(asked.cast), pairs(asked.given))
    began = time.perf_counter()
    longest, found = studied(rite, asked)
    print(f"{rite.id} {rite.profile.name} {dict(rite.cast)}: up to {longest} acts, {time.perf_counter() - began:.1f} s")
    print(table(found))
    print(worst(found, asked.show))


if __name__ == "__main__":
    main()
