"""What there is to draw, taken from a score: nothing lost, forks where conditions exclude one another."""

from __future__ import annotations

import pytest

from diagrams.extract import scene
from diagrams.measure import width, wrap
from diagrams.paging import Divider
from diagrams.scene import Away, Branch, Card, Frame, Item, Repeat, Scene, cites_of, only, sections_of, walk
from fsm.loading import load


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
        assert marks == ["attested", "unsaid"]

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
