"""Is the model sound, and does everything in it earn its place?

Golden counts: when the score or the rules of a rite are changed on purpose, run

    PYTHONPATH=. python -c "from fsm.loading import load; from fsm.linting import explore; e = explore(load('touhu')); \
print(e.situations, e.moves, e.ends)"

and put the new numbers into `GOLDEN`; a change that was not meant to alter what may be done must not alter them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from mutating import accepted, script_of
from test_touhu import Game, by_hits, by_results, play

from fsm.actions import Action
from fsm.checking import Checker, Verdict
from fsm.linting import explore
from fsm.loading import build, load
from fsm.rite import Rite, Setting
from fsm.rites.touhu import TOUHU
from fsm.score import EMPTY, Actor, Score, ScoreError, Step, law, passage, resolve, seq, transform, unsaid
from fsm.surveying import silent_laws, unknown_names

GOLDEN: Mapping[tuple[str, ...], tuple[int, int, int]] = {
    (): (9_107, 19_492, 130),
    ("zhu",): (9_107, 19_492, 130),
    ("dadai",): (9_103, 19_486, 130),
    ("ludian",): (9_107, 21_128, 130),
    ("TH-11=mutual",): (9_117, 19_507, 140),
}
"""Reading → situations, moves, ends of the pitch-pot of one pair."""


@pytest.mark.parametrize(
    "reading", [pytest.param(r, marks=() if not r else pytest.mark.slow, id=",".join(r) or "zheng") for r in GOLDEN]
)
def test_every_situation_reaches_an_end(reading: tuple[str, ...]) -> None:
    found = explore(load("touhu", reading=reading))
    assert not found.stuck
    assert not found.endless
    assert not found.ambiguous
    assert (found.situations, found.moves, found.ends) == GOLDEN[reading]


@pytest.mark.parametrize("name", ["touhu", "dashe"])
def test_every_name_on_a_page_is_in_the_tables(name: str) -> None:
    """A verb misspelt would be an act that has no rule and that no script can say."""
    assert unknown_names(load(name)) == []
    assert silent_laws(load(name)) == []


def test_names_in_no_table_are_told_at_their_clauses() -> None:
    host, nobody = Actor("host"), Actor("nobody")

    def compose(setting: Setting) -> object:
        score = passage(
            "TH-01",
            "001 甲", host.sallute(),
            "002 乙", seq(nobody.salute(), law("lay_tally.straight")),
            "003 丙", host.go(to="nowhere", sideways=True),
            "004 丁", unsaid(host.salute(), by="somebody"),
        )  # fmt: skip
        return replace(TOUHU.compose(setting), score=score)

    rite = build(replace(TOUHU, compose=compose))  # type: ignore[arg-type]
    assert silent_laws(rite) == ["TH-01-002: lay_tally.straight"]
    assert unknown_names(rite) == [
        "TH-01-001: verb sallute", "TH-01-002: person nobody", "TH-01-003: detail sideways", "TH-01-003: place nowhere",
        "TH-01-004: commentator somebody",
    ]  # fmt: skip


@pytest.mark.slow
def test_every_act_of_the_score_is_reachable() -> None:
    rite = load("touhu")
    found = explore(rite)
    assert {c for step in rite.steps for c in step.clauses} <= found.performed


# --- every step earns its place ---


def without_step(number: int, reading: Iterable[str] = ()) -> Rite:
    """The pitch-pot with one of its acts, counted in authored order, taken out."""

    def compose(setting: Setting) -> object:
        composition = TOUHU.compose(setting)
        seen = -1

        def change(part: Score) -> Score:
            nonlocal seen
            if isinstance(part, Step):
                seen += 1
                return EMPTY if seen == number else part
            return part

        return replace(composition, score=transform(resolve(composition.score, setting.profile.chosen), change))

    return build(replace(TOUHU, compose=compose), reading)  # type: ignore[arg-type]


def games(rite: Rite) -> list[Game]:
    """Games that between them perform every act."""
    results = ("WWW", "LLL", "WWL", "LLW", "DDD", "WLD")
    return [*(play(rite, by_results(r)) for r in results), play(rite, by_hits(4, 3)), play(rite, by_hits(3, 4))]


def changed_by_removal(rite: Rite, numbers: Iterable[int]) -> tuple[set[int], set[int]]:
    """Of the acts of these numbers: those no game performs, and those that are not missed when taken out."""
    performed: dict[int, Game] = {}
    for game in games(rite):
        for move in game.moves:
            performed.setdefault(id(move.step), game)
    idle, not_missed = set(), set()
    for number in numbers:
        game = performed.get(id(rite.steps[number]))
        if game is None:
            idle.add(number)
            continue
        try:
            checker = Checker(without_step(number))
        except ScoreError:
            continue
        if accepted(checker, script_of(game.actions).items):
            not_missed.add(number)
    return idle, not_missed


NEVER_PERFORMED = [("take_seat", ("TH-04-001",)), ("take_tallies", ("TH-04-004",))]
"""In the first round guest and host sit already, with eight tallies in hand: only later throwers need these acts."""


def test_removing_an_act_is_noticed() -> None:
    rite = load("touhu")
    idle, not_missed = changed_by_removal(rite, range(0, len(rite.steps), 9))
    assert not idle
    assert not not_missed


@pytest.mark.slow
def test_removing_any_act_is_noticed() -> None:
    rite = load("touhu")
    idle, not_missed = changed_by_removal(rite, range(len(rite.steps)))
    assert [(rite.steps[n].act, rite.steps[n].clauses) for n in sorted(idle)] == NEVER_PERFORMED
    assert not not_missed, [rite.steps[n] for n in sorted(not_missed)]


# --- every guard earns its place ---

NOT_NEEDED_FOR_TOUHU = frozenset({"drink.loser", "order.one_side_won"})
"""Guards that speak in the pitch-pot and whose removal changes nothing: of the archers' cup and its stand."""


def guards_that_speak(rite: Rite) -> list[str]:
    """Guards of the acts of a rite, over registers it keeps."""
    world = rite.schema.initial
    found = {g.id for step in rite.steps for g in rite.guards(step, world)}
    return [g for g in rite.rulebook.guard_ids() if g in found]


def illegal_scripts(rite: Rite) -> list[tuple[str, list[Action]]]:
    """Each distinct act of a few games put in where it has no business, with its verb."""
    scripts: list[tuple[str, list[Action]]] = []
    for results in ("WLW", "LDD"):
        actions = play(rite, by_results(results)).actions
        for action in dict.fromkeys(replace(a, clauses=()) for a in actions):
            first = next(i for i, a in enumerate(actions) if replace(a, clauses=()) == action)
            for at in (0, max(0, first - 1), first + 1, len(actions) // 2, len(actions)):
                scripts.append((action.act, [*actions[:at], action, *actions[at:]]))
            scripts.append((action.act, [*actions[:first], *actions[first + 1 :]]))
        thrown = next(i for i, a in enumerate(actions) if a.details().get("fall") == "straight")
        wrong_side = Action(("archery_director",), "lay_tally", "tally", data=(("side", "left"),))
        scripts.append(("lay_tally", [*actions[: thrown + 1], wrong_side, *actions[thrown + 1 :]]))
    return scripts


def summary(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict says, apart from identities that two rites cannot share."""
    return (
        verdict.conforms,
        verdict.cost,
        [(f.code, f.index, f.clauses, [g.id for g in f.guards]) for f in verdict.findings],
    )


def guards_not_missed(rite: Rite, guards: Iterable[str], tried: int) -> set[str]:
    """Guards whose removal changes no verdict and no finding of the illegal scripts of their verbs."""
    checker, scripts = Checker(rite), illegal_scripts(rite)
    said: dict[int, tuple[object, ...]] = {}
    idle = set()
    for guard in guards:
        freed = Checker(build(TOUHU, drop_guard=guard))
        verb = guard.partition(".")[0]
        for number, script in [(n, s) for n, (v, s) in enumerate(scripts) if v == verb][:tried]:
            if number not in said:
                said[number] = summary(checker.check(script_of(script)))
            if summary(freed.check(script_of(script))) != said[number]:
                break
        else:
            idle.add(guard)
    return idle


def test_removing_any_guard_is_noticed() -> None:
    rite = load("touhu")
    guards = guards_that_speak(rite)
    assert len(guards) >= 20
    assert guards_not_missed(rite, guards, tried=80) == NOT_NEEDED_FOR_TOUHU
