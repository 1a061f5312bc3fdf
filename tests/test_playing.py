"""Live play: what is allowed, what is done, why not, and taking back; always in agreement with the core."""

from __future__ import annotations

import random
from typing import Any

import made_up
import pytest

from fsm.acting import plain_action
from fsm.actions import Action
from fsm.exporting import mutated, verdict, walks
from fsm.loading import load
from fsm.machines import machine
from fsm.matching import Matcher
from fsm.playing import ActError, NotAllowed, NothingToUndo, Play, UnknownAct, Unreadable, play, trigger_name
from fsm.rite import Rite
from fsm.rites import MODULES
from fsm.score import seq
from fsm.vocabulary import load as load_vocabulary
from fsm.vocabulary import simplify

RITES = tuple(MODULES)
THROWING: dict[str, Any] = {"start": "TH-04", "end": "TH-04"}


@pytest.fixture
def throwing() -> Play:
    """A play in which the guest is about to throw."""
    stage = play(load("touhu", **THROWING))
    while not any(a.act == "throw" for a in stage.allowed):
        stage.do(stage.allowed[0])
    return stage


def throw(who: str, **outcome: str) -> Action:
    return Action((who,), "throw", data=tuple(outcome.items()))


# --- doing and taking back -----------------------------------------------------------------------------------------


def test_text_actions_and_mappings_are_done() -> None:
    stage = play(load("touhu"))
    stage.do("主人 受 四矢")
    stage.do(Action(("host",), "go"))
    (done,) = stage.do({"actor": "host", "act": "withdraw"})
    assert done.moves[0].step.clauses == ("TH-01-004",)
    assert [a.act for a in stage.script] == ["receive", "go", "withdraw"]


def test_allowed_names_each_act_once_and_all_of_it_can_be_done(throwing: Play) -> None:
    (only,) = throwing.allowed
    assert (only.actors, only.act) == (("guest",), "throw")
    for action in throwing.allowed:
        throwing.do(action)
        throwing.undo()


def test_undo_takes_back_the_last_line_and_says_what_it_was(throwing: Play) -> None:
    before, script = throwing.situation, throwing.script
    throwing.do(throw("guest", fall="out"))
    assert throwing.undo() == (throw("guest", fall="out"),)
    assert (throwing.situation, throwing.script) == (before, script)


def test_nothing_to_undo_at_the_beginning() -> None:
    with pytest.raises(NothingToUndo) as caught:
        play(load("touhu")).undo()
    assert "無可追回" in caught.value.in_words("zh-Hant")
    assert "Nothing" in caught.value.in_words("en")


def test_a_line_is_done_whole_or_not_at_all() -> None:
    stage = play(load("touhu"))
    with pytest.raises(NotAllowed):
        stage.do("主人 受 四矢\n主人 投")
    assert stage.script == []
    assert stage.situation is stage.rite.start
    assert len(stage.do("主人 受 四矢\n主人 適")) == 2


def test_done_and_may_end() -> None:
    stage = play(load("touhu", **THROWING))
    assert not stage.may_end
    while not stage.done:
        action = stage.allowed[0]
        stage.do(action.with_details({"fall": "straight"}) if action.act == "throw" else action)
    assert stage.may_end
    assert stage.allowed == []
    assert stage.why_not(throw("guest")).kind == "over"


def test_what_is_left_open_is_kept_open_and_narrowed_later(throwing: Play) -> None:
    throwing.do("賓 投")
    assert len(throwing.situations) == 2  # reversed or out makes no difference
    assert {a.act for a in throwing.allowed} == {"throw", "kneel", "lay_tally"}
    throwing.do("司射 釋算")
    assert len(throwing.situations) == 1
    assert throwing.situation.read("laid[right]") == 1


def test_silently_assumed_acts_are_told() -> None:
    stage = play(load("touhu"))
    for action in ("host: receive", "host: go", "host: withdraw", "host: return_to_place", "host: salute"):
        stage.do(action)
    stage.do(Action(("guest", "host"), "take_seat"))
    (done,) = stage.do("司射 適")
    assert [s.act for s in done.assumed] == ["receive"]


# --- why not -------------------------------------------------------------------------------------------------------


def test_out_of_turn_names_what_fails_with_values_and_what_may_come() -> None:
    stage = play(load("touhu"))
    why = stage.why_not(throw("guest", fall="straight"))
    assert why
    assert why.kind == "order"
    assert "throw.told" in {g.id for g in why.guards}
    assert {"ready": False}.items() <= {k: v for g in why.guards for k, v in g.values.items()}.items()
    assert "TH-04-003" in {c.clause for c in why.citations}
    assert [a.act for a in why.expected] == ["receive"]


WORDS = (("zh-Hant", "須：", "今："), ("zh-Hans", "须：", "今："), ("en", "Needed:", "Found:"))
"""How each language says what a rule needs and what was found."""


def raw_ids(rite: Rite) -> set[str]:
    """Names of registers and ids of persons that no reader should meet: those that are no words of any language."""
    names = {r.name for r in rite.schema.registers}
    return {name for name in names | set(rite.persons) if not name.isalpha()}


@pytest.mark.parametrize("rite", RITES)
def test_every_rule_that_forbids_is_said_in_words(rite: str) -> None:
    """Whatever is asked, wherever: no register by its name; of each rule what it needs, what was found, its clause."""
    made, rng = load(rite), random.Random(0)
    stage, raw = play(made), raw_ids(made)
    asked = [plain_action(made, step) for step in rng.sample(made.steps, 40)]
    said: set[str] = set()
    for _ in range(30):
        for action in rng.sample(asked, 5):
            why = stage.why_not(action)
            for lang, needed, found in WORDS:
                text = why.in_words(lang)
                told = text.rpartition("\n")[0]  # the last line can be typed, and so may name a person by his id
                assert not [name for name in raw if name in told], text
                rules = [line for line in text.split("\n") if needed in line]
                assert len(rules) == len(why.guards)
                assert all(found in line for line in rules)
                for guard, line in zip(why.guards, rules, strict=True):
                    assert lang != "en" or guard.en in line
                    assert all(clause in line for clause in guard.clauses if clause in made.citations)
            said |= {g.id for g in why.guards}
        stage.do(rng.choice(stage.allowed))
    assert len(said) > 3


def test_of_a_rule_with_many_parts_only_those_not_met_are_said() -> None:
    both = made_up.R.is_(1) & made_up.R.is_not(2)
    rite = made_up.rite_of(seq(made_up.A.x(), made_up.B.y()), made_up.rule("y", made_up.needs("y.r", both, "須", "r")))
    stage = play(rite)
    stage.do(Action(("a",), "x"))
    why = stage.why_not(Action(("b",), "y"))
    assert why.guards[0].test == both
    assert "≠" not in why.in_words("en")


def test_shown_at_a_prompt_it_is_in_words_and_its_parts_are_for_programs() -> None:
    why = play(load("touhu")).why_not("賓 投")
    assert repr(why) == str(why) == f"{why.in_words('zh-Hant')}\n{why.in_words('en')}"
    assert {"seated[guest]": False}.items() <= {k: v for g in why.guards for k, v in g.values.items()}.items()


def test_what_has_just_been_done_and_what_the_rite_has_nowhere_are_told_apart() -> None:
    stage = play(load("touhu"))
    stage.do("主人 受")
    assert stage.why_not("主人 受").twin
    assert "just been done" in stage.why_not("主人 受").in_words("en")
    for nowhere in ("司馬師 命", "[如初]", Action(("host",), "fly"), Action(("nobody",), "receive")):
        assert stage.why_not(nowhere).kind == "nowhere"
    for later in ("賓 投", "[拾投]", Action(("guest",), "take_seat")):
        assert stage.why_not(later).kind == "order"


def test_stated_otherwise_tells_what_is_right() -> None:
    why = play(load("touhu")).why_not(Action(("host",), "receive", place="hall"))
    assert why.kind == "detail"
    assert why.differing == (("place", "hall", "east_steps"),)


def test_its_turn_but_forbidden_is_a_guard() -> None:
    rite = made_up.rite_of(
        seq(made_up.A.x(), made_up.B.y()),
        made_up.rule("y", made_up.needs("y.r", made_up.R.is_(1), "須", "r must be 1")),
    )
    stage = play(rite)
    stage.do(Action(("a",), "x"))
    why = stage.why_not(Action(("b",), "y"))
    assert why.kind == "guard"
    assert [(g.id, dict(g.values)) for g in why.guards] == [("y.r", {"r": 0})]
    assert "r must be 1" in why.in_words("en")


def test_what_may_be_done_has_no_why(throwing: Play) -> None:
    why = throwing.why_not("賓 投 投法=順")
    assert not why
    assert why.kind == "allowed"


def test_asking_changes_nothing(throwing: Play) -> None:
    before = throwing.situations, throwing.script
    throwing.why_not("主人 投")
    throwing.why_not("賓 投")
    assert (throwing.situations, throwing.script) == before


def test_unknown_words_and_nothing_at_all() -> None:
    stage = play(load("touhu"))
    with pytest.raises(UnknownAct):
        stage.do("飛 天")
    with pytest.raises(Unreadable):
        stage.do("")
    assert stage.why_not("主人 飛").kind == "unknown"


@pytest.mark.parametrize(
    ("what", "error", "zh", "en"),
    [
        ("", Unreadable, "沒有動作", "no act"),
        ("# 只有註", Unreadable, "沒有動作", "no act"),
        (3, Unreadable, "請寫一行", "write a line"),
        (["主人 受 矢"], Unreadable, "請寫一行", "write a line"),
        ("賓", Unreadable, "沒有動作", "no act"),
        ("投", Unreadable, "沒有行禮者", "nobody who acts"),
        ("主人 受 矢 位=堂", Unreadable, "不認識的欄位「位」", "“位” is no field"),
        ("guest: thorw", UnknownAct, "相近的有：投", "Like it are throw"),
        ({"actor": "host", "act": "fly"}, UnknownAct, "不認識「fly」", "“fly” is not known"),
        ("賓 投", NotAllowed, "還沒有輪到", "not the turn"),
        ("[如初]", NotAllowed, "沒有「[如初]」", "has no “[如初]”"),
    ],
)
def test_every_mistake_is_said_in_the_language_asked_for(what: Any, error: type[ActError], zh: str, en: str) -> None:
    stage = play(load("touhu"))
    with pytest.raises(error) as caught:
        stage.do(what)
    assert zh in caught.value.in_words("zh-Hant")
    assert en in caught.value.in_words("en")
    assert caught.value.in_words("zh-Hans") == simplify(caught.value.in_words("zh-Hant"))
    assert str(caught.value) == f"{caught.value.in_words('zh-Hant')}\n{caught.value.in_words('en')}"
    assert stage.script == []


def test_marks_that_nobody_sees_are_no_reason_to_refuse() -> None:
    assert play(load("touhu")).do("主人 受 矢\u200b")


def test_a_name_is_no_rite_and_one_is_told_how_to_load_it() -> None:
    for make in (play, machine):
        with pytest.raises(TypeError, match=r"fsm\.load\('touhu'\)"):
            make("touhu")  # type: ignore[operator]


# --- the machine ---------------------------------------------------------------------------------------------------


def test_the_machine_grows_with_what_is_done_only() -> None:
    stage = play(load("touhu"))
    assert len(stage.machine.states) == 1
    stage.do("主人 受")
    assert len(stage.machine.states) == 2
    stage.undo()
    stage.do("主人 受")
    assert len(stage.machine.states) == 2
    assert stage.machine.get_triggers("s0") == ["host_receive"]
    assert [t.dest for t in stage.machine.get_transitions("host_receive", "s0")] == ["s1"]


def test_growing_adds_all_that_may_come(throwing: Play) -> None:
    throwing.grow()
    state = throwing.stage.state
    assert len(throwing.machine.get_transitions("guest_throw", state)) == 3
    assert throwing.machine.get_triggers(state) == ["guest_throw"]


def test_triggers_are_ascii_identifiers() -> None:
    assert trigger_name(("upper_archer.2",), "salute") == "upper_archer_2_salute"
    assert trigger_name(("guest", "host"), "take_seat") == "guest_and_host_take_seat"


# --- agreement with the core ---------------------------------------------------------------------------------------


def played(stage: Play, actions: list[Action]) -> dict[str, Any]:
    """The verdict of a play, which is left as it was."""
    try:
        for index, action in enumerate(actions):
            try:
                stage.do(action)
            except NotAllowed as error:
                guards = sorted({g.id for g in error.why.guards})
                reason = {"kind": "guard", "guards": guards} if error.why.kind == "guard" else {"kind": "not-next"}
                return {"accepted": False, "index": index, "reason": reason}
        if stage.may_end:
            return {"accepted": True}
        return {"accepted": False, "index": len(actions), "reason": {"kind": "unfinished"}}
    finally:
        while stage.script:
            stage.undo()


def agree(rite: Rite, right: int, wrong: int, seed: int = 0) -> None:
    matcher, rng, stage = Matcher(rite, load_vocabulary()), random.Random(seed), play(rite)
    performances = list(walks(rite, right, seed))
    pool = list(dict.fromkeys(a for one in performances for a in one))
    for one in performances:
        assert played(stage, one) == verdict(matcher, one)
    for _ in range(wrong):
        one = mutated(rng.choice(performances), rng, pool)
        assert played(stage, one) == verdict(matcher, one)


@pytest.mark.parametrize("rite", RITES)
def test_agrees_with_the_core(rite: str) -> None:
    agree(load(rite), right=5, wrong=25)


@pytest.mark.long
@pytest.mark.parametrize("rite", RITES)
def test_agrees_with_the_core_at_length(rite: str) -> None:
    agree(load(rite), right=1_000, wrong=10_000)


def agree_on_made_up(seeds: range) -> None:
    for seed in seeds:
        rite = made_up.rite_from_seed(seed)
        if rite is None:
            continue
        rng, matcher, stage = random.Random(seed), Matcher(rite, load_vocabulary()), play(rite)
        for n in range(12):
            word = made_up.walk(rite, rng.choice) if n % 2 else made_up.random_word(rng.choice)
            word = made_up.mutated(rng.choice, word, 1) if n % 4 > 1 else word
            word = [a for a in word if not a.unknown]
            assert played(stage, word) == verdict(matcher, word), (seed, word)


def test_agrees_with_the_core_on_made_up_rites() -> None:
    agree_on_made_up(range(150))


@pytest.mark.long
def test_agrees_with_the_core_on_many_made_up_rites() -> None:
    agree_on_made_up(range(150, 5_000))
