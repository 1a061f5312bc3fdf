"""The pitch-pot as the classic and its commentators have it: rounds, horses, announcements, endings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

import pytest
from made_up import A, B, conforms, rite_of
from mutating import script_of

from fsm.acting import action_of_move
from fsm.actions import Action
from fsm.checking import Checker, Verdict
from fsm.loading import load
from fsm.rite import Rite
from fsm.score import seq
from fsm.situation import Move, Situation

Fall = Callable[[int, str, int], str]
"""Round from 1, thrower, which of his arrows from 1 → how the arrow falls."""


@dataclass
class Game:
    """One game played out: its acts, and how things stood on the way."""

    actions: list[Action] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    horses: list[str] = field(default_factory=list)
    end: Situation | None = None

    def said(self, **wanted: object) -> list[str]:
        """The words of the acts that have these details."""
        return [a.words or "" for a in self.actions if all(a.details().get(k) == v for k, v in wanted.items())]

    @property
    def congratulated(self) -> str:
        """Who drinks the cup of congratulation, if anybody."""
        drinkers = [m.step.actors[0] for m in self.moves if m.step.office == "more_horses" and m.step.act == "drink"]
        return ",".join(drinkers)


def play(rite: Rite, fall: Fall) -> Game:
    """A game in canonical order, everything performed, the arrows falling as told."""
    game, situation, number = Game(), rite.start, 0
    thrown: dict[tuple[int, str], int] = {}
    while situation.moves:
        first = situation.moves[0]
        move = first
        if first.step.act == "report" and first.details.get("what") == "arrows_ready":
            number += 1
        if first.step.outcomes:
            person = first.step.actors[0]
            thrown[number, person] = thrown.get((number, person), 0) + 1
            wanted = fall(number, person, thrown[number, person])
            move = next(m for m in situation.moves if m.step is first.step and m.outcome["fall"] == wanted)
        game.moves.append(move)
        game.actions.append(action_of_move(rite, move))
        situation = move.target
        level = move.step.act == "report" and move.details.get("what") == "level"
        if move.step.act == "set_horse" or level:
            game.horses.append(f"{situation.read('horses[right]')}:{situation.read('horses[left]')}")
    game.end = situation
    return game


def by_results(results: str) -> Fall:
    """W: the guest's side wins the round, L: it loses, D: level."""

    def fall(number: int, person: str, arrow: int) -> str:
        guest = person.startswith("guest")
        hit = {"W": guest, "L": not guest, "D": False}[results[number - 1]]
        return "straight" if hit and arrow == 1 else "out"

    return fall


def by_hits(right: int, left: int) -> Fall:
    """In the first round so many hits of each side, shared out in the order of throwing; the other rounds level."""
    remaining = {"guest": right, "host": left}

    def fall(number: int, person: str, arrow: int) -> str:
        side = "guest" if person.startswith("guest") else "host"
        if number == 1 and remaining[side]:
            remaining[side] -= 1
            return "straight"
        return "reversed" if arrow % 2 else "out"

    return fall


def checked(rite: Rite, actions: list[Action]) -> Verdict:
    return Checker(rite).check(script_of(actions))


@pytest.fixture(scope="module")
def touhu() -> Rite:
    return load("touhu")


# --- all endings of three rounds (ledger notes, §7) ---

ENDINGS = {
    "WWW": ("1:0 2:0 3:0", "guest"), "LLL": ("0:1 0:2 0:3", "host"),
    "WWL": ("1:0 2:0 2:1", "guest"), "WLW": ("1:0 1:1 2:1", "guest"), "LWW": ("0:1 1:1 2:1", "guest"),
    "LLW": ("0:1 0:2 1:2", "host"), "LWL": ("0:1 1:1 1:2", "host"), "WLL": ("1:0 1:1 1:2", "host"),
    "WWD": ("1:0 2:0 2:0", ""), "WDW": ("1:0 1:0 2:0", ""), "DWW": ("0:0 1:0 2:0", ""),
    "LLD": ("0:1 0:2 0:2", ""), "LDL": ("0:1 0:1 0:2", ""), "DLL": ("0:0 0:1 0:2", ""),
    "WLD": ("1:0 1:1 1:1", ""), "WDL": ("1:0 1:0 1:1", ""), "DWL": ("0:0 1:0 1:1", ""),
    "LWD": ("0:1 1:1 1:1", ""), "LDW": ("0:1 0:1 1:1", ""), "DLW": ("0:0 0:1 1:1", ""),
    "WDD": ("1:0 1:0 1:0", ""), "DWD": ("0:0 1:0 1:0", ""), "DDW": ("0:0 0:0 1:0", ""),
    "LDD": ("0:1 0:1 0:1", ""), "DLD": ("0:0 0:1 0:1", ""), "DDL": ("0:0 0:0 0:1", ""),
    "DDD": ("0:0 0:0 0:0", ""),
}  # fmt: skip


def test_all_endings_are_listed() -> None:
    assert set(ENDINGS) == {"".join(r) for r in product("WLD", repeat=3)}


@pytest.mark.parametrize("results", ENDINGS)
def test_horses_and_congratulation_of_every_ending(touhu: Rite, results: str) -> None:
    horses, congratulated = ENDINGS[results]
    game = play(touhu, by_results(results))
    assert " ".join(game.horses) == horses
    assert game.congratulated == congratulated
    assert bool(game.said(**{"for": "congratulation"})) == bool(congratulated)
    cleared = bool(game.said(**{"for": "clear_horses"}))
    assert cleared == (results != "DDD")
    merged = [m for m in game.moves if m.step.act == "merge_horses"]
    assert bool(merged) == ("D" not in results and len(set(results)) == 2)
    assert game.end is not None
    assert game.end.end is not None
    assert checked(touhu, game.actions).conforms


def test_no_cup_and_no_horse_where_all_rounds_are_level(touhu: Rite) -> None:
    game = play(touhu, by_results("DDD"))
    assert not {"drink", "set_horse"} & {m.step.act for m in game.moves}


def test_the_editors_would_congratulate_each_other_where_all_is_level() -> None:
    game = play(load("touhu", reading="TH-11=mutual"), by_results("DDD"))
    assert [m.step.actors for m in game.moves if m.step.act == "offer_cup"] == [("host",), ("guest",)]


# --- announcements ---

KONG = {1: "一奇", 2: "一純", 3: "三奇", 4: "二純", 5: "五奇", 6: "三純", 7: "七奇", 8: "四純", 9: "九奇", 10: "五純",
        11: "十一奇", 12: "六純"}  # fmt: skip
ZHU = {1: "一奇", 2: "一純", 3: "一純一奇", 4: "二純", 5: "二純一奇", 6: "三純", 7: "三純一奇", 8: "四純",
       9: "四純一奇", 10: "五純", 11: "五純一奇", 12: "六純"}  # fmt: skip


@pytest.fixture(scope="module")
def three_pairs() -> dict[str, Rite]:
    return {
        name: load("touhu", reading=[name] if name == "zhu" else [], cast={"pairs": 3}) for name in ("zheng", "zhu")
    }


@pytest.mark.parametrize("margin", range(1, 13))
@pytest.mark.parametrize(("profile", "numbers"), [("zheng", KONG), ("zhu", ZHU)])
def test_every_margin_is_announced_as_commentators_say(
    three_pairs: dict[str, Rite], profile: str, numbers: dict[int, str], margin: int
) -> None:
    rite = three_pairs[profile]
    for right, left, better in ((margin, 0, "賓黨賢於主黨"), (0, margin, "主黨賢於賓黨")):
        game = play(rite, by_hits(right, left))
        assert game.said(what="result") == [better + numbers[margin]]
        assert game.said(what="level") == ["左右鈞"] * 2


@pytest.mark.parametrize(("right", "left"), [(right, left) for right in range(5) for left in range(5)])
def test_every_count_of_one_pair_is_announced(touhu: Rite, right: int, left: int) -> None:
    first = next(a for a in play(touhu, by_hits(right, left)).actions if a.details().get("what") in ("result", "level"))
    better = "賓黨賢於主黨" if right > left else "主黨賢於賓黨"
    assert first.words == (better + KONG[abs(right - left)] if right != left else "左右鈞")


def test_a_wrong_count_is_corrected_with_the_right_one(touhu: Rite) -> None:
    game = play(touhu, by_hits(3, 0))
    at = next(i for i, a in enumerate(game.actions) if a.details().get("what") == "result")
    actions = list(game.actions)
    actions[at] = actions[at].with_details({"words": "賓黨賢於主黨一純一奇", "pairs": None, "odd": None})
    (found,) = checked(touhu, actions).findings
    assert (found.kind, found.index) == ("detail", at)
    assert found.expected[0].words == "賓黨賢於主黨三奇"


# --- disputes and venues ---


@pytest.mark.parametrize(("venue", "chi"), [("chamber", 5), ("hall", 7), ("court", 9)])
def test_the_pot_stands_two_and_a_half_arrows_off(venue: str, chi: int) -> None:
    rite = load("touhu", cast={"venue": venue})
    (measured,) = [m for m in play(rite, by_results("DDD")).moves if m.step.act == "measure"]
    assert measured.details["dist"] == chi


def test_who_asks_for_the_horse_differs() -> None:
    def asker(reading: list[str]) -> str:
        game = play(load("touhu", reading=reading), by_results("WDD"))
        return next(m.step.actors[0] for m in game.moves if m.details.get("for") == "horse")

    assert asker([]) == "archery_director"
    assert asker(["dadai"]) == "overseer"


def test_one_horse_follows_two_is_not_told_where_the_text_lacks_it() -> None:
    assert "一馬從二馬" in play(load("touhu"), by_results("DDD")).said(addressee=("guest",))
    assert "一馬從二馬" not in play(load("touhu", reading=["dadai"]), by_results("DDD")).said(addressee=("guest",))


def test_leaning_is_a_way_to_miss_only_for_lu_dian() -> None:
    falls = {v for s in load("touhu").steps for _, values in s.outcomes for v in values}
    leaning = {v for s in load("touhu", reading=["ludian"]).steps for _, values in s.outcomes for v in values}
    assert leaning - falls == {"leaning"}


def test_parties_throw_after_guest_and_host() -> None:
    game = play(load("touhu", cast={"pairs": 3}), by_results("WDD"))
    throwers = [m.step.actors[0] for m in game.moves if m.step.act == "throw"]
    assert throwers[:24] == ["guest", "host"] * 4 + ["guests_party.2", "hosts_party.2"] * 4 + [
        "guests_party.3", "hosts_party.3",
    ] * 4  # fmt: skip
    assert len(throwers) == 72


def test_nobody_is_named_for_what_nobody_says(touhu: Rite) -> None:
    """That the arrows are fetched for the next round, and that he kneels to set the holder down, is our inference."""
    ours = {(s.act, s.clauses[0]) for s in touhu.steps if s.editorial}
    assert ours == {("fetch_arrows", "TH-04-001"), ("kneel", "TH-02-004")}
    assert not [s for s in touhu.steps if s.editorial and s.by]


def test_nobody_but_the_editors_speaks_of_three_level_rounds(touhu: Rite) -> None:
    """Their note says first that there is then neither horse nor cup, and adds that perhaps there is one for both."""
    level = touhu.profile.disputes["TH-11"]
    assert [(p.key, p.holders) for p in level.positions] == [("nothing", ("yishu",)), ("mutual", ("yishu",))]
    assert load("touhu", reading="yishu").profile.chosen("TH-11") == "nothing"


def test_the_losers_drink_at_the_head_of_the_west_steps(touhu: Rite) -> None:
    """孔穎達: the cup is put on its stand there, and both sides go up to it."""
    game = play(touhu, by_results("WDD"))
    acts = [(a.act, a.place) for a in game.actions]
    put = acts.index(("put", "cup_stand.top"))
    assert acts[put + 1 : put + 3] == [("go_up", "west_head"), ("kneel", None)]
    assert game.actions[put + 1].actors == ("guest", "host")
    assert checked(touhu, [a for a in game.actions if a.act != "go_up"]).conforms


# --- what each rule forbids (ledger notes, §8) ---


def spoilt(game: Game, change: Callable[[list[Action]], None]) -> list[Action]:
    actions = list(game.actions)
    change(actions)
    return actions


def index_of(actions: list[Action], act: str, nth: int = 0, **details: object) -> int:
    found = [
        i for i, a in enumerate(actions) if a.act == act and all(a.details().get(k) == v for k, v in details.items())
    ]
    return found[nth]


def test_a_pot_too_near_is_found_at_the_measure(touhu: Rite) -> None:
    game = play(load("touhu", cast={"venue": "chamber"}), by_results("WDD"))
    at = index_of(game.actions, "measure")
    game.actions[at] = game.actions[at].with_details({"dist": 4})
    (found,) = checked(load("touhu", cast={"venue": "chamber"}), game.actions).findings
    assert (found.kind, found.index) == ("detail", at)
    assert "TH-02-002" in found.clauses


def test_a_reversed_arrow_is_not_tallied(touhu: Rite) -> None:
    game = play(touhu, lambda number, person, arrow: "reversed")
    at = index_of(game.actions, "throw")
    game.actions.insert(at + 1, Action(("archery_director",), "lay_tally", "tally", data=(("side", "right"),)))
    (found,) = checked(touhu, game.actions).findings
    assert found.index == at + 1
    assert "TH-02-008" in found.clauses
    assert "lay_tally.straight" in {g.id for g in found.guards}


def test_a_fifth_arrow_is_one_too_many(touhu: Rite) -> None:
    game = play(touhu, by_results("DDD"))
    at = index_of(game.actions, "throw", 7)
    game.actions.insert(at + 1, Action(("guest",), "throw", "arrow", data=(("fall", "out"),)))
    (found,) = checked(touhu, game.actions).findings
    assert found.index == at + 1
    assert {"throw.arrows"} <= {g.id for g in found.guards}
    assert "TH-07-001" in found.clauses


def test_counting_waits_for_the_last_arrow(touhu: Rite) -> None:
    game = play(touhu, by_results("DDD"))
    at = index_of(game.actions, "throw", 7)
    del game.actions[at]
    (found,) = checked(touhu, game.actions).findings
    assert found.kind == "missing"
    assert found.expected[0].act == "throw"


def test_nobody_drinks_when_level(touhu: Rite) -> None:
    game = play(touhu, by_results("DDD"))
    at = index_of(game.actions, "report", what="level")
    game.actions.insert(
        at + 1, Action(("archery_director",), "order", addressee=("winners_youth",), data=(("content", "cup"),))
    )
    (found,) = checked(touhu, game.actions).findings
    assert found.index == at + 1
    assert "order.not_level" in {g.id for g in found.guards}
    assert "TH-05-001" in found.clauses


def test_two_horses_are_not_congratulated(touhu: Rite) -> None:
    game = play(touhu, by_results("WWD"))
    at = index_of(game.actions, "ask", **{"for": "clear_horses"})
    asked = Action(("archery_director",), "ask", addressee=("guest", "host"), data=(("for", "congratulation"),))
    game.actions.insert(at, asked)
    (found,) = checked(touhu, game.actions).findings
    assert "ask.three_horses" in {g.id for g in found.guards}
    assert "TH-06-007" in found.clauses


# --- apart from other rites ---


def test_rites_loaded_side_by_side_do_not_meddle() -> None:
    alone = checked(load("touhu"), play(load("touhu"), by_results("WWL")).actions[:-1])
    touhu, made_up = load("touhu"), rite_of(seq(A.throw(), B.kneel()))
    other = load("touhu", cast={"pairs": 2}, reading=["dadai"])
    assert conforms(made_up, "a throw; b kneel")
    play(other, by_results("LLD"))
    beside = checked(touhu, play(touhu, by_results("WWL")).actions[:-1])
    assert not conforms(made_up, "b kneel; a throw")
    assert beside.findings == alone.findings
    assert touhu.situations_known != other.situations_known
