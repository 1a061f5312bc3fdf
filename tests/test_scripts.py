"""Scripts: text, JSON and tables are read alike, written and read back, and never crash."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fsm.actions import Action, Item, Script, Unknown
from fsm.scripts import ERRORS, PROBLEMS, Limits, ScriptError, format_action, formats, read, write
from fsm.scripts.cleaning import INVISIBLE
from fsm.vocabulary import load
from fsm.vocabulary.names import members

VOCABULARY = load()
LANGS = ("zh-Hant", "zh-Hans", "en", "id")


def one(line: str) -> Action:
    script = read(line, input_format="text")
    assert not script.problems, script.problems
    (item,) = script.items
    return item.action


def stated(line: str) -> list[dict[str, object]]:
    return [item.action.to_json() for item in read(line, input_format="text").items]


def codes(script: Script) -> list[str]:
    return [problem.code for problem in script.problems]


# --- the text format ---------------------------------------------------------------------------------------------

LINES = [
    ("上射 揖 @階下 ^北", {"actor": "upper_archer", "act": "salute", "place": "west_steps_foot", "facing": "north"}),
    ("upper archer: salute @west_steps_foot ^north",
     {"actor": "upper_archer", "act": "salute", "place": "west_steps_foot", "facing": "north"}),
    ("upper archer salute @foot of the west steps ^north",
     {"actor": "upper_archer", "act": "salute", "place": "west_steps_foot", "facing": "north"}),
    ("archery director: lay tally @right_pile",
     {"actor": "archery_director", "act": "lay_tally", "place": "right_pile"}),
    ("archery_director lay_tally tally @right_pile n=1",
     {"actor": "archery_director", "act": "lay_tally", "object": "tally", "place": "right_pile", "data": {"n": 1}}),
    ("宾、主人 诺", {"actor": ["guest", "host"], "act": "assent"}),
    ("賓＆主人 諾", {"actor": ["guest", "host"], "act": "assent"}),
    ("賓主皆曰諾", {"actor": ["guest", "host"], "act": "assent", "words": "諾"}),
    ("guest, host: assent", {"actor": ["guest", "host"], "act": "assent"}),
    ("guest and host: assent >archery director",
     {"actor": ["guest", "host"], "act": "assent", "addressee": "archery_director"}),
    ("guest + host assent", {"actor": ["guest", "host"], "act": "assent"}),
    ("invocator and scribe: rise", {"actor": "invocator_and_scribe", "act": "rise"}),
    ("二耦上射 射 hit=中", {"actor": "upper_archer.2", "act": "shoot", "data": {"hit": True}}),
    ("upper archer 2: shoot hit=no", {"actor": "upper_archer.2", "act": "shoot", "data": {"hit": False}}),
    ("上耦 [揖如升射]", {"actor": "pair.1", "passage": "揖如升射"}),
    ("[三耦射]", {"passage": "三耦射"}),
    ("【三耦射】", {"passage": "三耦射"}),
    ("司射揖", {"actor": "archery_director", "act": "salute"}),
    ("上射先升三等", {"actor": "upper_archer", "act": "go_up", "data": {"ahead": 3}}),
    ("上射 升堂", {"actor": "upper_archer", "act": "go_up", "place": "hall"}),
    ("上射 升 to=堂", {"actor": "upper_archer", "act": "go_up", "place": "hall"}),
    ("賓 揖 to=主人", {"actor": "guest", "act": "salute", "addressee": "host"}),
    ("賓 曰 諾", {"actor": "guest", "act": "assent", "words": "諾"}),
    ("司射曰：順投為入", {"actor": "archery_director", "act": "say", "words": "順投為入"}),
    ("司射 曰「順投為入」 >賓",
     {"actor": "archery_director", "act": "say", "addressee": "guest", "words": "順投為入"}),
    ("司射 命 「請行觴」", {"actor": "archery_director", "act": "order", "words": "請行觴"}),
    ("司射 命 “請『行』觴”", {"actor": "archery_director", "act": "order", "words": "請『行』觴"}),
    ('司射 命 "a \\"b\\" # @c"', {"actor": "archery_director", "act": "order", "words": 'a "b" # @c'}),
    ("司射 命去侯", {"actor": "archery_director", "act": "order", "words": "去侯"}),
    ("司射 命酌曰：請行觴",
     {"actor": "archery_director", "act": "order", "words": "請行觴", "data": {"content": "cup"}}),
    ("司射 請立馬 >賓、主人",
     {"actor": "archery_director", "act": "ask", "addressee": ["guest", "host"], "data": {"for": "horse"}}),
    ("弦者 奏《貍首》", {"actor": "string_players", "act": "play", "object": "lishou"}),
    ("司射　設　中　＠中西　＾東",
     {"actor": "archery_director", "act": "set_up", "object": "holder", "place": "holder_west", "facing": "east"}),
    ("司射：實八算 ＞主人 矢數＝８",
     {"actor": "archery_director", "act": "put_tallies", "place": "holder", "addressee": "host", "data": {"n": 8}}),
    ("director of archery: set up the pot", {"actor": "archery_director", "act": "set_up", "object": "pot"}),
    ("guest: go to west of hall", {"actor": "guest", "act": "go", "place": "west_of_hall"}),
    ("主人 受 四矢 from=贊者",
     {"actor": "host", "act": "receive", "object": "four_arrows", "data": {"from": "aides"}}),
    ("司射 取算 from=中 n=八",
     {"actor": "archery_director", "act": "take_tallies", "data": {"from": "holder", "n": 8}}),
    ("司射 取算 n=十二", {"actor": "archery_director", "act": "take_tallies", "data": {"n": 12}}),
    ("司射 告 winner=賓黨", {"actor": "archery_director", "act": "report", "data": {"winner": "guests_party"}}),
    ('賓 揖 name="yes"', {"actor": "guest", "act": "salute", "data": {"name": "yes"}}),
    ("司射 @堂西 揖", {"actor": "archery_director", "act": "salute", "place": "west_of_hall"}),
    ("賓 揖 器物=弓 manner=兩手",
     {"actor": "guest", "act": "salute", "object": "bow", "manner": "both"}),
    ("司射 告 surplus @left_hand",
     {"actor": "archery_director", "act": "report", "object": "surplus", "place": "left_hand"}),
    ("弟子 取矢", {"actor": "youths", "act": "fetch_arrows"}),
    ("上射 取矢", {"actor": "upper_archer", "act": "take_arrow"}),
    ("賓 取矢 @楅", {"actor": "guest", "act": "take_arrow", "place": "rack"}),
    ("賓 投 # TH-04-003, DS2-01-014 and so on",
     {"actor": "guest", "act": "throw", "clauses": ["TH-04-003", "DS2-01-014"]}),
    ("賓 投 # see TH-04-003", {"actor": "guest", "act": "throw"}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "action"), LINES)
def test_a_line(line: str, action: dict[str, object]) -> None:
    assert one(line).to_json() == action


def test_several_acts_share_a_line() -> None:
    script = read("# comment\n\n司射 坐奠爵興 @篚\nguest: kneel, rise then salute >host")
    assert [(i.text, i.action.act, i.action.object, i.action.place, i.at.line, i.group) for i in script.items] == [
        ("坐", "kneel", None, None, 3, 0),
        ("奠爵", "put", "jue", None, 3, 1),
        ("興 @篚", "rise", None, "basket", 3, 2),
        ("kneel", "kneel", None, None, 4, 3),
        ("rise", "rise", None, None, 4, 4),
        ("salute >host", "salute", None, None, 4, 5),
    ]
    assert not script.problems
    assert [a["act"] for a in stated("三耦 袒、決、遂，執弓；挾一個")] == ["bare", "gear_up", "take_bow", "hold_arrow"]


def test_details_belong_to_the_act_they_follow() -> None:
    assert stated("司射 坐 @中西 興 ^東") == [
        {"actor": "archery_director", "act": "kneel", "place": "holder_west"},
        {"actor": "archery_director", "act": "rise", "facing": "east"},
    ]
    assert stated("司射：執算曰：左右卒投，請數")[1] == {
        "actor": "archery_director", "act": "say", "words": "左右卒投，請數",
    }  # fmt: skip


def test_an_unknown_act_among_known_ones_keeps_its_place() -> None:
    items = read("三耦 袒、廢話、執弓").items
    assert [item.action.act for item in items] == ["bare", "", "take_bow"]
    assert items[1].action.unknown[0].text == "廢話"


def test_unknown_words_have_suggestions_and_hide_nothing() -> None:
    script = read("司社 揖\n上射 楫\n上射 揖 @西階之丅 ^上\nuper archer salute\n廢話\n上射 揖")
    unknown = [item.action.unknown for item in script.items]
    assert unknown[0][0].field == "actor"
    assert "archery_director" in unknown[0][0].nearest
    assert unknown[1] == (Unknown("act", "楫", unknown[1][0].nearest),)
    assert [each.field for each in unknown[2]] == ["place", "facing"]
    assert unknown[3][0].nearest[0] == "upper_archer"
    assert script.items[3].action.act == "salute"
    assert unknown[4][0].field == "act"
    assert script.items[4].action.actors == ()
    assert script.items[5].action == Action(actors=("upper_archer",), act="salute")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("揖 @階下", "no-actor"),
        ("salute", "no-actor"),
        ("賓 @堂", "no-act"),
        ("賓", "no-act"),
        ("賓 揖 @", "empty-mark"),
        ("賓 揖 「諾」 = 3", "empty-mark"),
        ("賓 曰 「諾", "unclosed-mark"),
        ("賓 揖 foo=3", "unknown-key"),
        ("賓 揖 ^北 ^南", "stated-twice"),
        ("賓 北面揖 ^南", "stated-twice"),
        ("0:75:00 賓 揖", "bad-time"),
        ("0:05-0:03 賓 揖", "bad-time"),
    ],
)
def test_problems_of_a_line(line: str, code: str) -> None:
    script = read(f"{line}\n主人 揖", input_format="text")
    assert code in codes(script)
    assert script.problems[0].at.line == 1
    assert script.items[-1].action == Action(actors=("host",), act="salute")


def test_an_ambiguity_lists_its_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm.vocabulary import Vocabulary

    splits = [(("kneel", {}), ("put", {})), (("put", {}), ("kneel", {}))]
    real = Vocabulary.segment
    monkeypatch.setattr(Vocabulary, "segment", lambda self, text: splits if text == "坐坐" else real(self, text))
    script = read("賓 坐坐")
    assert [(p.code, p.expected) for p in script.problems] == [("ambiguous-acts", "kneel + put | put + kneel")]
    assert [item.action.act for item in script.items] == ["kneel", "put"]


def test_times_make_groups() -> None:
    script = read(
        "0:00:01-0:00:05 上射 揖\n0:00:03 下射 坐興\n0:00:05 賓 揖\n００：０７ 賓 坐興\n"
        "主人 揖\n0:08 賓 揖\n0:08 主人 揖\n0:02 賓 揖"
    )
    assert [item.group for item in script.items] == [0, 0, 0, 1, 2, 3, 4, 5, 5, 6]
    assert script.items[0].at.time == "0:00:01-0:00:05"
    assert codes(script) == ["time-order"]


def test_a_long_line_is_a_problem_of_that_line_only() -> None:
    script = read("賓 揖\n賓 " + "揖" * 30 + "\n主人 揖", limits=Limits(line_length=20))
    assert codes(script) == ["line-too-long"]
    assert [bool(item.action.unknown) for item in script.items] == [False, True, False]


def test_line_breaks() -> None:
    assert len(read("賓 揖\r\n賓 坐\r賓 興\n").items) == 3


# --- sources and encodings ---------------------------------------------------------------------------------------

TEXT = "司射 揖 @階下\n賓、主人 諾 # 說明\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "big5"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    expected = read(TEXT).items
    (tmp_path / "a.txt").write_bytes(TEXT.encode(encoding))
    for source in (TEXT.encode(encoding), tmp_path / "a.txt", io.BytesIO(TEXT.encode(encoding))):
        assert [i.action for i in read(source).items] == [i.action for i in expected]
    assert read(TEXT.encode(encoding), encoding=encoding.removesuffix("-sig")).items[1].action == expected[1].action


def test_simplified_gb18030() -> None:
    assert one(read("宾 再拜".encode("gb18030")).items[0].text).act == "bow"
    assert read("宾 再拜".encode("gb18030")).items[0].action.actors == ("guest",)


def test_open_files_and_names(tmp_path: Path) -> None:
    path = tmp_path / "跪.json"
    path.write_text('[{"actor": "賓", "act": "跪"}]', encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        assert read(file).items[0].action.act == "kneel"
    assert read(path).source == str(path)
    assert read(path, name="x").items[0].at.source == "x"


ERROR_CASES = [
    (b"\x00\x01", {}, "binary"),
    ("賓\0 揖", {}, "binary"),
    (b"\x89PNG\r\n\x1a\n\x00", {}, "binary"),
    (b"\xff\xfe\x00", {}, "bad-encoding"),
    (b"\xff\xff\xff", {}, "bad-encoding"),
    ("賓", {"input_format": "docx"}, "unknown-format"),
    (b"a", {"encoding": "klingon"}, "unknown-encoding"),
    (b"a", {"encoding": "hex"}, "unknown-encoding"),
    (b"\xe8", {"encoding": "utf-8"}, "bad-encoding"),
    ("賓 揖\n" * 9, {"limits": Limits(lines=5)}, "too-large"),
    ("賓 揖\n" * 9, {"limits": Limits(bytes=5)}, "too-large"),
    ("賓 揖\n" * 9, {"limits": Limits(actions=5)}, "too-large"),
    ("[" * 100 + "]" * 100, {"input_format": "json"}, "json-depth"),
    ("[" * 1_000_000, {"input_format": "json"}, "json-depth"),
    ("[{]", {"input_format": "json"}, "bad-json"),
    ("", {"input_format": "json"}, "bad-json"),
    ("{}", {"input_format": "json"}, "no-actions"),
    ("3", {"input_format": "json"}, "no-actions"),
    ("a,b\nc,d\n", {"input_format": "csv"}, "no-header"),
    ("", {"input_format": "csv"}, "no-header"),
    ('actor,act\n"' + "x" * 200_000, {"input_format": "csv"}, "bad-table"),
    ('actor,act\n賓,"揖\n' + "賓,揖\n" * 500, {"input_format": "csv"}, "bad-table"),
    (Path("/no/such/file"), {}, "unreadable"),
    (Path("/"), {}, "unreadable"),
    (Path("a\0b"), {}, "unreadable"),
]


@pytest.mark.parametrize(("source", "options", "code"), ERROR_CASES)
def test_what_cannot_be_read_at_all(source: str | bytes | Path, options: dict[str, object], code: str) -> None:
    with pytest.raises(ScriptError) as raised:
        read(source, **options)  # type: ignore[arg-type]
    assert raised.value.code == code
    assert tuple(raised.value.details) == ERRORS[code]


def test_formats_are_recognised() -> None:
    assert formats() == ("xlsx", "ods", "eaf", "vtt", "srt", "json", "yaml", "csv", "text")
    assert read(' [\n {"actor": "guest", "act": "rise"}]').items[0].action.act == "rise"
    assert read("角色；".replace("；", ";") + "動作\n賓;興").items[0].action.act == "rise"
    assert read("[三耦射]").items[0].action.passage == "三耦射"
    assert read("賓 興", name="a.CSV.txt").items[0].action.act == "rise"
    assert read("").items == ()


# --- JSON --------------------------------------------------------------------------------------------------------


def test_json_as_perform_gives_it() -> None:
    given = {
        "rite": "touhu", "profile": {}, "cast": {"pairs": 1},
        "actions": [
            {"actor": "archery_director", "act": "ask", "addressee": ["guest", "host"], "words": "請拾投",
             "data": {"for": "throws"}, "clauses": ["TH-04-002"], "optional": None, "outcomes": {}, "members": ["a"]},
            {"actor": ["賓", "主人"], "act": "諾", "place": "Hall", "facing": "北面", "object": "弓"},
            {"actor": "guest", "act": "throw", "data": {"fall": "順", "n": 2.0, "hit": True}},
            {"passage": "三耦射"},
        ],
    }  # fmt: skip
    script = read(json.dumps(given))
    assert not script.problems
    assert [item.action.to_json() for item in script.items] == [
        {k: v for k, v in given["actions"][0].items() if k not in ("optional", "outcomes", "members")},
        {"actor": ["guest", "host"], "act": "assent", "object": "bow", "place": "hall", "facing": "north"},
        {"actor": "guest", "act": "throw", "data": {"fall": "straight", "hit": True, "n": 2}},
        {"passage": "三耦射"},
    ]  # fmt: skip


def test_json_problems_name_the_item() -> None:
    script = read(
        '[{"actor":"guest","act":3,"zzz":1},7,{"actor":{"a":1},"act":"揖"},{"actor":"guest","act":"揖","act":"揖",'
        '"data":{"n":NaN,"hit":[1],"n2":1e400}},{"actor":"guest","act":"salute","data":3,"time":"x"},'
        '{"actor":"guest","act":"salute"}]'
    )
    assert [(p.code, p.at.cell) for p in script.problems] == [
        ("wrong-type", "[0]"), ("unknown-key", "[0]"), ("no-act", "[0]"),
        ("wrong-type", "[1]"),
        ("wrong-type", "[2]"), ("no-actor", "[2]"),
        ("duplicate-key", "[3]"), ("wrong-type", "[3]"), ("wrong-type", "[3]"), ("wrong-type", "[3]"),
        ("wrong-type", "[4]"), ("bad-time", "[4]"),
    ]  # fmt: skip
    assert script.items[-1].action == Action(actors=("guest",), act="salute")


def test_json_cells_may_hold_several_acts() -> None:
    script = read('{"actions": [{"actor": "司射", "act": "坐奠爵興", "place": "篚"}]}')
    assert [item.action.act for item in script.items] == ["kneel", "put", "rise"]
    assert script.items[2].action.place == "basket"


# --- CSV ---------------------------------------------------------------------------------------------------------

TABLE = [
    ["備註", "動作", "角色", "位置", "面向", "對象", "辭", "投法", "燈光", "時間"],
    ["TH-04-002", "請", "司射", "", "", "賓、主人", "請拾投", "", "紅", "0:01"],
    ["", "投", "賓", "筵", "南", "", "", "順", "", "0:02"],
    ["", "坐奠爵興", "賓", "@篚", "", "", "", "", "", "0:02"],
    ["", "[三耦射]", "", "", "", "", "", "", "", ""],
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("simplified", [False, True])
def test_csv(delimiter: str, simplified: bool) -> None:
    from fsm.vocabulary import simplify

    text = "標題\n\n" + "\n".join(delimiter.join(row) for row in TABLE)
    script = read(simplify(text) if simplified else text, name="a.csv")
    assert not script.problems
    words = "请拾投" if simplified else "請拾投"
    assert [item.action.to_json() for item in script.items] == [
        {"actor": "archery_director", "act": "ask", "addressee": ["guest", "host"], "words": words,
         "clauses": ["TH-04-002"]},
        {"actor": "guest", "act": "throw", "place": "guest_seat", "facing": "south", "data": {"fall": "straight"}},
        {"actor": "guest", "act": "kneel"},
        {"actor": "guest", "act": "put", "object": "jue"},
        {"actor": "guest", "act": "rise", "place": "basket"},
        {"passage": "三耦射"},
    ]  # fmt: skip
    assert (script.items[1].at.cell, script.items[1].at.line) == ("B5", 5)
    assert [item.group for item in script.items] == [0, 1, 1, 1, 1, 2]


def test_csv_problems() -> None:
    script = read("actor,act,act,time\n,salute,,\nguest,,x,\nguest,楫,,1:99\n\nguest,salute\n", name="a.csv")
    assert codes(script) == ["duplicate-column", "no-actor", "no-act", "bad-time"]
    assert script.items[-1].action == Action(actors=("guest",), act="salute")


# --- writing -----------------------------------------------------------------------------------------------------


def test_format_action() -> None:
    action = one("司射 請立馬 >賓、主人 「請立馬」")
    assert format_action(action) == '司射 請 >賓、主人 "請立馬" 為何=立馬'
    salute = one("司射 揖")
    assert format_action(salute, "both") == "司射 揖 (director of archery: salute)"
    assert format_action(salute, "id") == "archery_director salute"
    assert format_action(Action(unknown=(Unknown("actor", "司社"), Unknown("act", "楫")))) == "司社 楫"
    with pytest.raises(ValueError, match="no language 'fr'"):
        format_action(salute, "fr")
    with pytest.raises(ValueError, match="no format 'docx'"):
        write([salute], "docx")


def _kind(*kinds: str) -> st.SearchStrategy[str]:
    return st.sampled_from([id for kind in kinds for id in VOCABULARY.ids(kind)])


MEMBERS = st.sampled_from([f"{role}.{suffix}" for role in VOCABULARY.ids("role") for suffix in members(role)])
PERSON = st.one_of(_kind("role"), MEMBERS)
PEOPLE = st.lists(PERSON, max_size=3, unique=True).map(tuple)
FREE = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=30)
# Invisible marks are taken out wherever a format cannot escape them.
SPOKEN = FREE.filter(lambda text: text.strip() and "\0" not in text and not INVISIBLE.search(text))
VALUE = st.one_of(
    st.booleans(),
    st.integers(-99, 10_000),
    st.one_of(_kind("value", "place", "object"), PERSON).filter(lambda id: id not in ("yes", "no")),
)
KEY = _kind("key").filter(
    lambda key: key not in ("actor", "act", "object", "place", "facing", "addressee", "words", "manner", "at", "to")
)
DETAILS = {
    "object": st.none() | _kind("object", "place", "role"),
    "place": st.none() | _kind("place"),
    "facing": st.none() | _kind("value").filter(lambda id: id not in ("yes", "no")),
    "addressee": PEOPLE,
    "words": st.none() | SPOKEN,
    "manner": st.none() | _kind("value"),
    "data": st.dictionaries(KEY, VALUE, max_size=3).map(lambda data: tuple(sorted(data.items()))),
    "clauses": st.lists(st.sampled_from(["TH-04-003", "DS2-01-014", "DSB-19-001"]), max_size=2).map(tuple),
}
ACTS = st.builds(Action, actors=st.lists(PERSON, min_size=1, max_size=3).map(tuple), act=_kind("verb"), **DETAILS)
PASSAGES = st.builds(
    Action,
    actors=PEOPLE,
    passage=st.text("三耦射揖如升 ab[", min_size=1, max_size=8).map(str.strip).filter(bool),
    **DETAILS,
)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("format", ["text", "json", "csv"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(actions=st.lists(ACTS | PASSAGES, max_size=6))
def test_what_is_written_is_read_back(format: str, lang: str, actions: list[Action]) -> None:
    text = write(actions, format, lang)
    assert text == write(actions, format, lang)
    script = read(text, input_format=format)
    back = [item.action for item in script.items]
    assert [repr(action) for action in back] == [repr(action) for action in actions]
    assert set(codes(script)) <= {"no-actor"}


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ACTS | PASSAGES, st.sampled_from(LANGS))
def test_a_formatted_action_can_be_read_again(action: Action, lang: str) -> None:
    bare = Action(**{name: getattr(action, name) for name in Action.__slots__ if name != "clauses"})
    line = format_action(action, lang)
    assert "\n" not in line
    assert [repr(item.action) for item in read(line, input_format="text").items] == [repr(bare)]


def test_every_verb_can_be_written_and_read() -> None:
    for verb in VOCABULARY.ids("verb"):
        for actor in ("guest", "upper_archer.2", "youths"):
            for lang in LANGS:
                action = Action(actors=(actor,), act=verb)
                assert one(format_action(action, lang)) == action, (verb, lang)


def test_times_are_written_again() -> None:
    script = read("0:01 賓 揖\n0:01 主人 揖\n賓 投 fall=順 # TH-04-003")
    for format in ("text", "json", "csv"):
        again = read(write(script, format), input_format=format)
        assert [(i.action, i.group, i.at.time) for i in again.items] == [
            (i.action, i.group, i.at.time) for i in script.items
        ]
    assert write([Item(script.items[0].action)]) == "賓 揖\n"


def test_unknown_words_are_written_as_they_were() -> None:
    script = read("司社 揖 @某處 >某人\n賓 楫")
    for format in ("text", "json", "csv"):
        again = read(write(script, format), input_format=format)
        assert [i.action for i in again.items] == [i.action for i in script.items]


# --- nothing crashes ---------------------------------------------------------------------------------------------

# fmt: off
PIECES = st.sampled_from(
    ["賓", "司射", "揖", "坐奠爵興", "取矢", "曰", "諾", "@", "^", ">", "=", ":", "：", '"', "「", "」", "[", "]", "#",
     " ", "　", "、", ",", ";", "\n", "\r", "\t", "0:01", "0:00:01-0:00:02", "-", "guest", "salute", "hit", "，",
     "《", "》", "actor", "act", "角色", "動作", "{", "}", '"actions":', "null", "1e9",
     "NaN", "\\", "二", "的", "and", "the"]
)  # fmt: skip
JUNK = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=40).map("".join))


def _never_crashes(source: str | bytes, format: str | None) -> None:
    try:
        script = read(source, input_format=format)
    except ScriptError as error:
        known = ERRORS[error.code] == tuple(error.details)
    else:
        _is_sound(script)
        known = True
    assert known


def _is_sound(script: Script) -> None:
    groups = [item.group for item in script.items]
    assert groups == sorted(groups)
    for problem in script.problems:
        assert problem.code in PROBLEMS
    for item in script.items:
        assert "" not in item.action.actors
        known = item.action.act or item.action.passage is not None
        assert known or any(unknown.field == "act" for unknown in item.action.unknown)
    for other in ("text", "json", "csv"):
        write(script, other, "en")


@settings(max_examples=300, deadline=None)
@given(JUNK, st.sampled_from([None, "text", "json", "csv"]))
def test_texts_never_crash(text: str, format: str | None) -> None:
    _never_crashes(text, format)


@settings(max_examples=200, deadline=None)
@given(JUNK)
def test_tables_never_crash(text: str) -> None:
    _never_crashes("角色,動作,位置,辭,hit\n" + text, "csv")


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=80), JUNK.map(lambda text: text.encode("gb18030", "replace"))),
       st.sampled_from([None, "text", "json", "csv"]))  # fmt: skip
def test_bytes_never_crash(data: bytes, format: str | None) -> None:
    _never_crashes(data, format)


JSONS = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | JUNK,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["actor", "act", "data", "place", "addressee", "角色", "words", "to"]) | JUNK, inner
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(JSONS, max_size=4))
def test_json_never_crashes(value: list[object]) -> None:
    _never_crashes(json.dumps(value), "json")


# --- as people write who direct a performance ---------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["1. ", "12、", "（3）", "4) ", "⑤", "• ", "- ", "６．"])
def test_the_mark_of_a_list_is_no_part_of_a_line(mark: str) -> None:
    assert stated(f"{mark}主人 揖 >賓\n{mark}賓、主人 就席") == stated("主人 揖 >賓\n賓、主人 就席")


@pytest.mark.parametrize("plain", ["0:05:00 賓 揖", "二耦上射 射", "上耦 [揖如升射]"])
def test_what_only_looks_like_the_mark_of_a_list(plain: str) -> None:
    assert stated(f"1. {plain}") == stated(plain) != []


@pytest.mark.parametrize(
    "said", ["曰：“比投不释”", "说：“比投不释”", "道「比投不释」", "曰「比投不釋」。", '說: "比投不釋"']
)
def test_what_is_said_in_a_cell_stands_in_quotation_marks(said: str) -> None:
    text = said.replace('"', '""')
    (item,) = read(f'角色,動作\n司射,"{text}"\n', input_format="csv").items
    assert (item.action.act, item.action.words in ("比投不释", "比投不釋"), item.action.unknown) == ("say", True, ())


@pytest.mark.parametrize(("act", "acts"), [
    ("跪，说“赐灌”", [("kneel", None, "跪"), ("say", "赐灌", "说“赐灌”")]),
    ("告：“左右钧”", [("report", "左右钧", "告：“左右钧”")]),
    ("答：“诺”", [("assent", "诺", "答：“诺”")]),
    ("襲說決拾", [("cover", None, "襲"), ("gear_off", None, "說決拾")]),
    ("宣布：“赐灌”", [("", "赐灌", "宣布：“赐灌”")]),
])  # fmt: skip
def test_acts_and_what_is_said_share_a_cell(act: str, acts: list[tuple[str, str | None, str]]) -> None:
    script = read(f"角色,動作\n司射,{act}\n", input_format="csv")
    assert [(i.action.act, i.action.words, i.text) for i in script.items] == acts


@pytest.mark.parametrize(("everyday", "classic"), [
    ("作揖", "揖"), ("起身", "興"), ("跪下", "跪"), ("入席", "就席"), ("回原位", "反位"), ("斟酒", "酌"), ("喝", "飲"),
    ("放算", "釋算"), ("量壺", "度壺"), ("捧", "奉"), ("射箭", "發矢"), ("下堂", "降"),
])  # fmt: skip
def test_everyday_words_for_acts(everyday: str, classic: str) -> None:
    assert stated(f"司射 {everyday}") == stated(f"司射 {classic}")


def test_a_thing_said_more_exactly_is_not_stated_twice() -> None:
    assert codes(read("角色,動作,器物\n主人,受矢,四矢\n", input_format="csv")) == []
    assert codes(read("角色,動作,器物\n主人,受矢,弓\n", input_format="csv")) == ["stated-twice"]


def test_a_header_that_lacks_a_column_is_named_with_what_it_lacks() -> None:
    with pytest.raises(ScriptError) as raised:
        read("投壺,,\n序號,人員,備註\n1,主人,受矢\n", input_format="csv")
    details = raised.value.details
    assert (details["line"], details["read"], details["lacking"]) == (2, ["序號", "人員", "備註"], ["動作"])
