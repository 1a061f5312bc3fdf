"""How long reading and checking takes, warm: a table of 1,000 rows in every format, and 10,000 lines of nonsense.

    python benchmarks/reading.py [--rows 1000] [--repeat 5]

Targets: 1,000 rows of a workbook read and checked within 1 s; nonsense refused within 4 s.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fsm.actions import Action, Item  # noqa: E402
from fsm.checking import Checker, UnreadableScript, Verdict  # noqa: E402
from fsm.loading import load  # noqa: E402
from fsm.performing import perform  # noqa: E402
from fsm.reports import PAGES, REPORTS, render  # noqa: E402
from fsm.rite import Rite  # noqa: E402
from fsm.scripts import WRITTEN, read, write_bytes  # noqa: E402
from fsm.vocabulary import load as load_vocabulary  # noqa: E402


def rows(rite: Rite, count: int) -> list[Item]:
    """So many acts of a legal performance (all of it, if it is shorter)."""
    return [Item(action, group=n) for n, action in enumerate(perform(rite).actions[:count])]


def nonsense(count: int) -> str:
    """Lines that mean nothing."""
    chance = random.Random(1)
    out = []
    for _ in range(count):
        words = ["".join(chr(chance.randint(0x4E00, 0x9FA5)) for _ in range(chance.randint(1, 12))) for _ in range(3)]
        latin = ["".join(chance.choices("abcdefgh", k=7)) for _ in range(chance.randint(1, 8))]
        out.append(" ".join(chance.choice((words, latin))))
    return "\n".join(out)


def long_script(count: int) -> str:
    """Lines of known words, all different."""
    chance, vocabulary = random.Random(2), load_vocabulary()
    verbs, places = vocabulary.ids("verb"), vocabulary.ids("place")
    acts = (
        Action(actors=(f"upper_archer.{chance.randint(1, 9)}",), act=chance.choice(verbs), place=chance.choice(places))
        for _ in range(count)
    )
    return "\n".join(
        f"{vocabulary.name(a.actors[0], 'zh-Hant')} {vocabulary.name(a.act, 'zh-Hant', 'verb')} @{a.place} # {n}"
        for n, a in enumerate(acts)
    )


def best(task: Callable[[], object], repeat: int) -> float:
    """The shortest of several runs, after one that is not counted."""
    task()
    found = []
    for _ in range(repeat):
        start = time.perf_counter()
        task()
        found.append(time.perf_counter() - start)
    return min(found)


def refused(checker: Checker, text: str) -> None:
    """Reads and checks what cannot be understood."""
    try:
        checker.check(read(text, input_format="text"))
    except UnreadableScript:
        return
    raise AssertionError("nonsense was understood")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000)
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    rite = load("dashe", cast={"pairs": 12})
    checker, items = Checker(rite), rows(rite, asked.rows)
    wrong = [item for n, item in enumerate(items) if n % 100 != 50]
    print(f"{len(items)} rows, legal; and with {len(items) - len(wrong)} of them left out")
    print(f"{'format':8} {'bytes':>9} {'write':>8} {'read':>8} {'read and check':>15} {'with mistakes':>14}")
    for format in WRITTEN:
        data, bad = write_bytes(items, format), write_bytes(wrong, format)

        def check(data: bytes = data) -> Verdict:
            return checker.check(read(data), partial=True)

        assert not check().findings
        write_time = best(partial(write_bytes, items, format), asked.repeat)
        read_time = best(partial(read, data), asked.repeat)
        print(f"{format:8} {len(data):9,} {write_time:7.3f}s {read_time:7.3f}s {best(check, asked.repeat):14.3f}s "
              f"{best(partial(check, bad), 1):13.3f}s")  # fmt: skip
    verdict = checker.check(read(write_bytes(wrong, "xlsx")), partial=True)
    for format in REPORTS:
        original = write_bytes(wrong, format) if format in WRITTEN and format not in PAGES else None
        print(f"report {format:10} {best(partial(render, verdict, format, 'both', original), 1):7.3f}s")
    text = nonsense(10_000)
    print(f"10,000 lines of nonsense read {best(lambda: read(text, input_format='text'), asked.repeat):.3f}s, "
          f"read and refused {best(lambda: refused(checker, text), asked.repeat):.3f}s")  # fmt: skip
    lines = long_script(5_000)
    print(f"5,000 different lines read {best(lambda: read(lines, input_format='text'), asked.repeat):.3f}s")


if __name__ == "__main__":
    main()
