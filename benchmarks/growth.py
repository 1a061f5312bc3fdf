"""How the first round of 大射 (DS2-01 and DS2-02) grows with the number of pairs.

    python benchmarks/growth.py [--most 12] [--policy right] [--reading ao]

Prints situations, moves and seconds to explore; each number in a process of its own, with its peak of memory.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def grown(pairs: int, policy: str, reading: list[str]) -> None:
    from test_dashe_proofs import by_policy

    from fsm.linting import explore
    from fsm.loading import load

    cast = {"pairs": pairs, "other_pairs": 0, "ministers": 0, "great_officers": 0}
    began = time.perf_counter()
    rite = load("dashe", end="DS2-02", reading=reading, cast=cast)
    loaded = time.perf_counter()
    found = explore(rite, by_policy(policy))
    explored = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{pairs:5}{found.situations:12,}{found.moves:10,}{found.ends:6}{loaded - began:9.2f}{explored - loaded:11.2f}"
        f"{peak:9.0f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--only", type=int, help="one number of pairs, in this process")
    parser.add_argument("--policy", default="right")
    parser.add_argument("--reading", action="append", default=[])
    asked = parser.parse_args()
    if asked.only:
        grown(asked.only, asked.policy, asked.reading)
        return
    print(
        f"{'pairs':>5}{'situations':>12}{'moves':>10}{'ends':>6}{'load s':>9}{'explore s':>11}{'peak MB':>9}",
        flush=True,
    )
    readings = [word for name in asked.reading for word in ("--reading", name)]
    for pairs in range(1, asked.most + 1):
        words = [sys.executable, __file__, "--only", str(pairs), "--policy", asked.policy, *readings]
        subprocess.run(words, check=True)


if __name__ == "__main__":
    main()
