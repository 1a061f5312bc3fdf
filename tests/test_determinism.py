"""The same gives the same bytes, whatever the seed of the hash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PROGRAM = """
import hashlib, random, sys
sys.path[:0] = [{root!r}, {tests!r}]
from dataclasses import replace
from made_up import mutated, random_word, rite_from_seed, script, walk
from mutating import mutate, script_of
from fsm.checking import Checker
from fsm.exporting import as_json, export
from fsm.loading import load
from fsm.performing import perform

for rite in ("touhu", "dashe"):
    print(rite, hashlib.sha256(as_json(export(load(rite))).encode()).hexdigest())

def shown(checker, items):
    verdict = checker.check(items)
    print(verdict.cost, verdict.conforms, verdict.repaired, [replace(f, item=None) for f in verdict.findings])

rite = load("touhu", cast={{"pairs": 2}})
checker = Checker(rite)
for mutation in mutate(perform(rite, order="random", seed=4), random.Random(1), 0.02):
    shown(checker, script_of(mutation.actions))
for seed in range(40):
    rite = rite_from_seed(seed)
    if rite is not None:
        choose = random.Random(seed).choice
        for word in (random_word(choose), mutated(choose, walk(rite, choose), 2)):
            shown(Checker(rite), script(word))
"""


def printed(seed: int) -> bytes:
    program = PROGRAM.format(root=str(ROOT), tests=str(ROOT / "tests"))
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout


def test_findings_and_exports_do_not_depend_on_the_seed_of_the_hash() -> None:
    first = printed(0)
    assert len(first.splitlines()) > 60
    assert printed(1) == first
    assert printed(2) == first
