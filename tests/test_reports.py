"""Findings as files: for people, for programs, and back in the script they were found in."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_formats import SLOTS, aligned, eaf, tier, workbook

import fsm
from fsm.checking import Checker, Verdict
from fsm.performing import perform
from fsm.reports import ANNOTATED, PAGES, REPORTS, render
from fsm.scripts import Limits, ScriptError, format_action, read, write, write_bytes
from fsm.scripts.sheets_writing import xlsx_of

LANGS = ("both", "zh-Hant", "zh-Hans", "en")


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(fsm.load("touhu"))


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """A legal performance with one act lost, one not understood, and one line that cannot be read in full."""
    out = write(perform(fsm.load("touhu"), optional=False).actions).splitlines()
    del out[10]
    out.insert(20, "司社 廢話 @某處")
    out[5] = " @ #".join(f"{out[5]} #".split(" #", 1))
    return out


@pytest.fixture(scope="module")
def verdict(checker: Checker, lines: list[str]) -> Verdict:
    found = checker.check(read("\n".join(lines), name="排演.txt"))
    assert [f.code for f in found.findings] == ["SH201", "SH801"]
    assert [p.code for p in found.script.problems] == ["empty-mark"]
    return found


def all_text(page: str | bytes) -> str:
    """All text of a report."""
    if isinstance(page, str):
        return page
    if not page.startswith(b"PK"):
        return page.decode("utf-8-sig")
    sheet = pytest.importorskip("openpyxl").load_workbook(io.BytesIO(page)).active
    return "\n".join(str(cell.value) for row in sheet.iter_rows() for cell in row)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("format", REPORTS)
def test_every_report_says_what_was_found(format: str, lang: str, verdict: Verdict) -> None:
    page = render(verdict, format, lang)
    assert page == render(verdict, format, lang)
    assert isinstance(page, str) == (format in PAGES)
    text = all_text(page)
    plain = text.replace("\\-", "-").replace("\\_", "_")
    for code in ("SH201", "SH801", "empty-mark"):
        assert code in plain
    if lang == "en" and format in ("markdown", "html"):
        assert "error" in text
        assert "錯誤" not in text
    if lang == "zh-Hans" and format != "json":
        assert "错误" in text
        assert "錯誤" not in text


def test_unknown_reports(verdict: Verdict) -> None:
    with pytest.raises(ValueError, match="no report 'docx'"):
        render(verdict, "docx")


def test_json_is_that_of_the_contract(verdict: Verdict) -> None:
    data = json.loads(render(verdict, "json"))
    assert data["conforms"] is False
    assert [finding["code"] for finding in data["findings"]] == ["SH201", "SH801"]


# --- HTML and Markdown -------------------------------------------------------------------------------------------


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


EVIL = [
    '<script>alert("1")</script> 揖',
    '賓 曰 "</td><img src=x onerror=alert(1)>&amp;"',
    "賓 揖 <b>",
    "`_*[x](y)*_` <!--",
]


def parsed(page: str | bytes) -> _Tags:
    tags = _Tags()
    tags.feed(str(page))
    assert tags.open == []
    return tags


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_needs_nothing_else_and_escapes_everything(lang: str, checker: Checker, lines: list[str]) -> None:
    found = checker.check(read("\n".join([*lines, *EVIL]), name='<"&>.txt'))
    page = str(render(found, "html", lang))
    tags = parsed(page)
    assert {tag for tag, _ in tags.tags} <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "h1",
        "p",
        "br",
        "span",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "div",
        "dl",
        "dt",
        "dd",
        "bdi",
        "b",
        "ul",
        "li",
        "a",
    }
    names = {name for _, attributes in tags.tags for name in attributes}
    assert names <= {"lang", "charset", "http-equiv", "content", "name", "class", "id", "href"}
    ids = [attributes["id"] for _, attributes in tags.tags if "id" in attributes]
    links = [attributes["href"] for _, attributes in tags.tags if "href" in attributes]
    assert set(links) == {f"#{id}" for id in ids}
    assert len(set(ids)) == len(ids)
    assert not re.search(r"https?:|url\(|@import|\bon\w+=(?!alert)", page.replace("onerror", ""))
    assert "<script>alert(" in tags.text
    assert '<"&>.txt' in tags.text
    assert len([tag for tag, _ in tags.tags if tag == "tr"]) >= len(found.script.items)


def test_marks_stand_beside_their_lines(verdict: Verdict) -> None:
    body = str(render(verdict, "html", "zh-Hant")).partition("<tbody>")[2].partition("</tbody>")[0]
    rows = ElementTree.fromstring(f"<t>{body}</t>".replace("<br>", "<br/>"))
    marked = {row[0].text: row[2][0][0][0].text for row in rows if len(row[2])}
    assert marked == {"第 6 行": "錯誤 empty-mark", "第 11 行": "錯誤 SH201", "第 21 行": "錯誤 SH801"}


def test_the_page_shows_whole_acts_of_a_sheet(checker: Checker) -> None:
    actions = perform(fsm.load("touhu"), optional=False).actions
    page = parsed(render(checker.check(read(write_bytes(actions, "xlsx"))), "html", "zh-Hant")).text
    assert all(format_action(action) in page for action in actions)
    assert "B2 格" in page
    assert "工作表" not in page


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("format", [f for f in REPORTS if f != "json"])
def test_the_end_is_no_act_that_another_comes_before(format: str, lang: str, checker: Checker) -> None:
    lines = write(perform(fsm.load("touhu"), optional=False).actions).splitlines()
    short, late = checker.check(read("\n".join(lines[:30]))), checker.check(read("\n".join([*lines[3:], *lines[:3]])))
    for verdict in (short, late):
        text = all_text(render(verdict, format, lang))
        assert not re.search(r"末尾\s*之前|before\s+the\s+end", text)
    assert ("add at the end" if lang == "en" else "在末尾加上") in all_text(render(short, format, lang))


def test_both_languages_are_marked_as_what_they_are(verdict: Verdict) -> None:
    page = str(render(verdict, "html", "both"))
    assert '<html lang="zh-Hant">' in page
    assert '<span lang="en">' in page
    assert '<html lang="en">' in str(render(verdict, "html", "en"))


def test_markdown_shows_signs_as_they_are(checker: Checker, lines: list[str]) -> None:
    page = str(
        render(checker.check(read("\n".join([*lines[:30], *EVIL[3:], *lines[30:]]), name="a_b*.txt")), "markdown", "en")
    )
    assert page.startswith("# a\\_b\\*.txt")
    assert "\n<script" not in page
    assert "(``" in page or "`` `_*" in page or "``_*" in page or "\\`\\_\\*" in page


# --- back into the script ----------------------------------------------------------------------------------------


def _found(verdict: Verdict) -> list[tuple[str, int]]:
    return [(finding.code, finding.index) for finding in verdict.findings]


@pytest.mark.parametrize("format", ANNOTATED)
def test_a_copy_with_findings_is_still_the_script(format: str, checker: Checker, verdict: Verdict) -> None:
    data = write_bytes(verdict.script, format)
    first = checker.check(read(data, name=f"a.{format}"))
    assert _found(first) == _found(verdict)
    copy = render(first, format, "both", data)
    again = checker.check(read(copy, name=f"a.{format}"))
    assert [item.action for item in again.script.items] == [item.action for item in first.script.items]
    assert _found(again) == _found(first)
    assert not again.script.problems
    # Findings of a copy take the place of those it has.
    assert render(again, format, "both", copy) == copy


def test_a_column_of_findings_in_csv(checker: Checker) -> None:
    text = "排演;;\n\n角色;動作;燈光;\n賓;揖;紅\n賓;;綠;x;y\n;;\n# 註;;\n主人;楫\n"
    found = checker.check(read(text, name="a.csv"), partial=True)
    rows = list(
        csv.reader(io.StringIO(render(found, "csv", "zh-Hant", text.encode()).decode("utf-8-sig")), delimiter=";")
    )
    assert rows[2][:5] == ["角色", "動作", "燈光", "", ""]
    assert rows[2][5] == "查驗"
    assert rows[4][:5] == ["賓", "", "綠", "x", "y"]
    assert "no-act" in rows[4][5]
    assert rows[6][0] == "# 註"
    assert rows[7][5].startswith("錯誤 SH")


def test_findings_that_look_like_formulas_are_text(checker: Checker) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    data = xlsx_of([["角色", "動作"], ["賓", "=cmd|' /C calc'!A0"], ["賓", "揖"], ["主人", "揖"], ["賓", "坐"]], "a")
    found = checker.check(read(data), partial=True)
    sheet = openpyxl.load_workbook(io.BytesIO(render(found, "xlsx", "en", data))).active
    assert all(cell.data_type in ("s", "n", "inlineStr") for row in sheet.iter_rows(min_col=3) for cell in row)


def test_a_workbook_keeps_everything_else(checker: Checker) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.comments import Comment
    from openpyxl.styles import Font, PatternFill

    book = openpyxl.load_workbook(
        workbook(
            總表=[["投壺"]],
            排演=[
                ["投壺"],
                [],
                ["角色", "動作", "位置", "燈光"],
                ["賓", "揖", "堂", "紅"],
                ["賓", "楫", "某處", "綠"],
                ["司射", "廢", None, "=1+1"],
            ],
        )
    )
    sheet = book["排演"]
    sheet["A3"].font = Font(bold=True, color="FFFF0000")
    sheet["D3"].fill = PatternFill("solid", start_color="FF00FF00")
    sheet["D4"].comment = Comment("暗一點", "導演")
    sheet.column_dimensions["B"].width = 33
    sheet.freeze_panes = "A4"
    sheet.merge_cells("A1:D1")
    sheet.cell(1_000_000, 9).font = Font(bold=True)
    out = io.BytesIO()
    book.save(out)
    found = checker.check(read(out.getvalue(), name="a.xlsx"), partial=True)
    copy = render(found, "xlsx", "both", out.getvalue())
    assert copy == render(found, "xlsx", "both", out.getvalue())
    assert len(copy) < 60_000
    after = openpyxl.load_workbook(io.BytesIO(copy))
    assert after.sheetnames == ["總表", "排演"]
    again = after["排演"]
    assert again["E3"].value == "查驗"
    assert again["E3"].fill.start_color.rgb == "FF00FF00"
    assert (again["A3"].font.bold, again["D4"].comment.text, again["D6"].value) == (True, "暗一點", "=1+1")
    assert (again.column_dimensions["B"].width, again.freeze_panes) == (33, "A4")
    assert [str(area) for area in again.merged_cells.ranges] == ["A1:D1"]
    assert "SH801" in again["E5"].value
    assert after["總表"]["A1"].value == "投壺"
    assert after["總表"].max_column == 1


def test_a_workbook_that_would_spread_without_bound(checker: Checker) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(workbook(a=[["角色", "動作"], ["賓", "揖"]]))
    book.active.merged_cells.add("A3:XFD1048576")
    out = io.BytesIO()
    book.save(out)
    found = checker.check(read(out.getvalue()), partial=True)
    with pytest.raises(ScriptError) as raised:
        render(found, "xlsx", "en", out.getvalue())
    assert raised.value.code == "too-large"


def test_a_tier_of_findings(checker: Checker, tmp_path: Path) -> None:
    pympi = pytest.importorskip("pympi")
    text = eaf(
        SLOTS,
        (
            "<!-- a note -->"
            + tier("賓", aligned("a7", "t1", "t2", "揖") + aligned("a8", "t3", "t5", "廢話"))
            + tier("主人", aligned("a9", "t2", "t6", "坐"))
            + "<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID='t' TIME_ALIGNABLE='true'/>"
            + "<CONSTRAINT DESCRIPTION='' STEREOTYPE='x'/>"
        ),
    )
    head = write_bytes([], "eaf").decode().partition("<TIME_ORDER>")[0].replace(">0<", ">9<")
    text = head + text.removeprefix("<ANNOTATION_DOCUMENT>")
    found = checker.check(read(text, name="a.eaf"), partial=True)
    copy = render(found, "eaf", "both", text.encode())
    path = tmp_path / "a.eaf"
    path.write_bytes(copy)
    document = pympi.Elan.Eaf(str(path))
    assert document.get_annotation_data_for_tier("賓") == [(0, 2000, "揖"), (3000, 5000, "廢話")]
    names = [name for name in document.get_tier_names() if name.startswith("查驗")]
    said = [mark for name in names for mark in document.get_annotation_data_for_tier(name)]
    assert {mark[:2] for mark in said} <= {(0, 2000), (3000, 5000), (2000, 6000), (6000, 7000)}
    assert any("SH801" in mark[2] and mark[:2] == (3000, 5000) for mark in said)
    for name in names:
        times = sorted(mark[:2] for mark in document.get_annotation_data_for_tier(name))
        assert all(one[1] <= two[0] for one, two in pairwise(times))
    root = ElementTree.fromstring(copy)
    order = [child.tag for child in root]
    assert order.index("LINGUISTIC_TYPE") > max(n for n, tag in enumerate(order) if tag == "TIER")
    ids = [each.get("ANNOTATION_ID") for each in root.iter() if each.get("ANNOTATION_ID")]
    assert len(ids) == len(set(ids))


def test_a_script_of_another_format_is_written_anew(verdict: Verdict, lines: list[str]) -> None:
    rows = list(csv.reader(io.StringIO(render(verdict, "csv", "en", "\n".join(lines).encode()).decode("utf-8-sig"))))
    assert rows[0][-1] == "finding"
    marked = {n for n, row in enumerate(rows) if n and row[-1]}
    assert marked == {6, 11, 21}


def test_what_stands_at_the_end_is_said_there(checker: Checker) -> None:
    actions = perform(fsm.load("touhu"), optional=False).actions[:-3]
    found = checker.check(read(write(actions)))
    assert found.findings[-1].index == len(actions)
    for format in ANNOTATED:
        data = write_bytes(actions, format)
        copy = render(checker.check(read(data)), format, "en", data)
        assert copy != data
        assert len(read(copy).items) == len(actions)
    page = str(render(found, "html", "en"))
    assert "the end" in page


def test_what_cannot_be_annotated(verdict: Verdict) -> None:
    assert Limits().unpacked > 0
    with pytest.raises(ScriptError):
        render(verdict, "eaf", "en", b"<!DOCTYPE a><ANNOTATION_DOCUMENT/>")


# --- repairs of tables ------------------------------------------------------------------------------------------------


def fixes(verdict: Verdict, lang: str) -> list[str]:
    """What is to be changed, as the report for people says it."""
    label = "fix" if lang == "en" else "改法"
    return re.findall(rf"= {label}: (.*)", str(render(verdict, "text", lang)))


@pytest.mark.parametrize("format", ["csv", "xlsx", "ods"])
def test_a_row_of_a_table_is_mended_cell_by_cell(format: str, checker: Checker) -> None:
    actions = list(perform(fsm.load("touhu"), optional=False).actions)
    salute = next(n for n, action in enumerate(actions) if action.act == "salute" and action.facing)
    wrong = [*actions]
    wrong[salute] = replace(actions[salute], facing="south")
    row, sheet = salute + 2, "" if format == "csv" else "工作表「腳本」，"
    (said,) = fixes(checker.check(read(write_bytes(wrong, format))), "zh-Hant")
    assert said == f"把{sheet}第 {row} 行的「面向」改成「西」"
    (said,) = fixes(checker.check(read(write_bytes(wrong, format, "en"))), "en")
    assert said == f"in {'line' if format == 'csv' else 'sheet “script”, row'} {row} change “facing” to “west”"


def test_a_row_that_is_missing_is_told_by_its_columns(checker: Checker) -> None:
    actions = list(perform(fsm.load("touhu"), optional=False).actions)
    lost = next(n for n, action in enumerate(actions) if action.act == "salute" and action.facing)
    (said,) = fixes(checker.check(read(write_bytes(actions[:lost] + actions[lost + 1 :], "xlsx"))), "zh-Hant")
    assert f"第 {lost + 2} 行之前加上：角色「主人」，動作「揖」" in said
    assert "@" not in said
    assert ">" not in said


def test_what_is_written_as_lines_is_mended_as_lines(checker: Checker) -> None:
    actions = list(perform(fsm.load("touhu"), optional=False).actions)
    lost = next(n for n, action in enumerate(actions) if action.act == "salute" and action.facing)
    for format in ("text", "json", "srt", "eaf"):
        verdict = checker.check(read(write_bytes(actions[:lost] + actions[lost + 1 :], format)))
        (said,) = fixes(verdict, "zh-Hant")
        assert said.endswith(f"之前加上：{format_action(replace(actions[lost], clauses=()))}"), format


def test_findings_in_a_workbook_can_be_read_and_printed(verdict: Verdict) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    sheet = openpyxl.load_workbook(io.BytesIO(render(verdict, "xlsx", "both"))).active
    column = next(cell.column for cell in sheet[1] if cell.value == "查驗")
    for cell in (row[column - 1] for row in sheet.iter_rows(min_row=2)):
        if cell.value:
            lines = len(cell.value) / sheet.column_dimensions[cell.column_letter].width
            assert cell.alignment.wrap_text
            assert sheet.row_dimensions[cell.row].height >= 15 * lines
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.page_setup.orientation == "landscape"
