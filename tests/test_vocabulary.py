"""The vocabulary: complete, unambiguous, readable in every script."""

from __future__ import annotations

import csv
import functools
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import fsm
from fsm.cli import main
from fsm.vocabulary import KINDS, LANGUAGES, Vocabulary, fold, load, simplify
from fsm.vocabulary.names import members
from fsm.vocabulary.tables import FILES, read_rows

SHARED = Path(__file__).parents[2] / "shared" / "vocabulary"
UNIQUE = ("verb", "role", "place", "object", "value")
NAMES = {"acts": "verb", "roles": "role", "places": "place", "objects": "object", "words": "words"}


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return load()


def acts(vocabulary: Vocabulary, text: str) -> list[list[tuple[str, dict[str, object]]]]:
    return [[(verb, dict(details)) for verb, details in split] for split in vocabulary.segment(text)]


@pytest.mark.parametrize("name", [*FILES.values(), "aliases"])
def test_rows_are_complete_and_ids_unique(name: str) -> None:
    rows = read_rows(name)
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        for column in ("id", "zh", "simp", "pinyin", "en"):
            assert row[column], (row["id"], column)
        assert row["id"].isascii()
        assert len(row["zh"]) == len(row["simp"]), row["id"]
        assert len(row["zh"].split(" ")) == len(row["simp"].split(" ")), row["id"]
        assert not set("()（）") & set(row["zh"]), row["id"]


def test_simplified_names_are_those_of_the_converter() -> None:
    for name in [*FILES.values(), "aliases"]:
        for row in read_rows(name):
            assert simplify(row["zh"]) == row["simp"], row["id"]


def test_extra_columns(vocabulary: Vocabulary) -> None:
    for id in vocabulary.ids("role"):
        extra = vocabulary.entry("role", id).extra
        assert extra["kind"] in ("person", "group", "office"), id
        assert extra["what"], id
        assert set(extra["rites"].split()) <= {"DS", "XS", "TH"}, id
    for id in vocabulary.ids("place"):
        assert vocabulary.level(id) in ("outside", "court", "steps", "hall"), id
        extra = vocabulary.entry("place", id).extra
        for axis in ("x", "y"):
            float(extra[axis] or 0)
        assert extra["source"] or not (extra["x"] or extra["y"]), id
    for row in read_rows("aliases"):
        assert len(row["verbs"].split("+")) == len(row["sets"].split("+")), row["zh"]


def test_aliases_name_what_exists(vocabulary: Vocabulary) -> None:
    tables = {"object": ("object", "role", "place"), "addressee": ("role",), "words": ("words",), "by": ("place",)}
    for phrase, reading in vocabulary.aliases.items():
        for verb, details in reading:
            vocabulary.entry("verb", verb)
            for key, value in details.items():
                vocabulary.entry("key", key)
                if key in tables:
                    assert any(value in vocabulary.ids(kind) for kind in tables[key]), (phrase, key, value)


@pytest.mark.parametrize("kind", UNIQUE)
def test_no_two_entries_claim_one_name(vocabulary: Vocabulary, kind: str) -> None:
    claimed: dict[str, set[str]] = {}
    for id in vocabulary.ids(kind):
        entry = vocabulary.entry(kind, id)
        for name in (*entry.zh, *entry.simp):
            claimed.setdefault(fold(name), set()).add(id)
    assert {name: ids for name, ids in claimed.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("kind", ["verb", "role", "place"])
def test_no_two_entries_claim_one_english_name(vocabulary: Vocabulary, kind: str) -> None:
    claimed: dict[str, set[str]] = {}
    for id in vocabulary.ids(kind):
        for name in (id, *vocabulary.entry(kind, id).en):
            claimed.setdefault(fold(name), set()).add(id)
    assert {name: ids for name, ids in claimed.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("kind", ["verb", "role", "place", "object", "key", "value"])
def test_the_english_name_shown_is_whole_words_that_a_script_may_say(vocabulary: Vocabulary, kind: str) -> None:
    for id in vocabulary.ids(kind):
        shown = vocabulary.entry(kind, id).en[0]
        assert kind == "object" or "," not in shown, id  # a comma parts persons
        assert not re.search(r"\b[NS]?[EW]\b|\b[NS]\b", shown), id


def test_how_an_arrow_falls_has_no_name_that_means_the_contrary(vocabulary: Vocabulary) -> None:
    """本 is the butt, 末 the point (鄭玄, 孔穎達)."""
    assert vocabulary.find("butt end first", "value") == ("straight",)
    assert vocabulary.find("point first", "value") == ("reversed",)
    assert not vocabulary.find("head first", "value")


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_is_found(vocabulary: Vocabulary, kind: str) -> None:
    for id in vocabulary.ids(kind):
        entry = vocabulary.entry(kind, id)
        assert vocabulary.find(id, kind) == (id,)
        for name in (*entry.zh, *entry.simp, *entry.en, *(name.upper() for name in entry.en)):
            found = vocabulary.find(name, kind)
            # A key or an English word for a thing may be shared; then all who share it are found, or the one so called.
            assert id in found or fold(found[0]) == fold(name), (kind, id, name)


def test_ids_of_the_shared_tables_are_kept(vocabulary: Vocabulary) -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder `shared` does not lie beside the project")
    for file, kind in NAMES.items():
        with (SHARED / f"{file}.tsv").open(encoding="utf-8", newline="") as table:
            ids = {row["id"] for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
        assert ids <= set(vocabulary.ids(kind)), ids - set(vocabulary.ids(kind))


def test_verbs_of_the_pitch_pot_rows_exist(vocabulary: Vocabulary) -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder `shared` does not lie beside the project")
    with (SHARED / "ledger_verbs.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    used = {verb for row in rows if row["id"].startswith("TH-") for verb in row["verbs"].split(",") if verb}
    assert {verb for verb in used if not verb.startswith("?")} <= set(vocabulary.ids("verb"))


def test_places_are_one_connected_ground(vocabulary: Vocabulary) -> None:
    for id in vocabulary.ids("place"):
        assert id not in vocabulary.adjacent(id)
        for other in vocabulary.adjacent(id):
            assert id in vocabulary.adjacent(other)
    reached, todo = set(), ["court"]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += vocabulary.adjacent(here)
    assert reached == set(vocabulary.ids("place"))


def test_hall_and_court_meet_on_the_steps_only(vocabulary: Vocabulary) -> None:
    for id in vocabulary.ids("place"):
        if vocabulary.level(id) == "hall":
            assert {vocabulary.level(other) for other in vocabulary.adjacent(id)} <= {"hall", "steps"}, id


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("二耦上射", ("upper_archer.2",)),
        ("次耦上射", ("upper_archer.2",)),
        ("上射二", ("upper_archer.2",)),
        ("上射2", ("upper_archer.2",)),
        ("上射·二", ("upper_archer.2",)),
        ("upper archer 2", ("upper_archer.2",)),
        ("upper_archer.2", ("upper_archer.2",)),
        ("Upper archer of pair 2", ("upper_archer.2",)),
        ("下耦下射", ("lower_archer.3",)),
        ("三耦下射", ("lower_archer.3",)),
        ("賓黨二", ("guests_party.2",)),
        ("宾党2", ("guests_party.2",)),
        ("上耦", ("pair.1",)),
        ("次耦", ("pair.2",)),
        ("二耦", ("pair.2",)),
        ("三耦", ("three_pairs",)),
        ("下耦", ("pair.3",)),
        ("四耦", ("pair.4",)),
        ("十二耦", ("pair.12",)),
        ("second couple", ("pair.2",)),
        ("大侯獲者", ("marker.great",)),
        ("干侯之獲者", ("marker.near",)),
        ("參侯負侯", ("banner_bearer.middle",)),
        ("the great target's marker", ("marker.great",)),
        ("marker at the near target", ("marker.near",)),
        ("flag-bearer at the great target", ("banner_bearer.great",)),
        ("minister 2", ("ministers.2",)),
        ("上耦公", ()),
        ("duke.1", ()),
        ("上射十七", ()),
        ("大侯公", ()),
        ("司馬正", ("marshal",)),
        ("賔", ("guest",)),
        ("衆賓", ("guests_at_large",)),
        ("弓人", ()),
        ("", ()),
        ("2", ()),
    ],
)
def test_find_roles(vocabulary: Vocabulary, text: str, ids: tuple[str, ...]) -> None:
    assert vocabulary.find(text, "role") == ids


WIDEST: dict[str, list[dict[str, int | str]]] = {
    "touhu": [{"pairs": 5}],
    "dashe": [
        {"pairs": 12, "other_pairs": 4, "grandees": grandees, "ministers": 4, "great_officers": 6,
         "officer_with_great_officer": "yes"}
        for grandees in (0, 1)
    ],
}  # fmt: skip
"""The casts of each rite with the most persons: with and without a grandee, for an officer shoots only where odd."""


@functools.cache
def cast_roles() -> frozenset[str]:
    """Everyone there is in any cast of any rite, by himself or among others."""
    found: set[str] = set()
    for rite in (fsm.load(id, cast=cast) for id, casts in WIDEST.items() for cast in casts):
        found |= {*rite.persons, *rite.groups, *rite.roles, *rite.offices}
        found |= {person for members in rite.groups.values() for person in members}
        for step in rite.steps:
            found |= {p for _, value in step.details if isinstance(value, tuple) for p in value if isinstance(p, str)}
    return frozenset(found)


def test_every_name_shown_of_any_role_of_any_cast_is_found_again(vocabulary: Vocabulary) -> None:
    for id in cast_roles():
        if id in vocabulary.ids("role") or "." in id:
            for lang in ("zh-Hant", "zh-Hans", "en"):
                shown = vocabulary.name(id, lang, "role")
                assert vocabulary.find(shown, "role") == (id,), (id, lang, shown)
                assert shown != id or shown in vocabulary.entry("role", id).en, (id, lang)


def test_every_name_that_sheli_words_offers_for_a_role_is_found() -> None:
    for rite in ("touhu", "dashe"):
        result = CliRunner().invoke(main, ["words", rite, "--format", "json"])
        for entry in json.loads(result.output)["role"]:
            for name in (*entry["zh"], *entry["simp"], *entry["en"]):
                assert load().find(name, "role") == (entry["id"],), (rite, entry["id"], name)


def test_members_are_those_of_the_casts(vocabulary: Vocabulary) -> None:
    said = {f"{role}.{suffix}" for role in vocabulary.ids("role") for suffix in members(role)}
    assert said == {id for id in cast_roles() if "." in id and id not in vocabulary.ids("place")}


@pytest.mark.parametrize("before", ["上耦", "三耦", "十二耦", "大侯", "干侯之", "pair 1 ", "the near target's "])
@pytest.mark.parametrize("after", ["", "一", "十七", "·大", "1", " 99", ".great", " of pair 2", " of the near target"])
def test_nobody_is_found_whom_no_cast_has(vocabulary: Vocabulary, before: str, after: str) -> None:
    for role in vocabulary.ids("role"):
        entry = vocabulary.entry("role", role)
        for name in (role, entry.zh[0], entry.en[0]):
            for text in (before + name + after, name + after):
                assert set(vocabulary.find(text, "role")) <= {*cast_roles(), *vocabulary.ids("role")}, text
            assert set(vocabulary.nearest(name + after, "role")) <= {*cast_roles(), *vocabulary.ids("role")}


@pytest.mark.parametrize(
    ("id", "names"),
    [
        ("salute", ("揖", "揖", "salute", "yī", "揖 salute")),
        ("gear_off", ("說決拾", "说决拾", "take off ring and arm-guard", "tuō jué shí", None)),
        ("upper_archer.2", ("上射·二", "上射·二", "upper archer 2", "shàng shè 2", "上射·二 upper archer 2")),
        ("pair.1", ("上耦", "上耦", "pair 1", "shàng ǒu", "上耦 pair 1")),
        ("ministers.2", ("卿·二", "卿·二", "minister 2", "qīng 2", "卿·二 minister 2")),
        ("marker.great", ("大侯獲者", "大侯获者", "marker of the great target", "dà hóu huò zhě", None)),
        ("banner_bearer.near", ("干侯負侯者", "干侯负侯者", "man with his back to the near target", None, None)),
        ("duke.1", ("duke.1",) * 5),
        ("target.great", ("大侯", "大侯", "great target", "dà hóu", "大侯 great target")),
        ("no_such_id", ("no_such_id",) * 5),
        ("nobody.3", ("nobody.3",) * 5),
    ],
)
def test_name(vocabulary: Vocabulary, id: str, names: tuple[str | None, ...]) -> None:
    for lang, expected in zip(LANGUAGES, names, strict=True):
        if expected is not None:
            assert vocabulary.name(id, lang) == expected


def test_errors_are_clear(vocabulary: Vocabulary) -> None:
    with pytest.raises(KeyError, match="no verb 'fly'"):
        vocabulary.entry("verb", "fly")
    with pytest.raises(KeyError, match="no kind 'bird'"):
        vocabulary.entry("bird", "fly")
    with pytest.raises(ValueError, match="no language 'fr'"):
        vocabulary.name("salute", "fr")


def test_nearest(vocabulary: Vocabulary) -> None:
    assert vocabulary.nearest("salut", "verb", 1) == ("salute",)
    assert vocabulary.nearest("uper archer 2", "role")[0] == "upper_archer.2"
    assert "archery_director" in vocabulary.nearest("司社", "role")
    assert len(vocabulary.nearest("西階之下", "place", 2)) == 2


ONE = [
    ("袒決遂", [("bare", {}), ("gear_up", {})]),
    ("袒決遂執弓", [("bare", {}), ("gear_up", {}), ("take_bow", {})]),
    ("袒、决、遂、执弓、挟一个", [("bare", {}), ("gear_up", {}), ("take_bow", {}), ("hold_arrow", {"n": 1})]),
    ("坐奠爵興", [("kneel", {}), ("put", {"object": "jue"}), ("rise", {})]),
    ("進度壺", [("go", {}), ("measure", {})]),
    ("揖進", [("salute", {}), ("go", {})]),
    ("退反位", [("withdraw", {}), ("return_to_place", {})]),
    ("執八算興", [("take_tallies", {"n": 8}), ("rise", {})]),
    ("坐釋一算", [("kneel", {}), ("lay_tally", {})]),
    ("跪奉觴", [("kneel", {}), ("hold", {"object": "penalty_cup"})]),
    ("北面揖", [("salute", {"facing": "north"})]),
    ("北面", [("turn", {"facing": "north"})]),
    ("西面北上", [("turn", {"facing": "west", "order": "north_first"})]),
    ("東面坐", [("kneel", {"facing": "east"})]),
    ("執弓", [("take_bow", {})]),
    ("釋弓", [("lay_down_bow", {})]),
    ("設中", [("set_up", {"object": "holder"})]),
    ("受矢", [("receive", {"object": "arrow"})]),
    ("投矢", [("throw", {})]),
    ("揖就筵", [("salute", {}), ("take_seat", {})]),
    ("徹馬", [("clear_away", {"object": "horse"})]),
    ("執觶興洗", [("take", {"object": "zhi"}), ("rise", {}), ("wash", {})]),
    ("適堂西", [("go", {"place": "west_of_hall"})]),
    ("取弓矢于堂西", [("take_bow", {"arrows": True, "place": "west_of_hall"})]),
    ("奠于篚", [("put", {"place": "basket"})]),
    ("請射于賓", [("ask", {"for": "shoot", "addressee": "guest"})]),
    ("命去侯", [("order", {"words": "leave_target"})]),
    ("曰「賜灌」", [("say", {"words": "bestowed_drink"})]),
    ("請徹馬", [("ask", {"for": "clear_horses"})]),
    ("立卒爵", [("drink", {"posture": "standing"})]),
    ("Salute", [("salute", {})]),
]


@pytest.mark.parametrize(("text", "split"), ONE)
def test_segment(vocabulary: Vocabulary, text: str, split: list[tuple[str, dict[str, object]]]) -> None:
    assert acts(vocabulary, text) == [split]
    assert acts(vocabulary, simplify(text)) == [split]


def test_segment_reports_ambiguity(vocabulary: Vocabulary) -> None:
    # The markers fetch the arrows, the pairs take theirs from the rack: one phrase for both.
    assert acts(vocabulary, "取矢") == [[("take_arrow", {})], [("fetch_arrows", {})]]


@pytest.mark.parametrize("text", ["", "廢話", "揖廢", "坐" * 81, "salutes often", "…"])
def test_what_is_no_phrase_has_no_split(vocabulary: Vocabulary, text: str) -> None:
    assert acts(vocabulary, text) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("賓", "賔"),
        ("賓", "宾"),
        ("間以二矢半", "闲以二矢半"),
        ("間", "閒"),
        ("于", "於"),
        ("个", "箇"),
        ("個", "个"),
        ("算", "筭"),
        ("說決拾", "説决拾"),
        ("衆", "眾"),
        ("衆", "众"),
        ("答", "荅"),
        ("飲", "飮"),
        ("爲", "為"),
        ("羣", "群"),
        ("奇", "竒"),
        ("貍首", "《狸首》"),
        ("袒、決、遂", "袒决遂"),
        ("上射２", "上射 2"),
        ("Upper_Archer", "upper archer"),
        ("one’s mat", "one's mat"),
    ],
)
def test_fold_makes_equal(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("徹", "撤"), ("上射", "下射"), ("二耦", "三耦"), ("坐", "座")])
def test_fold_keeps_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_fold_is_idempotent_over_the_tables() -> None:
    for name in [*FILES.values(), "aliases"]:
        for row in read_rows(name):
            assert fold(fold(row["zh"])) == fold(row["zh"]) == fold(row["simp"]), row["id"]
