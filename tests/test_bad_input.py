"""Whatever is given to the readers: an error or problems that say where and what, soon, and never a crash."""

from __future__ import annotations

import io
import json
import resource
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator

import pytest
from test_formats import ODS, aligned, eaf, ods_with, referring, tier, with_sheet, workbook

from fsm.actions import Action, Script
from fsm.scripts import ERRORS, PROBLEMS, Limits, ScriptError, formats, read, write_bytes
from fsm.scripts.sheets import reference, time_text
from fsm.scripts.sheets_writing import packed, xlsx_of

ALL = tuple(formats())
SALUTE = Action(actors=("guest",), act="salute")


@pytest.fixture(autouse=True)
def _within_bounds() -> Iterator[None]:
    """No input of these tests may hang or take much memory (the bounds are far above what they take)."""
    began = time.process_time()
    yield
    assert time.process_time() - began < 60
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 2_000_000


def refused(source: str | bytes, **options: object) -> ScriptError:
    with pytest.raises(ScriptError) as raised:
        read(source, **options)  # type: ignore[arg-type]
    assert tuple(raised.value.details) == ERRORS[raised.value.code]
    return raised.value


def codes(script: Script) -> list[str]:
    assert {problem.code for problem in script.problems} <= set(PROBLEMS)
    return [problem.code for problem in script.problems]


def outcome(source: str | bytes, format: str) -> str:
    """ "read" or the code of the error."""
    try:
        script = read(source, input_format=format)
    except ScriptError as error:
        return error.code if tuple(error.details) == ERRORS[error.code] else "undeclared"
    codes(script)
    return "read"


# --- every format ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n\t\r\n",
        b"\0",
        b"\0" * 10_000,
        b"PK\x03\x04",
        b"PK\x03\x04" + b"\0" * 100,
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        b"%PDF-1.7\n\x00\xff",
        "賓 揖".encode("utf-16"),
        "角色,動作\n賓,揖\n".encode("big5"),
        b"\xed\xa0\x80\xed\xb0\x80",
        b"<",
        b"<?xml",
        b"{",
        b"[",
        b"&",
        b"*",
        b"- -",
        b"WEBVTT",
        b"1\n00:00:00,000 --> ",
        b"--> --> -->",
        bytes(range(256)),
        "\u202e\u2066\ufeff".encode() * 50,
    ],
)
def test_scraps(format: str, data: bytes) -> None:
    assert outcome(data, format) != "undeclared"


@pytest.mark.parametrize("format", ALL)
def test_a_hundred_megabytes(format: str) -> None:
    error = refused(b"a" * 100_000_000, input_format=format)
    assert (error.code, error.details) == ("too-large", {"what": "bytes", "limit": 10_000_000})


@pytest.mark.parametrize("format", ALL)
def test_a_line_of_ten_megabytes(format: str) -> None:
    for char in ("a", "賓", "[", "<", "-", ":", '"', "&", " ", "@"):
        size = 9_999_999 if char.isascii() else 3_300_000
        assert outcome((char * size).encode(), format) != "undeclared"


@pytest.mark.parametrize("format", ALL)
def test_a_million_lines(format: str) -> None:
    for line in ("\n", "賓 揖\n", "- a\n", "a,b\n", "a: b\n", "1\n"):
        assert outcome(line.encode() * 1_000_000, format) in ERRORS


@pytest.mark.parametrize("format", ALL)
def test_long_lines_among_others_are_problems_of_those_lines(format: str) -> None:
    if format == "json":
        pytest.skip("JSON has no lines")
    long = Action(actors=("guest",), act="say", words="諾" * 25_000)
    script = read(write_bytes([SALUTE, long, SALUTE], format), input_format=format)
    assert [bool(item.action.unknown) for item in script.items] == [False, format != "yaml", False]
    assert codes(script) == ["line-too-long"]


@pytest.mark.parametrize("format", ALL)
def test_limits_can_be_changed(format: str) -> None:
    data = write_bytes([SALUTE] * 9, format)
    assert len(read(data, limits=Limits(actions=9)).items) == 9
    for limits in (Limits(bytes=20), Limits(actions=8)):
        assert refused(data, input_format=format, limits=limits).code == "too-large"


@pytest.mark.parametrize("format", ["xlsx", "ods", "eaf"])
def test_limits_of_what_is_packed_and_of_elements(format: str) -> None:
    data = write_bytes([SALUTE] * 9, format)
    assert refused(data, limits=Limits(nodes=20)).code == "too-large"
    assert refused(data, limits=Limits(json_depth=3)).code == "too-deep"
    if format != "eaf":
        assert refused(data, limits=Limits(lines=5)).code == "too-large"
        assert refused(data, limits=Limits(members=1)).code == "too-large"
        assert refused(data, limits=Limits(unpacked=100)).code == "too-large"
        assert codes(read(data, limits=Limits(columns=2))) == []


def test_errors_name_the_file(tmp_path: object) -> None:
    assert refused(b"\0", name="a.txt").source == "a.txt"
    assert refused(b"", name="a.xlsx").source == "a.xlsx"


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-16", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("format", ["text", "csv", "srt", "vtt", "yaml", "json"])
def test_other_encodings(format: str, encoding: str) -> None:
    text = write_bytes([SALUTE] * 3, format).decode("utf-8-sig")
    if format in ("yaml", "json"):
        text = text.replace("guest", "主人")
    script = read(text.encode(encoding), input_format=format)
    assert len(script.items) == 3
    assert not script.items[0].action.unknown


def test_elan_in_another_encoding() -> None:
    text = write_bytes([SALUTE], "eaf").decode()
    for name in ("gb18030", "big5"):
        assert not read(text.replace("UTF-8", name).encode(name)).items[0].action.unknown
    assert not read(text.encode("utf-16")).items[0].action.unknown
    assert refused(text.replace("UTF-8", "klingon").encode()).code == "unknown-encoding"


# --- characters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ALL)
def test_invisible_marks_are_taken_out_and_said(format: str) -> None:
    data = write_bytes([SALUTE, Action(actors=("guest",), act="say", words="好ABC")], format)
    if format in ("xlsx", "ods"):
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            for name in old.namelist():
                new.writestr(name, old.read(name).replace(b"ABC", "A\u202eB\u200bC".encode()))
        data = out.getvalue()
    else:
        data = data.replace(b"ABC", "A\u202eB\u200bC".encode())
    script = read(data, name="x", input_format=format)
    assert script.items[1].action.words == "好ABC"
    assert [(p.code, p.read, p.at.source) for p in script.problems] == [
        ("invisible-marks", "U+200B ×1, U+202E ×1", "x"),
    ]
    at = script.problems[0].at
    assert at.line or at.cell


def test_halves_of_pairs_are_replaced_and_said() -> None:
    for text in (
        "賓 曰 「a\ud800」",
        '[{"actor": "賓", "act": "曰", "words": "a\\ud800"}]',
        "- {actor: 賓, act: 曰, words: a\udfff}",
    ):
        script = read(text)
        assert script.items[0].action.words == "a\ufffd"
        assert codes(script) == ["broken-characters"]


def test_nul() -> None:
    for format in ("text", "csv", "srt", "vtt", "yaml", "json", "eaf"):
        assert refused("賓\0 揖".encode(), input_format=format).code == "binary"
        assert refused("賓\0 揖", input_format=format).code in ("binary", "bad-xml")
    for text in ('[{"actor": "賓\\u0000", "act": "a\\u0000"}]', '- {actor: 賓, act: "a\\0"}'):
        action = read(text).items[0].action
        assert action.unknown[-1].text == "a\ufffd"
        assert "\0" not in write_bytes([action]).decode()
    data = write_bytes([Action(actors=("guest",), act="say", words="a\0b")], "xlsx")
    assert read(data).items[0].action.words == "a\ufffdb"


# --- JSON and YAML -----------------------------------------------------------------------------------------------


def test_depth() -> None:
    assert refused("[" * 9_000_000, input_format="json").code == "json-depth"
    for text in ("[" * 100_000, "{a: " * 100_000, "- " * 5_000, "? " * 5_000):
        assert refused(text, input_format="yaml").code in ("too-deep", "bad-yaml")
    deep = "<a>" * 1_000_000
    assert refused(deep, input_format="eaf").code == "too-deep"


def bomb(levels: int, width: int) -> str:
    lines = ["a0: &a0 [" + ", ".join(["{actor: 賓, act: 揖}"] * width) + "]"]
    for n in range(1, levels):
        lines.append(f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * width) + "]")
    return "\n".join(lines) + f"\nactions: *a{levels - 1}\n"


def test_yaml_that_unfolds_without_end() -> None:
    assert refused(bomb(40, 9), input_format="yaml").code == "too-large"
    assert refused(bomb(3, 200), input_format="yaml").code == "too-large"
    assert refused("&a [*a]", input_format="yaml").code == "bad-yaml"
    merged = "\n".join(
        f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9) if n else ''}], k{n}: 1}}" for n in range(30)
    )
    assert outcome(merged, "yaml") in ("too-large", "no-actions")


YAMLS = [
    ("!!python/object/apply:os.system [true]", "bad-yaml"),
    ("- !foo {actor: 賓}", "bad-yaml"),
    ("!!binary aGk=", "bad-yaml"),
    ("--- []\n--- []", "bad-yaml"),
    ("a: b: c", "bad-yaml"),
    ("- *x", "bad-yaml"),
    ("\t- a", "bad-yaml"),
    ("%YAML 9.9\n---\n[]", "bad-yaml"),
    ("- \x01", "bad-yaml"),
    ("", "no-actions"),
    ("12", "no-actions"),
    ("actions: 3", "no-actions"),
    ("2001-01-01", "no-actions"),
]


@pytest.mark.parametrize(("text", "code"), YAMLS)
def test_yaml_that_is_refused(text: str, code: str) -> None:
    error = refused(text, input_format="yaml")
    assert error.code == code
    if code == "bad-yaml":
        assert error.details["line"] >= 1


def test_yaml_of_odd_shapes() -> None:
    script = read(
        "- 3\n- ~\n- [a]\n- {actor: [[賓]], act: 1}\n- {? [x] : y, 3: z, actor: 賓, act: 揖}\n- <<\n",
        input_format="yaml",
    )
    assert len(script.items) == 6
    assert not script.items[4].action.unknown
    assert codes(script).count("wrong-type") == 6


# --- XML ---------------------------------------------------------------------------------------------------------

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">'
    + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    + "]><ANNOTATION_DOCUMENT>&l11;</ANNOTATION_DOCUMENT>"
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><ANNOTATION_DOCUMENT>&x;</ANNOTATION_DOCUMENT>'
PLAIN = '<!DOCTYPE ANNOTATION_DOCUMENT SYSTEM "http://example.org/a.dtd"><ANNOTATION_DOCUMENT/>'


@pytest.mark.parametrize("text", [LAUGHS, OUTSIDE, PLAIN])
def test_document_types_and_entities_are_refused(text: str) -> None:
    assert refused(text, input_format="eaf").code == "xml-forbidden"
    assert refused(text.encode("utf-16"), input_format="eaf").code == "xml-forbidden"
    assert refused(with_sheet(text)).code == "xml-forbidden"
    assert refused(ods_with(text)).code == "xml-forbidden"


def test_xml_that_is_none() -> None:
    for text in ("<a>", "<a></b>", "a", "<a>&b;</a>", "<a/><b/>", "<a x=1/>", "<a:b/>"):
        error = refused(text, input_format="eaf")
        assert error.code == "bad-xml"
        assert error.details["line"] == 1
    assert refused("<html/>", input_format="eaf").code == "no-annotations"
    assert refused("<ANNOTATION_DOCUMENT/>", input_format="eaf").code == "no-annotations"


def test_annotations_without_bound() -> None:
    chain = "".join(referring(f"a{n}", f"a{n + 1}", "揖") for n in range(20_000))
    script = read(eaf({}, tier("賓", chain)))
    assert len(script.items) == 20_000
    assert refused(eaf({}, "".join(tier(f"x{n}", "") for n in range(300)))).code == "too-large"
    circle = aligned("z", "", "", "") + referring("a1", "a2", "揖") + referring("a2", "a1", "坐")
    assert len(read(eaf({}, tier("賓", circle))).items) == 2


def test_everything_at_once_can_be_written() -> None:
    text = "0:01 賓 揖\n" * 20_000
    again = read(write_bytes(read(text), "eaf"), limits=Limits(columns=30_000, bytes=50_000_000))
    assert len(again.items) == 20_000


def test_annotations_out_of_order_or_out_of_time() -> None:
    slots = {"t1": 9000, "t2": 1000, "t3": -5, "t4": 10**15}
    text = eaf(
        slots,
        tier("賓", aligned("a1", "t1", "t2", "揖") + aligned("a2", "t3", "t4", "坐") + aligned("a2", "zz", "", "興")),
    )
    script = read(text)
    assert {item.action.act for item in script.items} == {"salute", "kneel", "rise"}
    assert set(codes(script)) == {"missing-time"}


# --- workbooks ---------------------------------------------------------------------------------------------------


def test_a_workbook_that_is_something_else() -> None:
    for data in (b"a,b\n", b"<html>", b"", b"PK\x05\x06" + b"\0" * 18):
        assert refused(data, input_format="xlsx").code == "bad-workbook"
        assert refused(data, name="a.ods").code == "bad-workbook"
    assert refused("角色", input_format="xlsx").code == "bad-workbook"
    assert refused(packed({"[Content_Types].xml": b""})).code == "bad-workbook"
    good = write_bytes([SALUTE], "xlsx")
    for size in range(0, len(good), 97):
        assert outcome(good[:size], "xlsx") == "bad-workbook"


def test_an_encrypted_workbook() -> None:
    data = bytearray(write_bytes([SALUTE], "xlsx"))
    at = -1
    while (at := data.find(b"PK\x01\x02", at + 1)) >= 0:
        data[at + 8] |= 1
    assert refused(bytes(data)).details == {"reason": "it is encrypted"}


def test_bombs_of_zip() -> None:
    zeros = b" " * 120_000_000
    assert refused(with_sheet("", **{"xl/media/a.bin": zeros.decode()})).code == "too-large"
    # One that declares less than it holds.
    data = bytearray(with_sheet("<worksheet>" + " " * 50_000_000 + "</worksheet>"))
    central = data.rfind(b"PK\x01\x02")
    while central >= 0:
        name = data[central + 46 : central + 46 + struct.unpack_from("<H", data, central + 28)[0]]
        if name.endswith(b"sheet1.xml"):
            struct.pack_into("<I", data, central + 24, 10)
        central = data.rfind(b"PK\x01\x02", 0, central)
    assert refused(bytes(data), limits=Limits(unpacked=1_000_000)).code in ("too-large", "bad-workbook")
    many = packed({f"xl/{n}.xml": b"" for n in range(2_000)} | {"xl/workbook.xml": b""})
    assert refused(many).code == "too-large"


def test_overlapping_members() -> None:
    """One compressed text that many entries of the directory share."""
    body = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed_body = body.compress(b" " * 10_000_000) + body.flush()
    crc = zlib.crc32(b" " * 10_000_000)
    local = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 8, 0, 33, crc, len(packed_body), 10_000_000, 1, 0) + b"a"
    entries = b"".join(
        struct.pack(
            "<4s6H3I5H2I",
            b"PK\x01\x02",
            20,
            20,
            0,
            8,
            0,
            33,
            crc,
            len(packed_body),
            10_000_000,
            len(name),
            0,
            0,
            0,
            0,
            0,
            0,
        )
        + name
        for name in (b"xl/workbook.xml", *(b"%d" % n for n in range(500)))
    )
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 501, 501, len(entries), len(local) + len(packed_body), 0)
    assert refused(local + packed_body + entries + end).code == "too-large"


def test_a_sheet_as_large_as_it_likes() -> None:
    head = '<c r="A1" t="str"><v>角色</v></c><c r="B1" t="str"><v>動作</v></c>'
    row = '<c r="A{0}" t="str"><v>賓</v></c><c r="B{0}" t="str"><v>揖</v></c>'

    def sheet(rows: str, after: str = "") -> bytes:
        return with_sheet(f'<worksheet><sheetData><row r="1">{head}</row>{rows}</sheetData>{after}</worksheet>')

    script = read(sheet('<row r="2">' + row.format(2) + '<c r="XFD2"><v>1</v></c></row>'))
    assert (len(script.items), codes(script)) == (1, ["columns-cut"])
    assert refused(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')).code != "read"
    assert refused(sheet('<row r="1048576">' + row.format(1048576) + "</row>")).code == "too-large"
    wide = "".join(f'<row r="{n}"><c r="IV{n}"><v>1</v></c></row>' for n in range(2, 30_000))
    assert outcome(sheet(wide), "xlsx") == "read"
    merged = '<mergeCells><mergeCell ref="A1:XFD1048576"/>' + '<mergeCell ref="A2:A1048576"/>' * 9_000 + "</mergeCells>"
    tall = "".join(f'<row r="{n}">{row.format(n)}</row>' for n in range(2, 3_000))
    assert outcome(sheet(tall, merged), "xlsx") == "read"
    assert codes(read(sheet('<row r="2"><c r="A2" t="s"><v>77</v></c><c r="B2" t="str"><v>揖</v></c></row>'))) == [
        "cell-error",
        "no-actor",
    ]
    odd = '<row r="x"><c r="0"><v>1</v></c><c r="ZZZZ1"><v>NaN</v></c><c s="9999" t="zz"><v>1e999</v></c></row>'
    assert outcome(sheet(odd), "xlsx") == "read"


def test_one_long_text_in_many_cells() -> None:
    strings = "<sst><si><t>" + "賓" * 1_000_000 + "</t></si></sst>"
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 50_000))
    data = write_bytes([SALUTE], "xlsx")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name.endswith("sheet1.xml"):
                text = f"<worksheet><sheetData>{rows}</sheetData></worksheet>"
            text = text.replace("/styles", "/sharedStrings").replace("styles.xml", "sharedStrings.xml")
            new.writestr(name.replace("styles", "sharedStrings"), strings if "styles" in name else text)
    assert refused(out.getvalue()).code == "too-large"


def test_repeats_without_bound() -> None:
    rows = 'table:number-rows-repeated="999999999"'
    text = ODS.replace('table:number-rows-repeated="2"', rows)
    assert refused(ods_with(text)).code == "too-large"
    text = ODS.replace(
        'office:value-type="float"', 'table:number-columns-repeated="999999999" office:value-type="float"'
    )
    assert "columns-cut" in codes(read(ods_with(text)))
    text = ODS.replace('text:c="2"', 'text:c="999999999"')
    assert len(read(ods_with(text)).items) == 3


def test_dates_and_numbers_as_times() -> None:
    import datetime

    rows = [
        ["角色", "動作", "時間"],
        ["賓", "揖", datetime.datetime(2024, 5, 1, 9, 30, 5)],
        ["賓", "揖", datetime.date(2024, 5, 1)],
        ["賓", "揖", 0.5],
        ["賓", "揖", "九點"],
        ["賓", "揖", True],
    ]
    script = read(workbook(a=rows).getvalue())
    assert script.items[0].at.time == "9:30:05"
    assert [(p.code, p.at.cell) for p in script.problems] == [("bad-time", f"C{n}") for n in (3, 4, 5, 6)][-3:] or [
        (p.code, p.at.cell) for p in script.problems
    ] == [("bad-time", f"C{n}") for n in (3, 4, 5, 6)]
    assert time_text(float("nan")) is None
    assert reference("A1B2") is None


# --- headers -----------------------------------------------------------------------------------------------------


def test_thousands_of_columns() -> None:
    header = ",".join(f"角{n}" for n in range(20_000))
    assert len(read(f"角色,動作,{header}\n賓,揖\n", name="a.csv").items) == 1


def test_headers_doubled_missing_or_misspelt() -> None:
    for make in (lambda rows: xlsx_of(rows, "a"), lambda rows: "\n".join(",".join(row) for row in rows)):
        script = read(make([["角色", "動作", "動作", "地占", "燈光"], ["賓", "揖", "坐", "", "紅"]]))
        assert [(p.code, p.at.cell, p.read, p.expected) for p in script.problems] == [
            ("duplicate-column", "C1", "動作", ""),
            ("unknown-column", "D1", "地占", "地點"),
        ] or script.problems[1].expected == "位置"
        assert script.items[0].action.act == "salute"
        rows = [["角式", "動作"], ["賓", "揖"]]
        with pytest.raises(ScriptError) as raised:
            read(make(rows), input_format=None if isinstance(make(rows), bytes) else "csv")
        assert raised.value.code == "no-header"
        assert raised.value.details["read"] == ["角式", "動作"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    rows = [
        ["角色", "動作", "位置", "時間"],
        ["", "揖", "", ""],
        ["賓", "", "堂", ""],
        ["賓", "楫", "某處", "0:99"],
        ["司社", "揖", "", ""],
    ]
    script = read(xlsx_of(rows, "a"), name="a.xlsx")
    assert [(p.code, p.at.sheet, p.at.line, p.at.cell) for p in script.problems] == [
        ("no-actor", "a", 2, "A2"),
        ("no-act", "a", 3, "B3"),
        ("bad-time", "a", 4, "D4"),
    ]
    unknown = [each for item in script.items for each in item.action.unknown]
    assert [(each.field, each.text) for each in unknown][1:] == [("act", "楫"), ("place", "某處"), ("actor", "司社")]
    assert "archery_director" in unknown[-1].nearest


def test_json_numbers_and_names_of_every_kind() -> None:
    value = [{"actor": "賓", "act": "揖", "data": {"n": 10**30, "x": -0.0, "hit": None, "": 1, "a" * 9_999: "b"}}]
    script = read(json.dumps(value))
    assert script.items[0].action.act == "salute"


def test_half_a_character_written_as_a_number_is_replaced() -> None:
    script = read('賓 曰 "順\\ud800投"'.encode(), name="half", input_format="text")
    assert script.items[0].action.words == "順\N{REPLACEMENT CHARACTER}投"
