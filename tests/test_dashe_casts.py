"""大射 DS2-01 to DS2-12, whoever shoots, however the arrows fly, whoever is followed: what is legal is found so.

Each trial draws a cast, readings, an order and outcomes from its seed, performs the whole, and has it checked, in full
and with only what the text says.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import pytest
from mutating import accepted, script_of
from test_dashe_proofs import SECTIONS, conserves

from fsm.acting import action_of_move
from fsm.checking import Checker
from fsm.loading import load
from fsm.performing import Performance, perform
from fsm.rites.dashe import CAST, DISPUTES
from fsm.terms import Value

PROFILES = ("zheng", "jia", "ao", "sheng", "hao", "zhang", "jiang")
WINNING = ("random", "right", "left", "level", "none", "all")
OUTCOMES = ("hit", "flight", "target", "short", "pierced")
FEW_PAIRS = (1, 1, 1, 2, 2, 3)


class Trial:
    """What is drawn from a seed."""

    def __init__(self, seed: int, pairs: tuple[int, ...] = FEW_PAIRS) -> None:
        chance = random.Random(seed)
        self.seed = seed
        self.cast: Mapping[str, Value] = {key.name: chance.choice(key.domain) for key in CAST}
        self.cast = {**self.cast, "pairs": chance.choice(pairs)}
        disputed = [f"{d.id}={chance.choice(d.positions).key}" for d in DISPUTES if d.changes]
        self.reading = (PROFILES[seed % len(PROFILES)], *(disputed if chance.random() < 0.4 else ()))
        self.order = "canonical" if chance.random() < 0.2 else "random"
        self.winning = WINNING[seed % len(WINNING)]

    def __str__(self) -> str:
        return f"{self.seed}: {self.cast}, {' '.join(self.reading)}, {self.order}, hits {self.winning}"

    @cached_property
    def performance(self) -> Performance:
        rite = load("dashe", reading=self.reading, cast=self.cast)
        known = {key for step in rite.steps for key, _ in step.outcomes}
        asked = {key: self.winning if key in ("hit", "flight") else "random" for key in OUTCOMES if key in known}
        return perform(rite, self.order, self.seed, asked)


def assert_legal(trial: Trial) -> None:
    acts, rite = trial.performance.acts, trial.performance.rite
    assert trial.performance.end.end is not None, trial
    assert [a.move.step.clauses for a in acts if not conserves(a.before, a.move)] == [], trial
    done = list(zip(trial.performance.actions, acts, strict=True))
    in_full = [action for action, _ in done]
    bare = [action for action, act in done if act.move.step.optional is None]
    for actions in (in_full, bare):
        verdict = Checker(rite).check(script_of(actions))
        assert (verdict.conforms, verdict.cost, [(f.code, f.clauses) for f in verdict.findings]) == (True, 0, []), trial


def sized(seed: int) -> Trial:
    """Every seventh with many pairs."""
    return Trial(seed, tuple(range(4, 13)) if seed % 7 == 0 else FEW_PAIRS)


@pytest.mark.parametrize("seed", [4, 5, 13, 44])
def test_what_is_performed_is_legal(seed: int) -> None:
    assert_legal(Trial(seed, (1,)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(14))
def test_what_is_performed_by_more_is_legal(seed: int) -> None:
    assert_legal(sized(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(14, 140))
def test_whatever_is_performed_is_legal(seed: int) -> None:
    assert_legal(sized(seed))


def test_the_trials_are_of_every_kind() -> None:
    trials = [sized(seed) for seed in range(140)]
    for key in CAST:
        assert {t.cast[key.name] for t in trials} == set(key.domain)
    positions = {f"{d.id}={p.key}" for d in DISPUTES if d.changes for p in d.positions}
    assert positions <= {word for t in trials for word in t.reading}
    assert min(Counter((t.reading[0], t.winning) for t in trials).values()) >= 2
    assert len(Counter((t.reading[0], t.winning) for t in trials)) == len(PROFILES) * len(WINNING)


@pytest.mark.parametrize("section", SECTIONS)
def test_in_whatever_order_what_the_text_leaves_out_may_be_left_out(section: str) -> None:
    """Also where an act beside it needs what was left out: the duke’s ring is off when it has been received."""
    given = {"result": "right"} if section == "DS2-10" else {}
    rite = load("dashe", section, section, cast={"pairs": 2, "great_officers": 1}, given=given)
    checker = Checker(rite)
    for seed in range(15):
        acts = perform(rite, "random", seed).acts
        bare = [action_of_move(rite, act.move) for act in acts if act.move.step.optional is None]
        assert accepted(checker, script_of(bare).items), seed
