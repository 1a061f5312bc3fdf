"""How big each section of 大射 is: steps, situations, acts, and seconds to load and to explore it.

    python benchmarks/sections.py [--pairs 2] [--reading ao] [--policy right] [--cast "one pair"]
    python benchmarks/sections.py --golden      the golden counts of tests/test_dashe_proofs.py, to be pasted there

Without --pairs the cast is one of the tests’; with it, the usual cast with so many pairs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from test_dashe_proofs import CASTS, GOLDEN, stretches  # noqa: E402

from fsm.linting import explore  # noqa: E402
from fsm.loading import load  # noqa: E402
from fsm.performing import POLICIES, by_policy  # noqa: E402


def golden() -> None:
    """Counts afresh, in the form of the table."""
    for stretch in GOLDEN or [*stretches("one pair"), *stretches("two pairs")]:
        counts = tuple(explore(stretch.rite(), by_policy(policy)).situations for policy in POLICIES)
        result = f", result={stretch.result!r}" if stretch.result else ""
        print(f"    Stretch({stretch.section!r}, {stretch.cast!r}{result}): {counts},".replace("'", '"'), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, help="so many pairs in the usual cast")
    parser.add_argument("--cast", choices=list(CASTS), default="one pair")
    parser.add_argument("--reading", action="append", default=[])
    parser.add_argument("--policy", choices=list(POLICIES), default="right", help="who hits")
    parser.add_argument("--golden", action="store_true")
    asked = parser.parse_args()
    if asked.golden:
        golden()
        return
    cast = {"pairs": asked.pairs} if asked.pairs else CASTS[asked.cast]
    print(f"{'section':16}{'steps':>7}{'load s':>8}{'situations':>12}{'moves':>9}{'ends':>6}{'explore s':>11}  faults")
    for stretch in stretches(asked.cast):
        began = time.perf_counter()
        rite = load("dashe", stretch.section, stretch.section, asked.reading, cast, stretch.given)
        loaded = time.perf_counter()
        found = explore(rite, by_policy(asked.policy))
        explored = time.perf_counter()
        steps = sum(step.section == stretch.section for step in rite.steps)
        faults = len(found.stuck) + len(found.endless) + len(found.ambiguous)
        print(
            f"{stretch.section} {stretch.result:9}{steps:6}{loaded - began:8.2f}{found.situations:12,}{found.moves:9,}"
            f"{found.ends:6}{explored - loaded:11.2f}  {faults or 'none'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
