"""Every format says the same: written, read, checked; what people's files hold besides is understood."""

from __future__ import annotations

import datetime
import io
import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_scripts import ACTS, PASSAGES

import fsm
from fsm.actions import Action, Item, Place, Script
from fsm.checking import Checker, Verdict
from fsm.performing import perform
from fsm.scripts import PACKED, WRITTEN, ScriptError, format_action, formats, read, template, write, write_bytes

NEW = ("yaml", "xlsx", "ods", "srt", "vtt", "eaf")
LANGS = ("zh-Hant", "zh-Hans", "en", "id")


def codes(script: Script) -> list[str]:
    return [problem.code for problem in script.problems]


def stated(script: Script) -> list[dict[str, object]]:
    return [item.action.to_json() for item in script.items]


# --- round trips -------------------------------------------------------------------------------------------------


def _kept(action: Action, format: str) -> Action:
    """What a format can keep of an action: paragraphs have no carriage returns, and XML no control characters."""
    if format != "ods" or action.words is None:
        return action
    words = action.words.replace("\r\n", "\n").replace("\r", "\n")
    allowed = "\t\n"
    words = "".join("\ufffd" if (c < " " and c not in allowed) or c in "\ufffe\uffff" else c for c in words)
    return action.with_details({"words": words})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("format", NEW)
@settings(max_examples=25)
@given(actions=st.lists(ACTS | PASSAGES, min_size=1, max_size=5))
def test_what_is_written_is_read_back(format: str, lang: str, actions: list[Action]) -> None:
    data = write_bytes(actions, format, lang)
    assert data == write_bytes(actions, format, lang)
    script = read(data)
    assert [repr(item.action) for item in script.items] == [repr(_kept(action, format)) for action in actions]
    assert [item.group for item in script.items] == list(range(len(actions)))
    assert set(codes(script)) <= {"no-actor"}


TIMED = """\
0:00:01-0:00:05 上射 揖
0:00:03 下射 揖
0:00:03 賓 揖
賓 投 投法=順
0:00:09 賓 坐奠爵興
0:00:09 主人 諾
主人 揖
"""


def _grouped(script: Script) -> list[set[str]]:
    groups: dict[int, set[str]] = {}
    for item in script.items:
        groups.setdefault(item.group, set()).add(repr(item.action))
    return list(groups.values())


@pytest.mark.parametrize("format", WRITTEN)
def test_what_is_done_at_once_stays_so(format: str) -> None:
    script = read(TIMED)
    again = read(write_bytes(script, format), input_format=format)
    if format in ("srt", "vtt", "eaf"):
        assert codes(again) == []
    assert _grouped(again) == _grouped(script)


def test_acts_of_one_line_stay_in_order_where_everything_has_a_time() -> None:
    script = read("0:00:02 賓 坐奠爵興\n0:00:02.500 主人 揖")
    for format in ("srt", "vtt", "eaf"):
        again = read(write_bytes(script, format))
        assert [item.group for item in again.items] == [0, 1, 2, 3]


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize("lang", LANGS)
def test_forms_to_fill_in(format: str, lang: str) -> None:
    form = template(format, lang)
    assert isinstance(form, bytes) == (format in PACKED)
    script = read(form, input_format=format)
    assert not script.problems
    assert stated(script) == [
        {"actor": "archery_director", "act": "ask", "addressee": "guest", "words": "順投為入"},
        {"actor": "guest", "act": "salute", "place": "east_steps", "facing": "north"},
    ]
    assert [item.group for item in script.items] == [0, 1]


def test_forms_have_every_column() -> None:
    header = str(template("csv", "zh-Hant")).split("\n")[0]
    assert header == "序號,時間,角色,動作,器物,位置,面向,對象,辭,儀節,備註"


def test_what_cannot_be_written() -> None:
    action = Action(actors=("guest",), act="rise")
    with pytest.raises(ValueError, match="write_bytes"):
        write([action], "xlsx")
    for function in (write, write_bytes):
        with pytest.raises(ValueError, match="no format 'docx'"):
            function([action], "docx")
        with pytest.raises(ValueError, match="no language"):
            function([action], "csv", "fr")
    for format, lang in (("docx", "en"), ("csv", "fr")):
        with pytest.raises(ValueError, match="no "):
            template(format, lang)


@pytest.mark.parametrize("format", WRITTEN)
def test_formats_are_recognised_by_content_and_by_ending(format: str, tmp_path: Path) -> None:
    items = read(TIMED).items
    data = write_bytes(items, format)
    path = tmp_path / f"a.{'txt' if format == 'text' else format}"
    path.write_bytes(data)
    expected = [item.action for item in read(data, input_format=format).items]
    assert [item.action for item in read(data).items] == expected
    assert [item.action for item in read(path).items] == expected
    assert format in formats()


# --- the same performance and its mistakes, in every format ------------------------------------------------------


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(fsm.load("touhu"))


def _shape(verdict: Verdict) -> list[tuple[object, ...]]:
    return [(f.code, f.kind, f.severity, f.index, f.expected, f.clauses, f.fix) for f in verdict.findings]


def _spoilt(seed: int) -> list[Action]:
    """A legal performance at random, with a few acts lost, doubled, changed or moved."""
    chance = random.Random(seed)
    order = "random" if seed % 2 else "canonical"
    actions = list(perform(fsm.load("touhu"), order, seed, {"fall": "random"}, optional=bool(seed % 3)).actions)
    for _ in range(seed % 4):
        at = chance.randrange(len(actions))
        match chance.randrange(4):
            case 0:
                del actions[at]
            case 1:
                actions.insert(at, actions[at])
            case 2:
                actions[at] = actions[at].with_details({"place": "rack_south"})
            case _:
                actions.insert(chance.randrange(len(actions)), actions.pop(at))
    return actions


@pytest.mark.parametrize("seed", range(8))
def test_every_format_gets_the_same_verdict(seed: int, checker: Checker) -> None:
    actions = _spoilt(seed)
    expected = checker.check(Script(tuple(Item(action, group=n) for n, action in enumerate(actions))))
    for format in WRITTEN:
        lang = LANGS[(seed + len(format)) % len(LANGS)]
        script = read(write_bytes(actions, format, lang), name=f"a.{format}", input_format=format)
        assert [item.action for item in script.items] == actions
        verdict = checker.check(script)
        assert _shape(verdict) == _shape(expected), format
        assert (verdict.conforms, verdict.cost) == (expected.conforms, expected.cost)
        for finding in verdict.findings:
            if finding.item is not None:
                assert finding.item.at == _expected_place(format, lang, finding.index, finding.item.at), format


def _expected_place(format: str, lang: str, index: int, at: Place) -> Place:
    """Where act number `index` stands in a script written in a format."""
    source = f"a.{format}"
    time = "-".join(f"0:{second // 60:02d}:{second % 60:02d}.000" for second in (index, index + 1))
    match format:
        case "text":
            return Place(source, index + 1)
        case "json":
            return Place(source, None, f"[{index}]")
        case "yaml":
            assert at.line is not None
            return Place(source, at.line, f"[{index}]")
        case "csv":
            return Place(source, index + 2, f"B{index + 2}")
        case "xlsx" | "ods":
            return Place(source, index + 2, f"B{index + 2}", None, "script" if lang in ("en", "id") else "腳本")
        case "srt":
            return Place(source, 4 * index + 3, None, time)
        case "vtt":
            return Place(source, 3 * index + 4, None, time)
    assert at.time == time
    return at


def test_yaml_says_the_line(checker: Checker) -> None:
    text = "# a game\nactions:\n - actor: 賓\n   act: 揖\n - {actor: 主人, act: 楫}\n"
    script = read(text)
    assert [(item.at.line, item.at.cell) for item in script.items] == [(3, "[0]"), (5, "[1]")]


# --- workbooks ---------------------------------------------------------------------------------------------------


def workbook(**sheets: list[list[object]]) -> io.BytesIO:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out


HEADERS = [
    ["備註", "動作", "角色", "位置", "面向", "對象", "辭", "投法", "燈光", "時間", "序號", "器物"],
    ["备注", "动作", "角色", "位置", "面向", "对象", "辞", "投法", "灯光", "时间", "序号", "器物"],
    ["Notes", "Action", "Who", "Where", "Facing", "To whom", "Words", "fall", "light", "Time", "No", "Thing"],
]


@pytest.mark.parametrize("header", HEADERS)
def test_a_workbook_as_people_have_them(header: list[str]) -> None:
    rows: list[list[object]] = [
        ["投壺排演"],
        [],
        list(header),
        ["TH-04-002", "請", "司射", None, None, "賓、主人", "請拾投", None, "紅", datetime.time(0, 0, 1), 1, None],
        [],
        [None, "投", "賓", "筵", "南", None, None, "順", None, datetime.time(0, 1, 2, 500000), 2.0, "矢"],
        [
            None,
            "put tallies",
            "archery director",
            None,
            None,
            None,
            None,
            None,
            None,
            datetime.timedelta(hours=26),
            None,
            8,
        ],
        header,
        [None, "[三耦射]"],
    ]
    rows[6][11] = "算"
    script = read(workbook(說明=[["看下一頁"]], 腳本=rows).getvalue(), name="a.xlsx")
    assert codes(script) == []
    assert stated(script) == [
        {
            "actor": "archery_director",
            "act": "ask",
            "addressee": ["guest", "host"],
            "words": "請拾投",
            "clauses": ["TH-04-002"],
        },
        {
            "actor": "guest",
            "act": "throw",
            "object": "arrow",
            "place": "guest_seat",
            "facing": "south",
            "data": {"fall": "straight"},
        },
        {"actor": "archery_director", "act": "put_tallies", "object": "tally"},
        {"passage": "三耦射"},
    ]
    assert script.items[1].at == Place("a.xlsx", 6, "B6", "0:01:02.500", "腳本")
    assert script.items[2].at.time == "26:00:00"


def test_merged_cells_speak_for_every_row() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(
        workbook(
            a=[
                ["角色", None, "動作", "位置"],
                [None, None, None, None],
                ["司射", "x", "揖", "堂"],
                [None, "x", "坐", None],
                [None, "x", "興", None],
                ["賓", None, "揖", None],
                [None] * 4,
            ]
        )
    )
    sheet = book["a"]
    for area in ("A1:A2", "C1:C2", "D1:D2", "A3:A5", "D3:D4", "A6:A7", "C6:C7"):
        sheet.merge_cells(area)
    out = io.BytesIO()
    book.save(out)
    script = read(out.getvalue())
    assert codes(script) == []
    assert stated(script) == [
        {"actor": "archery_director", "act": "salute", "place": "hall"},
        {"actor": "archery_director", "act": "kneel", "place": "hall"},
        {"actor": "archery_director", "act": "rise"},
        {"actor": "guest", "act": "salute"},
    ]


def test_a_header_of_two_rows() -> None:
    script = read("角色,動作,細節,\n角色,動作,位置,面向\n賓,揖,堂,北\n")
    assert stated(script) == [{"actor": "guest", "act": "salute", "place": "hall", "facing": "north"}]


def test_the_sheet_can_be_named() -> None:
    data = workbook(甲=[["角色", "動作"], ["賓", "揖"]], 乙=[["角色", "動作"], ["主人", "揖"]]).getvalue()
    script = read(data)
    assert stated(script) == [{"actor": "guest", "act": "salute"}]
    assert [(p.code, p.read) for p in script.problems] == [("sheets-not-read", "乙")]
    script = read(data, sheet="乙")
    assert stated(script) == [{"actor": "host", "act": "salute"}]
    assert codes(script) == []
    with pytest.raises(ScriptError) as raised:
        read(data, sheet="丙")
    assert raised.value.code == "no-sheet"
    assert raised.value.details == {"sheet": "丙", "known": ["甲", "乙"]}


def test_hidden_sheets_come_last() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(workbook(甲=[["角色", "動作"], ["賓", "揖"]], 乙=[["角色", "動作"], ["主人", "揖"]]))
    book["甲"].sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    assert read(out.getvalue()).items[0].at.sheet == "乙"


SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1" t="inlineStr"><is><t>角色</t></is></c><c r="B1" t="inlineStr"><is><r><t>動</t></r><r><t>作</t></r>
<rPh><t>x</t></rPh></is></c><c r="C1" t="inlineStr"><is><t>位置</t></is></c></row>
<row><c t="str"><f>A9</f><v>賓</v></c><c t="str"><f>B9</f><v>揖</v></c><c><f>C9</f></c></row>
<row r="3"><c r="A3" t="str"><f>A9</f><v>賓</v></c>
<c r="B3" t="str"><f>B9</f><v></v></c><c r="C3" t="e"><v>#REF!</v></c></row>
</sheetData></worksheet>"""


def with_sheet(sheet: str, **others: str) -> bytes:
    data = write_bytes([Action(actors=("guest",), act="rise")], "xlsx")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name.endswith("sheet1.xml") else old.read(name))
        for name, text in others.items():
            new.writestr(name, text)
    return out.getvalue()


def test_formulas_have_their_last_result() -> None:
    script = read(with_sheet(SHEET))
    assert stated(script)[0] == {"actor": "guest", "act": "salute"}
    assert [(p.code, p.at.cell) for p in script.problems] == [
        ("empty-formula", "C2"),
        ("empty-formula", "B3"),
        ("cell-error", "C3"),
        ("no-act", "B3"),
    ]


ODS = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
<office:body><office:spreadsheet><table:table table:name="腳本">
<table:table-row>
<table:table-cell office:value-type="string"><text:p>角色</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>動作</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>時間</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>辭</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>數</text:p></table:table-cell>
</table:table-row>
<table:table-row table:number-rows-repeated="3">
<table:table-cell table:number-columns-repeated="16384"/>
</table:table-row>
<table:table-row table:number-rows-repeated="2">
<table:table-cell table:number-rows-spanned="3" office:value-type="string">
<office:annotation><text:p>一則附註</text:p></office:annotation><text:p>司射</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>揖</text:p></table:table-cell>
<table:table-cell office:value-type="time" office:time-value="PT00H01M02.5S"><text:p>00:01</text:p></table:table-cell>
<table:table-cell
 office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p><text:p>c<text:tab/>d</text:p></table:table-cell>
<table:table-cell office:value-type="float" office:value="8"><text:p>8.00</text:p></table:table-cell>
</table:table-row>
<table:table-row>
<table:covered-table-cell/>
<table:table-cell office:value-type="string"><text:p>坐</text:p></table:table-cell>
<table:table-cell table:formula="of:=A1"/>
<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="">
<text:p>#DIV/0!</text:p></table:table-cell>
</table:table-row>
<table:table-row table:number-rows-repeated="1048000">
<table:table-cell table:number-columns-repeated="16384"/>
</table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def ods_with(content: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("content.xml", content)
    return out.getvalue()


def test_a_workbook_of_libreoffice() -> None:
    script = read(ods_with(ODS), name="a.ods")
    first = {"actor": "archery_director", "act": "salute", "words": "a  b\nc\td", "data": {"n": 8}}
    assert stated(script) == [first, first, {"actor": "archery_director", "act": "kneel"}]
    assert [(i.at.line, i.at.cell, i.at.time, i.at.sheet) for i in script.items[1:]] == [
        (6, "B6", "0:01:02.500", "腳本"),
        (7, "B7", None, "腳本"),
    ]
    assert [(p.code, p.at.cell) for p in script.problems] == [("empty-formula", "C7"), ("cell-error", "D7")]


def test_other_programs_open_what_is_written() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    script = read(TIMED)
    sheet = openpyxl.load_workbook(io.BytesIO(write_bytes(script, "xlsx"))).active
    assert [cell.value for cell in sheet[1]] == ["時間", "角色", "動作", "器物", "投法"]
    assert sheet.freeze_panes == "A2"
    assert sheet["A1"].font.bold
    calamine = pytest.importorskip("python_calamine")
    for format in ("xlsx", "ods"):
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(write_bytes(script, format)))
        rows = book.get_sheet_by_index(0).to_python()
        assert rows[1][:3] == ["0:00:01-0:00:05", "上射", "揖"]


def test_elan_opens_what_is_written(tmp_path: Path) -> None:
    pympi = pytest.importorskip("pympi")
    path = tmp_path / "a.eaf"
    path.write_bytes(write_bytes(read(TIMED.replace("坐奠爵興", "坐")), "eaf"))
    document = pympi.Elan.Eaf(str(path))
    assert sorted(document.get_tier_names()) == ["上射", "下射", "主人", "賓"]
    assert document.get_annotation_data_for_tier("上射") == [(1000, 5000, "揖")]
    assert document.get_parameters_for_tier("賓")["PARTICIPANT"] == "賓"


# --- ELAN --------------------------------------------------------------------------------------------------------


def eaf(slots: dict[str, int | None], tiers: str) -> str:
    order = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="{id}"' + (f' TIME_VALUE="{value}"' if value is not None else "") + "/>"
        for id, value in slots.items()
    )
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{order}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"


def tier(name: str, annotations: str, more: str = "") -> str:
    return f'<TIER TIER_ID="{name}" LINGUISTIC_TYPE_REF="t" {more}>{annotations}</TIER>'


def aligned(id: str, first: str, second: str, text: str) -> str:
    return (
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{id}" TIME_SLOT_REF1="{first}" TIME_SLOT_REF2="{second}">'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
    )


def referring(id: str, parent: str, text: str) -> str:
    return (
        f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{id}" ANNOTATION_REF="{parent}">'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
    )


SLOTS = {"t1": 0, "t2": 2000, "t3": 3000, "t4": None, "t5": 5000, "t6": 6000}


def test_tiers_of_elan() -> None:
    text = eaf(
        SLOTS,
        (
            tier(
                "K1",
                aligned("a1", "t1", "t2", "揖 @階下")
                + aligned("a2", "t3", "t4", "坐")
                + aligned("a3", "t4", "t5", "興"),
                'PARTICIPANT="賓"',
            )
            + tier("主人", aligned("b1", "t1", "t3", "揖\n坐") + aligned("b2", "t5", "t6", ""))
            + tier("辭@賓", referring("c1", "a1", "順投 &gt; 為入"), 'PARENT_REF="K1"')
            + tier("位置", referring("c2", "a3", "west of hall"), 'PARENT_REF="K1"')
            + tier("樂正", referring("d1", "b1", "諾"), 'PARENT_REF="主人"')
            + tier("動作", aligned("e1", "t5", "t6", "guest: salute"))
            + tier("備註", aligned("f1", "t1", "t2", "好"))
            + tier("查驗", aligned("f2", "t1", "t2", "錯誤"))
            + tier("gaze", aligned("g1", "t1", "t2", "looking left") + aligned("g2", "t2", "t3", "up"))
            + tier("司社", aligned("h1", "t5", "t6", "揖"))
        ),
    )
    script = read(text, name="a.eaf")
    said = [(i.action.actors or i.action.unknown[0].text, i.action.act, i.at.cell, i.group) for i in script.items]
    assert said == [
        (("guest",), "salute", "a1", 0),
        (("host",), "salute", "b1", 0),
        (("host",), "kneel", "b1", 0),
        (("music_master",), "assent", "d1", 0),
        (("guest",), "kneel", "a2", 1),
        (("guest",), "rise", "a3", 2),
        (("guest",), "salute", "e1", 3),
        ("司社", "salute", "h1", 3),
    ]
    assert script.items[0].action.words == "順投 > 為入"
    assert script.items[0].action.place == "west_steps_foot"
    assert next(i for i in script.items if i.at.cell == "a3").action.place == "west_of_hall"
    assert next(i for i in script.items if i.at.cell == "a2").at == Place(
        "a.eaf", None, "a2", "0:00:03.000-0:00:04.000", "K1"
    )
    assert [(p.code, p.at.cell, p.at.sheet) for p in script.problems] == [
        ("tier-not-read", None, "gaze"),
        ("missing-time", "a2", "K1"),
        ("missing-time", "a3", "K1"),
        ("no-act", "b2", "主人"),
    ]


def test_annotations_without_any_time() -> None:
    script = read(
        eaf({"t1": None, "t2": None}, tier("賓", aligned("a1", "t1", "t2", "揖") + referring("a2", "zz", "坐")))
    )
    assert [item.action.act for item in script.items] == ["salute", "kneel"]
    assert codes(script) == ["missing-time", "missing-time"]
    assert script.items[0].at.time is None


def test_annotations_that_refer_in_a_circle() -> None:
    script = read(eaf({}, tier("賓", referring("a1", "a2", "揖") + referring("a2", "a1", "坐"))))
    assert [item.action.act for item in script.items] == ["salute", "kneel"]


# --- subtitles ---------------------------------------------------------------------------------------------------

SRT = """\
1
00:00:01,000 --> 00:00:04,000
<i>司射</i>: 揖 @階下
- 賓：坐

2
00:00:03,500 --> 00:00:05,000 X1:1
{\\an8}主人: 興

0:00:06,000 --> 0:00:07,000
司射: 請 >賓
4
00:00:09,000 --> 00:00:08,000
賓: 投

x
"""


def test_srt() -> None:
    script = read(SRT, name="a.srt")
    assert [(i.action.actors, i.action.act, i.group, i.at.line, i.at.time) for i in script.items] == [
        (("archery_director",), "salute", 0, 3, "0:00:01.000-0:00:04.000"),
        (("guest",), "kneel", 0, 4, "0:00:01.000-0:00:04.000"),
        (("host",), "rise", 0, 8, "0:00:03.500-0:00:05.000"),
        (("archery_director",), "ask", 1, 11, "0:00:06.000-0:00:07.000"),
        (("guest",), "throw", 2, 14, None),
    ]
    assert ("bad-cue", 13) in [(p.code, p.at.line) for p in script.problems]
    assert ("bad-cue", 16) in [(p.code, p.at.line) for p in script.problems]


VTT = """\
WEBVTT - a game

NOTE
00:00.000 --> 00:01.000 is no cue

STYLE
::cue { color: red }

first
00:01.000 --> 00:02.000 align:start
<v.loud 司射>請 &gt;賓 &quot;順投為入&quot;</v>

100:00:03.000 --> 100:00:04.000
<c.red>賓</c>: <00:00:03.500>揖
"""


def test_vtt() -> None:
    script = read(VTT)
    assert [(i.action.actors, i.action.act, i.action.addressee, i.at.time) for i in script.items] == [
        (("archery_director",), "ask", ("guest",), "0:00:01.000-0:00:02.000"),
        (("guest",), "salute", (), "100:00:03.000-100:00:04.000"),
    ]


def test_subtitles_are_taken_in_the_order_of_their_times() -> None:
    script = read("00:00:05,000 --> 00:00:06,000\n賓: 坐\n\n00:00:01,000 --> 00:00:02,000\n賓: 揖\n")
    assert [item.action.act for item in script.items] == ["salute", "kneel"]
    assert codes(script) == []


# --- YAML --------------------------------------------------------------------------------------------------------


def test_yaml() -> None:
    script = read("""\
# comment
actions:
- &base {actor: [賓, 主人], act: 諾, time: 0:01}
- <<: *base
  act: 揖
  hit: yes
  data: {n: 8, ahead: 2.0}
- *base
- "actor": guest
  act: say
  words: "no"
- {passage: 三耦射, words: !!str 12}
- actor: 賓
  act: 揖
  act: 坐
""")
    assert stated(script) == [
        {"actor": ["guest", "host"], "act": "assent"},
        {"actor": ["guest", "host"], "act": "salute", "data": {"hit": True, "n": 8, "ahead": 2}},
        {"actor": ["guest", "host"], "act": "assent"},
        {"actor": "guest", "act": "say", "words": "no"},
        {"passage": "三耦射", "words": "12"},
        {"actor": "guest", "act": "kneel"},
    ]
    assert script.items[0].at.time == "0:01"
    assert [(p.code, p.at.line) for p in script.problems] == [("duplicate-key", 13)]


def test_a_text_is_not_taken_for_yaml() -> None:
    for text in ("司射: 揖", "guest: salute", "# x\n司射: 揖\n", "賓 曰: 諾"):
        assert not read(text).items[0].action.unknown
        assert read(text).items[0].at.cell is None


def test_format_action_is_what_it_was() -> None:
    assert format_action(read("司射 請 >賓").items[0].action) == "司射 請 >賓"


EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "formats"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("game.*")), ids=lambda path: path.name)
def test_the_examples_conform(path: Path, checker: Checker) -> None:
    verdict = checker.check(read(path))
    assert not verdict.script.problems
    assert verdict.conforms


def test_the_wrong_example_is_wrong(checker: Checker) -> None:
    for name in ("wrong.zh.xlsx", "wrong.zh.findings.xlsx"):
        assert [finding.code for finding in checker.check(read(EXAMPLES / name)).findings] == ["SH201"]
