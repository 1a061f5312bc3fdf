"""What there is to draw, taken from a score: nothing lost, forks where conditions exclude one another."""

from __future__ import annotations

import itertools
import re

import pytest

from diagrams.build import runs
from diagrams.extract import scene
from diagrams.measure import width, wrap
from diagrams.overview import links
from diagrams.paging import Divider, unnested
from diagrams.scene import Away, Branch, Card, Frame, Item, Repeat, Scene, Text, cites_of, only, sections_of, walk
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
        assert loop.label.zh == "三番 × 3"
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
        parts = Divider(room, (500, 150, 100), lambda _: 30.0).divide(touhu.items)
        assert len(parts) > 1
        before = [c.cite.clause for c in cards(touhu.items)]
        assert [c.cite.clause for part in parts for c in cards(part)] == before


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
            (Reg("owed", Const("guest")) > 0, "賓之待答之拜 > 0", "guest’s bows owed > 0"),
            (Reg("result").is_in("right", "left"), "右勝或左勝", "right won or left won"),
        ],
    )
    def test_in_words(self, test: Term, zh: str, en: str) -> None:
        assert guard(test) == Text(zh, en)


class TestRuns:
    def test_what_one_does_alone_is_one_run(self, dashe: Scene) -> None:
        found = runs(only(dashe.items, "DS2-12"))
        assert any(len(run) > 2 for run in found)
        assert [i for run in found for i in run] == list(only(dashe.items, "DS2-12"))

    def test_frames_with_only_a_frame_inside_are_one(self) -> None:
        inner = Frame("loop", Text("內", "inner"), (Away(("DS2-01",)),))
        one = unnested(Frame("alternative", Text("外", "outer"), (inner,)))
        assert one == Frame("loop", Text("外 › 內", "outer › inner"), inner.items)
