"""What scores mean: the laws of the combinators, and what each lets a script do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import (
    OUT,
    OUTCOMES,
    PERSONS,
    VERBS,
    A,
    B,
    C,
    D,
    Draw,
    R,
    S,
    conforms,
    definition,
    line,
    lines,
    numbered,
    own,
    random_rules,
    rite_of,
    verdict,
    walk,
)
from oracle import Oracle

from fsm.actions import Action
from fsm.loading import build
from fsm.rite import Rite, Section
from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.score import (
    Choice,
    Citation,
    Named,
    Repeated,
    Score,
    ScoreError,
    Seq,
    Step,
    Together,
    as_before,
    choice,
    cited,
    crossing,
    forgoes,
    loop,
    manner,
    nothing,
    outcome,
    pair_after_pair,
    passage,
    seq,
    short_form,
    steps,
    times,
    together,
    unsaid,
    when,
)
from fsm.terms import if_

once = rule("w", sets(R, (R + 1) % 3))
"""`w` counts in `r`."""


def language(rite: Rite, longest: int = 4) -> set[tuple[tuple[tuple[str, ...], str], ...]]:
    """All complete performances of at most so many lines: who and what."""
    words = set()
    open_words: list[tuple[tuple[tuple[tuple[str, ...], str], ...], object]] = [((), rite.start)]
    for _ in range(longest + 1):
        following = []
        for word, situation in open_words:
            if situation.end is not None:  # type: ignore[attr-defined]
                words.add(word)
            for move in situation.moves:  # type: ignore[attr-defined]
                following.append(((*word, (move.step.actors, move.step.act)), move.target))
        open_words = list({(w, id(s)): (w, s) for w, s in following}.values())[:4_000]
    return words


def drawn(seed: int, persons: Sequence[str] = PERSONS, depth: int = 2) -> Score:
    return Draw(random.Random(seed).choice, most=4).score(persons, depth)


def same_language(one: Score, other: Score, rules: tuple[Rule, ...]) -> bool | None:
    """Whether two scores allow the same performances; None where the lints reject one."""
    try:
        first, second = rite_of(one, *rules), rite_of(other, *rules)
    except ScoreError:
        return None
    return language(first) == language(second)


seeds = st.integers(0, 10**6)


# --- laws ---


@settings(max_examples=60)
@given(seeds, seeds, seeds, seeds)
def test_sequence_is_associative(a: int, b: int, c: int, rules: int) -> None:
    x, y, z = drawn(a), drawn(b), drawn(c)
    known = random_rules(random.Random(rules).choice)
    assert same_language(Seq((Seq((x, y)), z)), Seq((x, Seq((y, z)))), known) is not False
    assert same_language(Seq((Seq((x, y)), z)), Seq((x, y, z)), known) is not False


@settings(max_examples=60)
@given(seeds, seeds, seeds)
def test_order_of_choice_makes_no_difference_to_what_is_allowed(a: int, b: int, rules: int) -> None:
    x, y = drawn(a), drawn(b)
    assert same_language(Choice((x, y)), Choice((y, x)), random_rules(random.Random(rules).choice)) is not False


@settings(max_examples=60)
@given(seeds, seeds, seeds)
def test_order_of_branches_makes_no_difference_to_what_is_allowed(a: int, b: int, rules: int) -> None:
    x, y = drawn(a, ("a", "b")), drawn(b, ("c", "d"))
    assert same_language(Together((x, y)), Together((y, x)), random_rules(random.Random(rules).choice)) is not False


@settings(max_examples=40)
@given(seeds, seeds)
def test_names_and_repeats_make_no_difference_to_what_is_allowed(a: int, rules: int) -> None:
    x = drawn(a)
    known = random_rules(random.Random(rules).choice)
    assert same_language(x, Named("part", x, "block"), known) is not False
    assert same_language(Seq((x, x)), Repeated((x, x)), known) is not False


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(VERBS), min_size=1, max_size=3), st.lists(st.sampled_from(VERBS), min_size=1, max_size=3)
)
def test_together_is_shuffle(left: list[str], right: list[str]) -> None:
    rite = rite_of(together(seq(*(getattr(A, v)() for v in left)), seq(*(getattr(B, v)() for v in right))))
    tagged = [(("a",), v, i) for i, v in enumerate(left)] + [(("b",), v, 10 + i) for i, v in enumerate(right)]
    shuffles = {
        tuple((who, what) for who, what, _ in order)
        for order in permutations(tagged)
        if all([n for w, _, n in order if w == (p,)] == sorted(n for w, _, n in order if w == (p,)) for p in ("a", "b"))
    }
    assert language(rite, 6) == shuffles


@settings(max_examples=60)
@given(seeds)
def test_legal_walks_are_accepted(seed: int) -> None:
    choose = random.Random(seed).choice
    try:
        rite = rite_of(drawn(seed, depth=3), *random_rules(choose))
    except ScoreError:
        return
    word = walk(rite, choose)
    assert conforms(rite, word, partial=True)
    assert Oracle(rite).accepts(word, partial=True)


# --- together, crossing, deadline ---


def test_branches_are_joined_at_their_end() -> None:
    rite = rite_of(seq(together(A.x(), seq(B.y(), B.z())), C.x()))
    assert conforms(rite, "b y; a x; b z; c x")
    assert not conforms(rite, "b y; a x; c x; b z")


def meeting(single: tuple[bool, bool] = (False, False)) -> Score:
    met = (A + B).w()
    return together(seq(A.x(), crossing("k", met, single[0]), A.y()), seq(B.x(), crossing("k", met, single[1]), B.y()))


def test_a_crossing_is_one_event_of_both_branches() -> None:
    rite = rite_of(meeting())
    assert conforms(rite, "a x; b x; a,b w; b y; a y")
    assert not conforms(rite, "a x; a,b w; b x; a y; b y")
    assert not conforms(rite, "a x; b x; a,b w; a,b w; a y; b y")
    assert not conforms(rite, "a x; b x; a y; b y")


def test_one_side_may_state_a_crossing_for_both_or_each_its_own() -> None:
    rite = rite_of(meeting())
    assert conforms(rite, "a x; b x; a w; b w; b y; a y")
    assert conforms(rite, "a x; b x; b w; b y; a y")


def test_a_single_crossing_falls_away_only_where_nobody_may_come() -> None:
    alone = rite_of(together(seq(A.x(), crossing("k", (A + B).w(), single=True), A.y()), B.x()))
    assert conforms(alone, "a x; a y; b x")
    assert not conforms(alone, "a x; a,b w; a y; b x")
    both = rite_of(meeting((True, True)))
    assert conforms(both, "a x; b x; a,b w; a y; b y")
    assert not conforms(both, "a x; a y; b x; b y")


def test_a_single_crossing_falls_away_beside_an_act_that_may_be_left_out() -> None:
    rite = rite_of(together(seq(A.x(), crossing("k", (A + B).w(), single=True)), manner(D.z())))
    assert conforms(rite, "a x")


def test_a_partner_still_to_come_is_waited_for_past_a_deadline() -> None:
    met = (A + B).w()
    first = seq(A.x(), crossing("k", met, single=True), A.y())
    rite = rite_of(
        seq(Together((first, seq(crossing("k", met, single=True), unsaid(D.z(), "ao"))), deadline=True), C.x())
    )
    assert not conforms(rite, "c x; a x; a y")


def pairs_shoot() -> Rite:
    def met(i: int) -> Step:
        return (Actor_(i) + Actor_(i + 1)).z() if i < 2 else Actor_(i).z()  # type: ignore[return-value]

    return rite_of(
        pair_after_pair(
            range(3),
            lambda i: seq(Actor_(i).x(), crossing(f"k{i - 1}", met(i - 1), True)) if i else Actor_(i).x(),
            lambda i: Actor_(i).w(),
            lambda i: seq(crossing(f"k{i}", met(i), True), Actor_(i).y()),
        )
    )


def Actor_(i: int):
    return (A, B, C)[i]


def test_pairs_cross_and_the_last_meets_nobody() -> None:
    rite = pairs_shoot()
    assert verdict(rite, "a x; a w; b x; a,b z; a y; b w; c x; b,c z; b y; c w; c y").findings == ()
    assert not conforms(rite, "a x; a w; b x; a,b z; a y; b w; c x; b,c z; b y; c w; c z; c y")


def test_a_missed_deadline_is_a_warning() -> None:
    late = verdict(pairs_shoot(), "a x; a w; b x; a,b z; b w; c x; b,c z; c w; a y; b y; c y")
    assert late.conforms
    assert {f.severity for f in late.findings} == {"warning"}
    assert {f.kind for f in late.findings} == {"order"}
    assert not verdict(pairs_shoot(), "a x; a w; b x; a,b z; b w; c x; b,c z; c w; a y; b y; c y", strict=True).conforms


def test_what_is_overdue_must_still_be_done() -> None:
    rite = rite_of(seq(Together((A.x(), B.y()), deadline=True), C.z()))
    assert [f.severity for f in verdict(rite, "b y; c z; a x").findings] == ["warning"]
    assert not conforms(rite, "b y; c z")
    assert not conforms(rite, "c z; a x; b y")


# --- those who act together ---


def test_those_who_act_together_share_a_line_or_each_has_one() -> None:
    rite = rite_of(seq((A + B + C).x(), D.y()))
    for word in ("a,b,c x; d y", "b x; c x; a x; d y", "a x; b,c x; d y", "a,c x; b x; d y", "c,b,a x; d y"):
        assert conforms(rite, word), word
    assert not conforms(rite, "a x; b x; d y; c x")


def test_a_group_line_after_a_members_line_is_an_error() -> None:
    rite = rite_of(seq((A + B).x(), D.y()))
    assert not conforms(rite, "a x; ab x; d y")
    assert not conforms(rite, "a x; b x; ab x; d y")


def test_a_member_may_begin_though_another_may_not_yet() -> None:
    ready = rule("y", sets(own(ACTOR), 1))
    rite = rite_of(
        seq(A.y(), together((A + B).x(), C.z())), ready, rule("z", sets(own("b"), 1)),
        rule("x", needs("x.g", own(ACTOR).is_(1), "備", "ready")),
    )  # fmt: skip
    assert conforms(rite, "a y; a x; c z; b x")
    assert conforms(rite, "a y; c z; ab x")
    assert not conforms(rite, "a y; b x; c z; a x")
    assert not conforms(rite, "a y; ab x; c z")


def test_members_commute() -> None:
    rite = rite_of(seq((A + B + C).x(), D.y()), rule("x", sets(own(ACTOR), 1)))
    ends = set()
    for order in permutations("abc"):
        situation = rite.start
        for person in order:
            moves = situation.partial_moves or situation.moves
            situation = next(m for m in moves if m.step.actors == (person,)).target
        ends.add(situation)
    ends.add(rite.start.moves[0].target)
    assert len(ends) == 1


# --- tests and loops ---


def test_a_condition_is_tested_when_its_first_act_comes() -> None:
    rite = rite_of(seq(A.w(), when(R.is_(1), B.x()), C.y()), once)
    assert conforms(rite, "a w; b x; c y")
    assert not conforms(rite, "a w; c y")
    false = rite_of(seq(A.w(), when(R.is_(2), B.x()), C.y()), once)
    assert conforms(false, "a w; c y")
    assert not conforms(false, "a w; b x; c y")


def test_a_condition_is_tested_at_the_join_where_nothing_inside_comes() -> None:
    rite = rite_of(seq(when(R.is_(0), when(S.is_(1), A.x())), B.y()))
    assert conforms(rite, "b y")
    otherwise = rite_of(seq(A.w(), when(R.is_(0), B.x(), otherwise=B.y())), once)
    assert conforms(otherwise, "a w; b y")


def test_a_loop_goes_on_while_its_test_holds_and_is_then_left() -> None:
    rite = rite_of(seq(loop(R < 2, A.w()), B.y()), once)
    assert conforms(rite, "a w; a w; b y")
    assert not conforms(rite, "a w; b y")
    assert not conforms(rite, "a w; a w; a w; b y")
    assert conforms(rite_of(seq(loop(R > 0, A.w()), B.y()), once), "b y")


def test_an_outcome_decides_what_follows() -> None:
    rite = rite_of(seq(A.x(o=outcome(*OUTCOMES)), when(R.is_(1), B.y())), rule("x", sets(R, if_(OUT.is_("hit"), 1, 2))))
    assert conforms(rite, "a x o=hit; b y")
    assert conforms(rite, "a x o=miss")
    assert conforms(rite, "a x; b y")
    contradicted = verdict(rite, "a x o=miss; b y")
    assert [f.kind for f in contradicted.findings] == ["outcome"]


# --- what may be left out ---


def test_what_is_unsaid_may_be_done_or_assumed_with_its_effects() -> None:
    rite = rite_of(seq(unsaid(A.w(), by="zheng"), when(R.is_(1), B.x()), C.y()), once)
    assert conforms(rite, "a w; b x; c y")
    assumed = verdict(rite, "b x; c y")
    assert assumed.conforms
    assert [(a.index, a.step.act) for a in assumed.assumed] == [(0, "w")]
    assert not conforms(rite, "c y")


def test_guards_of_what_is_assumed_must_hold() -> None:
    rite = rite_of(seq(unsaid(A.z(), by="zheng"), C.y()), rule("z", needs("z.g", R.is_(1), "", "")))
    assert not conforms(rite, "c y")
    assert not conforms(rite, "a z; c y")


def test_manner_may_be_left_out_unless_strict() -> None:
    rite = rite_of(seq(A.x(), manner(A.z()), B.y()))
    assert conforms(rite, "a x; b y")
    assert conforms(rite, "a x; a z; b y", strict=True)
    strict = verdict(rite, "a x; b y", strict=True)
    assert not strict.conforms
    assert [(f.code, f.index) for f in strict.findings] == [("SH203", 1)]


def test_an_act_that_decides_an_outcome_cannot_be_left_out() -> None:
    with pytest.raises(ScoreError):
        unsaid(A.x(o=outcome(*OUTCOMES)), by="zheng")


# --- prohibitions and rules ---


def test_a_prohibition_is_reported_at_its_clause() -> None:
    page = passage("MU-01", "001 甲", A.x(), "002 不乙", forgoes(A.z()), "003 丙", B.y())
    found = verdict(rite_of(page), "a x; a z; b y").findings
    assert [(f.code, f.index, f.clauses) for f in found] == [("SH302", 1, ("MU-01-002",))]
    assert found[0].citations[0].phrase == "不乙"


def test_an_extra_act_names_the_guard_it_breaks_with_values() -> None:
    rite = rite_of(seq(A.x(), loop(R < 1, A.w()), B.y()), once, rule("w", needs("w.g", R < 1, "未足", "not enough")))
    (found,) = verdict(rite, "a x; a w; a w; b y").findings
    assert (found.kind, found.index) == ("guard", 2)
    assert [(g.id, dict(g.values)) for g in found.guards] == [("w.g", {"r": 1})]


# --- as before ---


def test_as_before_substitutes_all_at_once() -> None:
    first = seq(A.x(), B.y(to=A), when(own("a").is_(0), A.z()))
    swapped = as_before("如初", first, {"a": "b", "b": "a"})
    assert [(s.actors, s.act, s.detail("addressee")) for s in steps(swapped)] == [
        (("b",), "x", None), (("a",), "y", ("b",)), (("b",), "z", None),
    ]  # fmt: skip
    assert conforms(rite_of(seq(first, swapped)), "a x; b y; a z; b x; a y; b z")


def test_as_before_leaves_out_and_puts_in() -> None:
    first = seq(*(cited(a, Citation(f"MU-01-00{n}", "x")) for n, a in enumerate((A.x(), A.y(), A.z()), 1)))
    again = as_before("如初", first, without=["MU-01-001"], instead={"MU-01-003": B.w()})
    assert [(s.actors, s.act) for s in steps(again)] == [(("a",), "y"), (("b",), "w")]


def test_a_repeat_cites_both_clauses() -> None:
    page = passage("MU-01", "001 甲", A.x(), "002 如初", as_before("如初", cited(A.y(), Citation("MU-01-001", "甲"))))
    assert [s.clauses for s in steps(page)] == [("MU-01-001",), ("MU-01-001", "MU-01-002")]


def test_crossings_of_a_repeat_have_keys_of_their_own() -> None:
    rite = rite_of(seq(meeting(), as_before("如初", meeting(), {"k": "k2"})))
    once_done = "a x; b x; a,b w; a y; b y"
    assert conforms(rite, f"{once_done}; {once_done}")


# --- coarse lines, groups of equal time, names ---


def test_a_passage_in_brackets_stands_for_its_acts() -> None:
    rite = rite_of(seq(Named("入門", seq(A.x(), B.y()), "passage"), C.z()))
    assert conforms(rite, "[入門]; c z")
    assert conforms(rite, "a x; [入門]; c z")
    assert not conforms(rite, "[入門]; b y; c z")


def test_a_section_in_brackets_stands_for_its_acts() -> None:
    score = seq(numbered(seq(A.x(), B.y()), "MU-01"), numbered(C.z(), "MU-02"))
    rite = build(definition(score, sections=(Section("MU-01", "甲", "one"), Section("MU-02", "乙", "two"))))
    assert conforms(rite, "[MU-01]; c z")
    assert conforms(rite, "[甲]; [two]")


def test_a_short_form_stands_for_its_acts() -> None:
    rite = rite_of(seq(short_form("揖如升射", A.x(), A.y()), C.z()))
    assert conforms(rite, [Action(passage="揖如升射"), line("c z")])
    assert conforms(rite, [Action(actors=("a",), passage="揖如升射"), line("c z")])


def test_lines_of_equal_time_match_in_any_order() -> None:
    rite = rite_of(seq(A.x(), B.y(), C.z(), D.w()))
    assert conforms(rite, "a x; c z; b y; d w", groups=[0, 1, 1, 2])
    assert not conforms(rite, "c z; a x; b y; d w", groups=[0, 0, 1, 2])
    assert conforms(rite, "d w; c z; b y; a x", groups=[0, 0, 0, 0])


def test_a_role_of_several_stands_for_each_of_them() -> None:
    rite = rite_of(choice(seq(A.x(), A.y()), seq(B.x(), B.z())))
    assert conforms(rite, "any x; a y")
    assert conforms(rite, "any x; b z")
    assert conforms(rite, "any x; any z")
    assert not conforms(rite, "a x; any z")


def test_an_office_is_held_by_whoever_the_score_says() -> None:
    won = seq(A.w(o=outcome(*OUTCOMES)),
              when(R.is_(1), Seq((Step(("a",), "y", "winner"),)), otherwise=Step(("b",), "y", "winner")))  # fmt: skip
    rite = rite_of(won, rule("w", sets(R, if_(OUT.is_("hit"), 1, 2))))
    assert conforms(rite, "a w o=hit; winner y")
    assert conforms(rite, "a w o=hit; a y")
    assert conforms(rite, "a w o=miss; winner y")
    assert not conforms(rite, "a w o=hit; b y")


# --- static lints ---


@pytest.mark.parametrize(
    ("score", "rules"),
    [
        pytest.param(together(A.x(), seq(B.y(), A.z())), (), id="one person in two branches"),
        pytest.param(together(when(R.is_(1), A.x()), B.w()), (once,), id="a test of what a sibling writes"),
        pytest.param(together(loop(R.is_(1), A.x()), B.w()), (once,), id="a loop tests what a sibling writes"),
        pytest.param(together(seq(A.x(), crossing("k", A.w())), B.y()), (), id="a crossing without partner"),  # type: ignore[arg-type]
        pytest.param(loop(R < 2, manner(A.x())), (), id="a loop whose round may be empty"),
        pytest.param(loop(R < 2, when(R.is_(1), A.x())), (), id="a loop whose round may be skipped"),
        pytest.param(Step((), "x"), (), id="an act of nobody"),
    ],
)
def test_what_cannot_be_meant_is_rejected(score: Score, rules: tuple[Rule, ...]) -> None:
    with pytest.raises(ScoreError):
        rite_of(score, *rules)


@pytest.mark.parametrize(
    "items",
    [
        pytest.param(("001 甲", "002 乙", A.x()), id="a phrase without an act"),
        pytest.param(("001 甲",), id="a last phrase without an act"),
        pytest.param(("002 甲", A.x(), "001 乙", B.y()), id="numbers that do not ascend"),
        pytest.param(("001 甲", A.x(), "001 乙", B.y()), id="a number twice"),
        pytest.param(("1 甲", A.x()), id="a number of another form"),
        pytest.param(("001", A.x()), id="no phrase"),
    ],
)
def test_a_page_out_of_order_is_rejected(items: tuple[str | Score, ...]) -> None:
    with pytest.raises(ScoreError):
        passage("MU-01", *items)


def test_a_phrase_may_say_that_it_has_no_act() -> None:
    assert conforms(rite_of(passage("MU-01", "001 甲", nothing("見上", "said above"), "002 乙", A.x())), "a x")


def test_repetition_is_a_fixed_number_of_times() -> None:
    rite = rite_of(times(2, A.x(), B.y()))
    assert conforms(rite, "a x; b y; a x; b y")
    assert not conforms(rite, "a x; b y")


def test_depth_does_not_grow_with_the_script() -> None:
    rite = rite_of(seq(loop(S.is_(0), A.w()), B.y()), once, rule("z", sets(S, 1)))
    assert verdict(rite, lines("a w; " * 3_000), partial=True).findings == ()
