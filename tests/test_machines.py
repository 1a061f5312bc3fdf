"""The rite as a `transitions` machine: what it is made of, how it is driven, what it refuses, and that it agrees."""

from __future__ import annotations

import logging
import random
import time
from typing import Any

import made_up
import pytest
from transitions.extensions import HierarchicalMachine
from transitions.extensions.nesting import NestedState

from fsm.actions import Action
from fsm.exporting import mutated, verdict, walks
from fsm.linting import all_moves, reachable
from fsm.loading import load
from fsm.machines import (
    NotADetail,
    NotAllowed,
    Performance,
    RiteMachine,
    TooLarge,
    Undecided,
    UnknownAct,
    machine,
)
from fsm.matching import Matcher
from fsm.rite import Rite
from fsm.rites import MODULES
from fsm.score import seq
from fsm.situation import Move
from fsm.vocabulary import load as load_vocabulary

STRETCHES: dict[str, dict[str, Any]] = {"touhu": {}, "dashe": {"end": "DS2-01"}}
"""What of each rite makes a machine of a sensible size; a rite not named here is taken whole."""

RITES = tuple(MODULES)


def stretch(rite: str) -> Rite:
    return load(rite, **STRETCHES.get(rite, {}))


@pytest.fixture(scope="module")
def touhu() -> RiteMachine:
    return machine(load("touhu"))


@pytest.fixture
def model(touhu: RiteMachine) -> Any:
    """A model at the beginning, and dropped afterwards."""
    model = touhu.new_performance()
    yield model
    touhu.remove_model(model)


def to_the_throws(model: Any) -> None:
    """As far as the first throw, by the canonical performance."""
    rite, situation = model._machine.rite, model.situation
    while not any(m.step.act == "throw" for m in situation.moves):
        step(model, situation.moves[0])
        situation = model.situation
    assert rite.id == "touhu"


def step(model: Any, move: Move) -> None:
    machine = model._machine
    from fsm.acting import action_of_move

    trigger, stated = machine.event_of(action_of_move(machine.rite, move))
    model.trigger(trigger, **stated)


# --- what it is made of --------------------------------------------------------------------------------------------


def test_is_a_hierarchical_machine_of_sections(touhu: RiteMachine) -> None:
    assert isinstance(touhu, HierarchicalMachine)
    assert set(touhu.states) == {"TH-01", "TH-02", "TH-03", "TH-04", "TH-05", "TH-06", "end"}
    assert touhu.initial == "TH-01/002-receive"
    assert set(touhu.remainders) == {name for name in touhu.get_nested_state_names() if "/" in name}


def test_names_are_ascii_and_triggers_are_methods(touhu: RiteMachine) -> None:
    assert all(name.isascii() for name in touhu.remainders)
    for trigger in touhu.events:
        assert trigger.isascii()
        assert trigger.isidentifier()
        assert not hasattr(Performance, trigger)


@pytest.mark.parametrize("rite", RITES)
def test_no_two_acts_share_a_trigger(rite: str) -> None:
    made = machine(stretch(rite))
    assert len(set(made._actors.values())) == len(made._actors)


def test_only_what_the_score_says_leads_on(touhu: RiteMachine) -> None:
    assert not [name for name in touhu.events if name.startswith("to_")]


def test_everything_called_is_a_function_never_a_name(touhu: RiteMachine) -> None:
    for transition in touhu.get_transitions():
        assert all(callable(c.func) for c in transition.conditions)
        assert all(map(callable, (*transition.before, *transition.after, *transition.prepare)))


def test_other_machines_keep_their_separator(touhu: RiteMachine) -> None:
    assert NestedState.separator == "_"


def test_the_same_each_time() -> None:
    first, second = (machine(load("touhu")) for _ in range(2))
    assert list(first.remainders) == list(second.remainders)
    assert list(first.events) == list(second.events)


def test_inherited_facts_change_nothing_of_the_machine() -> None:
    one, other = machine(load("touhu", "TH-05")), machine(load("touhu", "TH-05", given={"right_horses": 2}))
    assert list(other.remainders) == list(one.remainders)
    assert other.models[0].read("horses[right]") == 2


def test_too_large_advises_a_range() -> None:
    with pytest.raises(TooLarge, match="start='TH-01'") as caught:
        machine(load("touhu"), limit=50)
    assert caught.value.limit == 50
    assert "start='TH-01'" in caught.value.in_words("zh-Hant")
    assert "limit" not in caught.value.in_words("zh-Hans")
    assert len(machine(load("touhu", start="TH-01", end="TH-01"), limit=50).remainders) < 50


# --- driving it ----------------------------------------------------------------------------------------------------


def test_acts_are_methods_details_and_outcomes_keywords(model: Any) -> None:
    assert model.host_receive() is True
    model.host_go(place="between_pillars")
    assert model.state == "TH-01/004-withdraw"
    to_the_throws(model)
    model.guest_throw(fall="straight")
    assert model.read("tally_due") == "right"
    model.archery_director_lay_tally(n=1, side="right")
    assert model.read("laid[right]") == 1


def test_reserved_words_take_an_underscore(model: Any) -> None:
    model.host_receive(from_="aides")
    assert model.state == "TH-01/003-go"


def test_asking_whether(model: Any) -> None:
    assert model.may_host_receive() is True
    assert model.may_host_receive(place="hall") is False
    assert model.may_guest_throw(fall="out") is False


def test_conditions_are_truth_values(touhu: RiteMachine, model: Any) -> None:
    seen: list[object] = []
    for transition in touhu.get_transitions("host_receive"):
        for condition in transition.conditions:
            inner = condition.func
            condition.func = lambda event, inner=inner: seen.append(inner(event)) or seen[-1]
    model.host_receive()
    assert seen
    assert all(type(value) is bool for value in seen)


def test_not_allowed_says_why(model: Any) -> None:
    with pytest.raises(NotAllowed) as caught:
        model.guest_throw(fall="straight")
    assert caught.value.why.kind == "order"
    assert "throw.told" in {g.id for g in caught.value.why.guards}


def test_wrong_details_are_not_allowed(model: Any) -> None:
    with pytest.raises(NotAllowed) as caught:
        model.host_receive(place="hall")
    assert caught.value.why.differing == (("place", "hall", "east_steps"),)


def test_unknown_acts_have_their_own_error(model: Any) -> None:
    for ask in (getattr, lambda m, name: m.trigger(name)):
        with pytest.raises(UnknownAct) as caught:
            ask(model, "guest_thorw")
        assert "guest_throw" in caught.value.nearest
    assert not hasattr(model, "guest_thorw")


def test_an_outcome_must_be_told(model: Any) -> None:
    to_the_throws(model)
    with pytest.raises(Undecided) as caught:
        model.guest_throw()
    assert [dict(a.data)["fall"] for a in caught.value.options] == ["straight", "reversed", "out"]


def test_what_decides_is_told_as_keywords_with_their_meaning(model: Any) -> None:
    to_the_throws(model)
    with pytest.raises(Undecided) as caught:
        model.guest_throw()
    assert "fall='straight' (投法: 順)" in caught.value.in_words("zh-Hant")
    assert "fall='straight' (fall: straight)" in caught.value.in_words("en")


def test_where_nothing_else_differs_the_clause_is_told() -> None:
    options = [Action(("host",), "go", clauses=(clause,)) for clause in ("TH-01-003", "TH-05-001")]
    assert "clause='TH-01-003', or clause='TH-05-001'" in Undecided(options).in_words("en")


@pytest.mark.parametrize("stated", [{"colr": "red"}, {"plaec": "hall"}])
def test_a_misspelt_detail_is_refused(model: Any, stated: dict[str, str]) -> None:
    for ask in (model.host_receive, model.may_host_receive):
        with pytest.raises(UnknownAct) as caught:
            ask(**stated)
        assert caught.value.nearest
    assert model.state == model._machine.initial


@pytest.mark.parametrize(("args", "stated"), [(("hall",), {}), ((), {"place": ["hall"]}), ((), {"addressee": 3})])
def test_details_are_given_by_name_and_are_plain(model: Any, args: Any, stated: Any) -> None:
    with pytest.raises(NotADetail, match="name=value"):
        model.host_receive(*args, **stated)
    assert model.state == model._machine.initial


def test_a_register_that_is_not_kept_is_said_with_the_nearest(model: Any) -> None:
    with pytest.raises(KeyError) as caught:
        model.read("arrow[guest]")
    assert "arrows[guest]" in str(caught.value)


def test_an_office_is_an_actor_too(model: Any, touhu: RiteMachine) -> None:
    assert {"winners_kneel", "guest_kneel", "host_kneel"} <= set(touhu.events)


@pytest.mark.parametrize("when", ["before_state_change", "after_state_change", "enter"])
def test_an_error_in_between_leaves_everything_as_it_was(when: str) -> None:
    made = machine(load("touhu"))
    model: Any = made.models[0]

    def fail(event: object) -> None:
        raise RuntimeError("the user's own")

    if when == "enter":
        made.get_state("TH-01/003-go").add_callback("enter", fail)
    else:
        setattr(made, when, fail)
    before = model.state, model.world
    with pytest.raises(RuntimeError):
        model.host_receive()
    assert (model.state, model.world) == before
    assert model.situation is made.rite.start


def test_callbacks_see_state_and_world_together() -> None:
    made = machine(load("touhu", start="TH-04", end="TH-04"))
    model: Any = made.models[0]
    to_the_throws(model)
    seen: list[tuple[str, object]] = []
    for name in made.remainders:
        made.get_state(name).add_callback("enter", lambda e: seen.append((e.model.state, e.model.read("last"))))
    model.guest_throw(fall="out")
    assert seen == [(model.state, "right")]


def test_a_world_may_be_set_by_hand(model: Any) -> None:
    to_the_throws(model)
    rite = model._machine.rite
    model.world = rite.schema.set(model.world, {"arrows[guest]": 0})
    assert model.may_guest_throw(fall="out") is False


def test_models_are_independent(touhu: RiteMachine) -> None:
    one, other = touhu.new_performance(), touhu.new_performance()
    one.host_receive()
    assert (one.state, other.state) == ("TH-01/003-go", "TH-01/002-receive")


def test_a_trigger_never_hides_what_the_model_has() -> None:
    rite = made_up.rite_of(seq(made_up.Actor("may").end(), made_up.A.x()))
    made = machine(rite)
    assert "do_may_end" in made.events
    model: Any = made.models[0]
    assert model.may_end is False
    model.do_may_end()
    assert model.may_a_x() is True


def test_nothing_is_logged_as_overwritten(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        machine(load("touhu"))
    assert caplog.records == []


# --- agreement with the core ---------------------------------------------------------------------------------------


def driven(made: RiteMachine, actions: list[Action]) -> dict[str, Any]:
    """The verdict of the machine; where it asks what is meant, every answer is followed."""
    model: Any = made.models[0]
    reached = [(made.initial, made.rite.start.world)]
    for index, action in enumerate(actions):
        trigger, stated = made.event_of(action)
        after: list[tuple[str, Any]] = []
        guards: set[str] = set()
        for place in reached:
            events = [stated]
            while events:
                event = events.pop(0)
                made.set_state(place[0], model)
                model.world = place[1]
                try:
                    model.trigger(trigger, **event)
                    after.append((model.state, model.world))
                except Undecided as error:
                    events += [{**o.details(), "clause": o.clauses[0]} for o in error.options]
                except UnknownAct:
                    pass
                except NotAllowed as error:
                    guards |= {g.id for g in error.why.guards} if error.why.kind == "guard" else set()
        if not after:
            reason = {"kind": "guard", "guards": sorted(guards)} if guards else {"kind": "not-next"}
            return {"accepted": False, "index": index, "reason": reason}
        reached = list(dict.fromkeys(after))
    situations = [made.rite.situation(made.remainders[state], world) for state, world in reached]
    if any(s.end is not None for s in situations):
        return {"accepted": True}
    return {"accepted": False, "index": len(actions), "reason": {"kind": "unfinished"}}


def taken(move: Move) -> bool:
    return not (move.partial or move.late)


def agree(rite: Rite, right: int, wrong: int, seed: int = 0) -> None:
    matcher, rng, made = Matcher(rite, load_vocabulary()), random.Random(seed), machine(rite)
    performances = list(walks(rite, right, seed, shares=0))
    pool = list(dict.fromkeys(a for one in performances for a in one))
    for n in range(right + wrong):
        one = performances[n] if n < right else mutated(rng.choice(performances), rng, pool)
        found, expected = driven(made, one), verdict(matcher, one, taken)
        if found != expected:
            # A role that several fill may name one of them in a script; a trigger names who it is, or all.
            unnamed = one[found["index"]]
            assert any(len(matcher.who(name)) > 1 for name in unnamed.actors)


def agree_everywhere(rite: Rite) -> None:
    """In every reachable situation every act leads where the core says, and all other acts are refused."""
    from fsm.acting import action_of_move

    made, count = machine(rite), 0
    model: Any = made.models[0]
    state_of = {id(rest): name for name, rest in made.remainders.items()}
    rng = random.Random(0)
    pool = sorted({(a.actors, a.act): a for m in rite.start.moves for a in [action_of_move(rite, m)]}.items())
    for situation in reachable(rite, all_moves):
        count += 1
        moves = [m for m in situation.moves if taken(m)]
        actions = {action_of_move(rite, m): m for m in reversed(moves)}
        for action, move in actions.items():
            made.set_state(state_of[id(situation.rest)], model)
            model.world = situation.world
            trigger, stated = made.event_of(action)
            model.trigger(trigger, clause=action.clauses[0], **stated)
            assert model.situation is move.target
        made.set_state(state_of[id(situation.rest)], model)
        model.world = situation.world
        assert model.may_end == (situation.end is not None)
        may = {(a.actors, a.act) for a in actions}
        for who, stranger in rng.sample(pool, min(2, len(pool))):
            if who not in may:
                trigger, stated = made.event_of(stranger)
                assert getattr(model, f"may_{trigger}")(**stated) is False
        pool = sorted({**dict(pool), **{(a.actors, a.act): a for a in actions}}.items(), key=lambda kv: kv[0])
    assert count > 1_000


@pytest.mark.parametrize("rite", RITES)
def test_agrees_with_the_core(rite: str) -> None:
    agree(stretch(rite), right=8, wrong=25)


def test_agrees_in_every_situation_of_a_round() -> None:
    agree_everywhere(load("touhu", start="TH-04", end="TH-04"))


def test_a_rite_that_is_too_large_says_so_soon() -> None:
    rite = load("dashe")
    assert rite.start.moves
    before = time.process_time()
    with pytest.raises(TooLarge, match="start='DS2-01', end='DS2-01'"):
        machine(rite)
    assert time.process_time() - before < 6  # two or three seconds where nothing else runs


@pytest.mark.long
@pytest.mark.parametrize("rite", RITES)
def test_agrees_in_every_situation(rite: str) -> None:
    agree_everywhere(stretch(rite))


@pytest.mark.long
@pytest.mark.parametrize("rite", RITES)
def test_agrees_with_the_core_at_length(rite: str) -> None:
    agree(stretch(rite), right=1_000, wrong=10_000)


def agree_on_made_up(seeds: range) -> None:
    for seed in seeds:
        rite = made_up.rite_from_seed(seed)
        if rite is None:
            continue
        rng, matcher, made = random.Random(seed), Matcher(rite, load_vocabulary()), machine(rite)
        for n in range(8):
            word = made_up.walk(rite, rng.choice) if n % 2 else made_up.random_word(rng.choice)
            word = [a for a in word if not a.unknown and made.has_trigger(made.event_of(a)[0])]
            word = [a for a in word if a.details().keys() <= made._details]  # others it refuses by another error
            assert driven(made, word) == verdict(matcher, word, taken), (seed, word)


def test_agrees_with_the_core_on_made_up_rites() -> None:
    agree_on_made_up(range(100))


@pytest.mark.long
def test_agrees_with_the_core_on_many_made_up_rites() -> None:
    agree_on_made_up(range(100, 3_000))
