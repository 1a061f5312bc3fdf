"""How well mistakes are found: every act of legal performances spoilt in every way.

    python benchmarks/mutations.py touhu [--reading zhu] [--cast pairs=2] [--random 5] [--share 0.2] [--show 3]

Prints for each kind of mistake how many were made, how many are legal by the score itself, and of the
rest how many were detected, by exactly one finding, at the right clause, and with a fix that conforms.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutating import add, legal_performances, mutate, nothing_yet, study, table, worst  # noqa: E402

from fsm.checking import Checker  # noqa: E402
from fsm.loading import load  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rite")
    parser.add_argument("--reading", action="append", default=[])
    parser.add_argument("--cast", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--from", dest="start")
    parser.add_argument("--to", dest="end")
    parser.add_argument(
        "--outcome", action="append", default=[], metavar="KEY=POLICY", help="of a canonical performance"
    )
    parser.add_argument("--random", type=int, default=2, help="random legal performances beside the canonical ones")
    parser.add_argument("--share", type=float, default=1.0, help="share of the mutations that is checked")
    parser.add_argument("--show", type=int, default=3, help="examples of each kind of failure")
    asked = parser.parse_args()
    cast = dict(pair.split("=", 1) for pair in asked.cast)
    rite = load(asked.rite, asked.start, asked.end, reading=asked.reading, cast=cast)
    outcomes = [{}, *(dict([o.split("=", 1)]) for o in asked.outcome)]
    checker, chance, found = Checker(rite), random.Random(0), nothing_yet()
    began, longest = time.perf_counter(), 0
    for performance in legal_performances(rite, asked.random, outcomes):
        longest = max(longest, len(performance.acts))
        found = add(found, study(checker, mutate(performance, chance, asked.share)))
    print(f"{rite.id} {rite.profile.name} {dict(rite.cast)}: up to {longest} acts, {time.perf_counter() - began:.1f} s")
    print(table(found))
    print(worst(found, asked.show))


if __name__ == "__main__":
    main()
