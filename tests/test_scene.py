"""What there is to draw, taken from a score: nothing lost, forks where conditions exclude one another."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace
from typing import Literal

import pytest

from diagrams.build import doer, runs
from diagrams.extract import scene
from diagrams.flow import pure
from diagrams.graph import Graph
from diagrams.labels import Writer
from diagrams.measure import width, wrap
from diagrams.overview import links, section_card
from diagrams.packing import DOWN, Strip, fullest, pack
from diagrams.paging import Divider, unnested
from diagrams.scene import (
    NO_TEXT,
    Arm,
    Away,
    Branch,
    Card,
    Cite,
    Frame,
    Item,
    Mark,
    Parallel,
    Repeat,
    Role,
    Row,
    Scene,
    Text,
    cites_of,
    only,
    sections_of,
    walk,
)
from diagrams.theme import INKS, PER_SIGN, Theme
from diagrams.wording import guard
from fsm.loading import load
from fsm.terms import Const, Reg, Term


@pytest.fixture(scope="module")
def touhu() -> Scene:
    return scene(load("touhu"))


def cards(items: tuple[Item, ...]) -> list[Card]:
    return [item for item in walk(items) if isinstance(item, Card)]


class TestTouhu:
    def test_every_clause_is_in_a_card_or_among_the_remarks(self, touhu: Scene) -> None:
        rite = load("touhu")
        shown = {c.clause for item in walk(touhu.items) for c in cites_of(item)}
        shown |= {remark.cite.clause for section in touhu.sections for remark in section.remarks}
        assert shown == set(rite.citations)

    def test_acts_of_one_clause_share_a_card_but_not_with_what_is_supplied(self, touhu: Scene) -> None:
        marks = [c.mark for c in cards(touhu.items) if c.cite.clause == "TH-05-003"]
        assert marks[0] == "attested"
        assert set(marks[1:]) == {"unsaid"}

    def test_a_stretch_shows_its_own_sections_and_those_who_act_in_them(self) -> None:
        drawn = scene(load("touhu", start="TH-04", end="TH-06"))
        assert [info.id for info in drawn.drawn] == ["TH-04", "TH-05", "TH-06"]
        assert {"grand_blind_master", "musicians"}.isdisjoint(role.id for role in drawn.acting)
        without = scene(load("touhu", without=("TH-05",)))
        assert "TH-05" not in [info.id for info in without.drawn]
        ways = {(link.tail, link.head): link.guard.zh for link in links(without.items) if not link.back}
        assert "左右鈞" in ways["TH-04", "TH-06"]
        assert "右勝" in ways["TH-04", "TH-06"]

    def test_right_and_left_are_one_way_with_both_guards_and_level_the_rest(self, touhu: Scene) -> None:
        fork = next(i for i in walk(touhu.items) if isinstance(i, Branch) and "TH-05" in sections_of(i))
        assert [arm.guard.zh for arm in fork.arms] == ["右勝 或 左勝"]
        assert fork.otherwise
        assert fork.rest.zh == "左右鈞"

    def test_unequal_and_level_leave_nothing_else(self, touhu: Scene) -> None:
        fork = next(i for i in walk(touhu.items) if isinstance(i, Branch) and len(i.arms) == 2)
        assert [arm.guard.en for arm in fork.arms] == ["right tallies ≠ left tallies", "right tallies = left tallies"]
        assert not fork.otherwise

    def test_three_rounds_are_one_loop_and_what_the_first_lacks_is_under_a_condition(self, touhu: Scene) -> None:
        loop = next(i for i in touhu.items if isinstance(i, Frame))
        assert (loop.label.zh, loop.label.en) == ("三番", "three rounds")
        first = loop.items[0]
        assert isinstance(first, Branch)
        assert first.arms[0].guard.zh == "其後"

    def test_as_before_is_one_box(self, touhu: Scene) -> None:
        box = next(i for i in walk(touhu.items) if isinstance(i, Repeat))
        assert box.quote == "請主人亦如之"
        assert [(a.zh, b.zh) for a, b in box.changes] == [("賓", "主人")]
        assert (box.of[0].clause, box.of[-1].clause) == ("TH-02-007", "TH-02-015")

    def test_a_section_points_to_its_neighbours(self, touhu: Scene) -> None:
        own = only(touhu.items, "TH-06")
        assert isinstance(own[0], Away)
        assert {c.cite.section for c in cards(own)} == {"TH-06"}

    def test_readings_taken(self, touhu: Scene) -> None:
        taken = {t.id: t.position.en for t in touhu.section("TH-04").readings}
        assert taken == {"TH-08": "on the ground", "TH-09": "nine is “nine odd”"}
        other = scene(load("touhu", reading="TH-08=huowei"))
        assert other.section("TH-04").readings[0].position.en == "into the holder"

    @pytest.mark.parametrize("pairs", [1, 2, 5])
    def test_pairs_are_drawn_once(self, pairs: int) -> None:
        throws = [c for c in cards(scene(load("touhu", cast={"pairs": pairs})).items) if c.cite.clause == "TH-04-003"]
        assert len(throws) <= 4


class TestDivider:
    @pytest.mark.parametrize("room", [120, 200, 400])
    def test_all_cards_once_and_in_order(self, touhu: Scene, room: float) -> None:
        parts = Divider((room, room), (500, 150, 100), lambda _: 30.0).divide(touhu.items)
        assert len(parts) > 1
        before = [c.cite.clause for c in cards(touhu.items)]
        assert [c.cite.clause for part in parts for c in cards(part)] == before

    @pytest.mark.parametrize("room", [90, 150, 240, 390])
    def test_what_only_says_what_follows_does_not_stand_alone(self, dashe: Scene, room: float) -> None:
        for section in dashe.sections:
            divider = Divider((room, 1.5 * room), (500, 150, 100), lambda _: 30.0)
            *_, before, last = ((), *divider.divide(only(dashe.items, section.id)))
            alone = all(isinstance(item, Away) for item in last)
            assert not (before and alone) or divider.total(before + last) > 1.5 * room

    def test_sides_below_one_another_are_named_by_who_acts_and_no_arrow_leads_between_them(self, dashe: Scene) -> None:
        parts = Divider((300, 300), (150, 126, 92), lambda _: 30.0).divide(only(dashe.items, "DS2-12"))
        sides = [i for part in parts for i in walk(part) if isinstance(i, Frame) and i.kind == "beside"]
        assert [(side.label.zh, side.after) for side in sides] == [("同時：有司", ""), ("同時：庶子", "meanwhile")]


class TestSigns:
    """Whoever acts can be told from all others by his sign, not by a shade of colour."""

    @pytest.mark.parametrize("name", ["colour", "mono"])
    def test_no_two_wear_the_same(self, dashe: Scene, name: Literal["colour", "mono"]) -> None:
        theme = Theme(name, tuple(role.key for role in dashe.roles))
        worn = [(theme.sign(role.key), theme.ink(role.key)) for role in dashe.roles]
        assert len(dashe.roles) > len(INKS)
        assert len(set(worn)) == len(worn)

    def test_one_sign_has_no_more_colours_than_can_be_told_apart(self, dashe: Scene) -> None:
        theme = Theme("colour", tuple(role.key for role in dashe.roles))
        worn = Counter(theme.sign(role.key) for role in dashe.roles)
        assert max(worn.values()) <= PER_SIGN


class TestCards:
    def test_a_clause_of_another_section_is_named_in_full(self) -> None:
        card = Card(Cite("DS2-01-031", "袒決遂"), (), also=(Cite("DSB-19-002", "袒決遂"), Cite("DS2-01-032", "執弓")))
        for lang in ("zh-Hant", "en"):
            block = Writer(lang, Theme("colour", ())).card(card, 200)
            shown = " ".join(span.text for line in block.lines for span in line.left)
            assert "DSB-19-002" in shown
            assert "DS2-01-032" not in shown

    def test_in_english_alone_what_is_the_same_is_said_once(self, touhu: Scene) -> None:
        def shown(lang: str) -> str:
            writer = Writer(lang, Theme("colour", tuple(role.key for role in touhu.roles)))
            block = section_card(touhu, touhu.section("TH-02"), writer, 200, 30)
            return "\n".join("".join(span.text for span in line.left) for line in block.lines)

        assert shown("en").count("say") == 1
        assert "say ×8" in shown("en")
        assert "×" not in shown("both")


class TestRunsInWords:
    """What one does alone, clause after clause in one box."""

    WHO = Role("guest", "guest", Text("賓", "guest"))

    def shown(self, *marks: Mark, lang: str = "zh-Hant", act: str = "興") -> str:
        rows = (Row((self.WHO,), (Text(act, "rise"),)),)
        kong = Text("孔穎達", "Kong")
        cards = [Card(Cite(f"X-00{n}", "興"), rows, mark, (kong,)) for n, mark in enumerate(marks, 1)]
        block = Writer(lang, Theme("colour", ("guest",))).run(cards, 120)
        return "\n".join("".join(span.text for span in (*line.left, *line.right)) for line in block.lines)

    def test_what_only_repeats_the_phrase_is_not_said_again(self) -> None:
        assert self.shown("attested", "manner").count("興") == 2

    def test_what_is_supplied_is_always_in_brackets_with_its_supplier(self) -> None:
        assert "〔興〕孔穎達補" in self.shown("unsaid", "attested")
        assert "[rise] supplied by Kong" in self.shown("attested", "unsaid", lang="en")

    def test_he_is_named_once(self) -> None:
        assert self.shown("attested", "attested", "attested").count("賓") == 1

    @pytest.mark.parametrize("lang", ["zh-Hant", "en", "both"])
    def test_no_line_is_wider_than_the_box(self, lang: str) -> None:
        role = replace(self.WHO, name=Text("大侯負侯者", "man with his back to the great target"))
        rows = (Row((role,), (Text("退；立（西方），東面", "withdraw; take one's stand, facing east"),)),)
        block = Writer(lang, Theme("colour", ("guest",))).run([Card(Cite("X-001", "退立于西方"), rows)] * 2, 120)
        assert max(line.width for line in block.lines) <= 120


class TestPacking:
    @staticmethod
    def strip(width: float, height: float) -> Strip:
        return Strip(Graph(width=width, height=height))

    def test_all_strips_in_order_and_none_beyond_the_page(self) -> None:
        strips = [self.strip(50 + 37 * i % 90, 40 + 53 * i % 160) for i in range(30)]
        pages = pack(strips, 200, 240)
        assert [s for page in pages for shelf in page for stack in shelf.stacks for s in stack.strips] == strips
        assert all(shelf.width <= 200 for page in pages for shelf in page)
        assert all(sum(shelf.height + DOWN for shelf in page) - DOWN <= 240 for page in pages)

    def test_a_low_one_goes_below_where_that_costs_nothing(self) -> None:
        (page,) = pack([self.strip(80, 200), self.strip(80, 60), self.strip(80, 60)], 180, 240)
        assert [len(stack.strips) for shelf in page for stack in shelf.stacks] == [1, 2]

    def test_the_fewest_pages_win(self) -> None:
        long, short = [[], []], [[]]  # type: ignore[var-annotated]
        assert fullest([long, short]) is short


class TestMeasure:
    def test_an_ideograph_is_one_em(self) -> None:
        assert width("投壺「」，", 10) == 50

    def test_latin_letters_are_narrower(self) -> None:
        assert 20 < width("guest", 10) < 30
        assert width("Zhèng", 10) == width("Zheng", 10)

    @pytest.mark.parametrize(
        "text", ["司射坐而釋一算焉，乃退。", "the director of archery kneels", "上射 goes up （西階）"]
    )
    def test_wrapping_keeps_everything_and_keeps_within(self, text: str) -> None:
        lines = wrap(text, 10, 60)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(width(line, 10) <= 60 for line in lines)
        assert not any(line[0] in "，。）" for line in lines)

    @pytest.mark.parametrize("room", range(40, 130, 6))
    def test_straight_quotation_marks_are_not_parted_from_what_they_enclose(self, room: int) -> None:
        lines = wrap('say → guest "勝飲不勝者"; assent, then say "rise" → host', 7, room)
        assert not any(line.endswith((' "', 'guest "')) or line == '"' for line in lines)
        assert not any(line.startswith(('";', '" →')) for line in lines)


@pytest.fixture(scope="module")
def dashe() -> Scene:
    return scene(load("dashe", cast={"grandees": 1, "officer_with_great_officer": "yes"}))


class TestDashe:
    def test_every_clause_is_in_a_card_or_among_the_remarks(self, dashe: Scene) -> None:
        rite = load("dashe", cast={"grandees": 1, "officer_with_great_officer": "yes"})
        shown = {c.clause for item in walk(dashe.items) for c in cites_of(item)}
        shown |= {remark.cite.clause for section in dashe.sections for remark in section.remarks}
        assert shown == set(rite.citations)

    def test_nothing_in_chinese_is_left_in_latin_letters(self, dashe: Scene) -> None:
        said = [arm.guard.zh for item in walk(dashe.items) if isinstance(item, Branch) for arm in item.arms]
        said += [item.label.zh for item in walk(dashe.items) if isinstance(item, Frame)]
        said += [act.zh for card in cards(dashe.items) for row in card.rows for act in row.acts]
        assert [text for text in said if re.search("[A-Za-z_]{2,}", text.replace("mod", ""))] == []

    def test_level_is_the_rest_of_right_or_left(self, dashe: Scene) -> None:
        forks = [i for i in walk(dashe.items) if isinstance(i, Branch) and i.arms[0].guard.zh == "右勝或左勝"]
        assert forks
        assert all(fork.rest.zh == "左右鈞" for fork in forks)

    def test_what_a_frame_around_it_says_is_not_asked_again(self, dashe: Scene) -> None:
        for outer in only(dashe.items, "DS2-10"):
            if isinstance(outer, Branch):
                inside = [i for i in walk(outer.arms[0].items) if isinstance(i, Branch)]
                assert not [i for i in inside if {arm.guard.zh for arm in i.arms} & {"右勝或左勝", "右勝 或 左勝"}]

    def test_right_left_and_level_leave_nothing_else(self, dashe: Scene) -> None:
        fork = next(
            i for i in walk(dashe.items) if isinstance(i, Branch) and len(i.arms) == 3 and i.arms[0].guard.zh == "右勝"
        )
        assert [arm.guard.zh for arm in fork.arms] == ["右勝", "左勝", "左右鈞"]
        assert not fork.otherwise

    def test_what_is_said_is_an_example_and_no_choice_of_templates(self, dashe: Scene) -> None:
        told = {
            act.zh
            for c in cards(dashe.items)
            for row in c.rows
            for act in row.acts
            if "賢於" in act.zh or "鈞" in act.zh
        }
        assert len(told) == 3
        assert not any("／" in act for act in told)

    def test_details_are_said_as_phrases(self, dashe: Scene) -> None:
        acts = {act.zh for c in cards(dashe.items) for row in c.rows for act in row.acts}
        assert {act for act in acts if re.search(" (?!→)", act)} == set()

    def test_pairs_that_change_are_named_by_their_role(self, dashe: Scene) -> None:
        meeting = [c for c in cards(only(dashe.items, "DS2-10")) if c.crossing]
        assert {role.name.zh for c in meeting for row in c.rows for role in row.roles} == {"上射", "下射"}

    def test_what_is_done_again_by_pair_after_pair_names_no_pair(self, dashe: Scene) -> None:
        for loop in walk(dashe.items):
            if not isinstance(loop, Frame) or loop.kind != "loop":
                continue
            for again in walk(loop.items):
                if isinstance(again, Repeat):
                    whoever = tuple(f"{role.name.zh}·" for role in again.roles if "." not in role.id)
                    changed = [(a.zh.partition("·")[0], b.zh.partition("·")[0]) for a, b in again.changes]
                    assert [a for a, b in changed if a == b and f"{a}·" in whoever] == []

    def test_a_choice_of_words_has_no_full_stops(self, dashe: Scene) -> None:
        acts = {act.zh for c in cards(dashe.items) for row in c.rows for act in row.acts}
        assert {act for act in acts if re.search("。[／）]", act)} == set()

    def test_sections_follow_one_another_in_the_overview(self, dashe: Scene) -> None:
        ways = {(link.tail, link.head): link.guard.zh for link in links(dashe.items)}
        assert all((a.id, b.id) in ways for a, b in itertools.pairwise(dashe.sections))
        assert ways["DS2-09", "DS2-10"] == "右勝或左勝"
        assert ways["DS2-09", "DS2-11"] == "左右鈞"

    def test_many_persons_are_named_by_their_groups(self, dashe: Scene) -> None:
        told = next(c for c in cards(dashe.items) if c.cite.phrase == "命三耦及眾射者")
        assert "三耦、眾耦" in told.rows[0].acts[-1].zh


class TestGuards:
    @pytest.mark.parametrize(
        ("test", "zh", "en"),
        [
            (Reg("bow", Const("duke")).is_("none"), "公無弓", "duke has no bow"),
            (~Reg("bow", Const("duke")).is_("none"), "公有弓", "duke has bow"),
            (Reg("level", Const("guest")).is_("court"), "賓在庭", "guest at court"),
            (~Reg("loc", Const("guest")).is_("booth"), "賓不在次", "guest not at dressing booth"),
            (Reg("permit"), "許", "leave"),
            (Reg("gear", Const("marshal")), "司馬著決遂", "marshal with gear on"),
            (~Reg("seated", Const("guest")), "賓未就筵", "guest not on the mat"),
            (Reg("owed", Const("guest")) > 0, "賓之待答之拜 > 0", "guest’s bows owed > 0"),
            (Reg("result").is_in("right", "left"), "右勝或左勝", "right won or left won"),
            (Reg("result").is_("none") & Reg("laid", Const("right")).is_(0), "右算 = 0", "right tallies = 0"),
            (Reg("laid", Const("right")) // 2 > 0, "右算 ≥ 2", "right tallies ≥ 2"),
            (Reg("laid", Const("right")) // 2 // 10 > 0, "右算 ≥ 20", "right tallies ≥ 20"),
            (Reg("laid", Const("right")) % 2 > 0, "右算有奇", "an odd one of right tallies"),
            (Reg("arrows", Const("guest")) > 0, "賓有矢", "guest has arrows left"),
        ],
    )
    def test_in_words(self, test: Term, zh: str, en: str) -> None:
        assert guard(test) == Text(zh, en)


class TestRuns:
    def test_what_one_does_alone_is_one_run(self, dashe: Scene) -> None:
        found = runs(only(dashe.items, "DS2-12"), doer)
        assert any(len(run) > 2 for run in found)
        assert [i for run in found for i in run] == list(only(dashe.items, "DS2-12"))

    def test_frames_with_only_a_frame_inside_are_one(self) -> None:
        inner = Frame("loop", Text("內", "inner"), (Away(("DS2-01",)),))
        one = unnested(Frame("alternative", Text("外", "outer"), (inner,), after="or"))
        assert one == Frame("loop", Text("外 › 內", "outer › inner"), inner.items, after="or")

    def test_of_two_sides_the_one_that_is_left_is_no_side(self) -> None:
        card = Card(Cite("A-001", ""), ())
        sides = Parallel((Arm(NO_TEXT, (card,)), Arm(NO_TEXT, (Away(("B",)),))))
        assert pure((sides,)) == (card,)

    def test_ways_of_a_choice_that_no_longer_differ_are_one(self) -> None:
        one, other = (Card(Cite(clause, ""), ()) for clause in ("A-001", "A-002"))
        elsewhere = [Card(Cite(f"B-00{n}", ""), ()) for n in (1, 2)]
        ways = tuple(Arm(NO_TEXT, (one, there)) for there in elsewhere)
        assert only((Branch(ways, otherwise=False, free=True),), "A") == (one, Away(("B",)))
        differing = Branch((*ways, Arm(NO_TEXT, (other,))), otherwise=False, free=True)
        assert isinstance(only((differing,), "A")[0], Branch)
