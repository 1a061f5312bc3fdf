"""Coverage: clauses cited, rows missing, phrases and editions compared, fields that differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import fsm
from fsm.cli import main
from fsm.coverage import Row, comparable, cover, in_order
from fsm.rite import UsageError

ROWS = [
    {"id": "TH-01-001", "text": "已拜", "kind": "link", "actor": "[主人]", "act": "拜(畢)"},
    {"id": "TH-01-002", "text": "受矢", "kind": "act", "actor": "[主人]", "act": "受", "place": "[阼階]"},
    {"id": "TH-01-003", "text": "进即两楹闲", "norm": "進即兩楹閒", "kind": "act", "actor": "賓", "act": "進"},
    {"id": "TH-01-004", "text": "退反位", "kind": "act", "actor": "主人", "act": "退→反位", "facing": "東"},
    {"id": "TH-03-001", "text": "命者曰", "norm": "命弦者曰", "kind": "utterance", "actor": "[司射]", "act": "命"},
    {"id": "TH-09-001", "text": "魯令弟子辭曰", "kind": "act"},
]


def folder(tmp_path: Path, rows: list[dict[str, str]]) -> Path:
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    (tmp_path / "touhu.jsonl").write_text("\n".join(lines), "utf-8")
    return tmp_path


def test_without_a_ledger_the_clauses_cited_are_counted() -> None:
    found = cover(fsm.load("touhu"))
    assert "act" in found.cited["TH-04-004"]
    assert "law" in found.cited["TH-02-008"]
    assert "nothing" in found.cited["TH-01-001"]
    assert "detail" in found.cited["TH-02-002"]
    assert "property" in found.cited["TH-07-001"]
    assert "repeat" in found.cited["TH-02-016"]
    assert "reading" in found.cited["TH-06-002"]


def test_missing_rows_and_differing_fields(tmp_path: Path) -> None:
    found = cover(fsm.load("touhu"), folder(tmp_path, ROWS))
    assert found.missing == ["TH-09-001"]
    assert not found.phrases
    differing = {(d.clause, d.field): d for d in found.differences}
    assert differing["TH-01-003", "actor"].ledger == "賓"
    assert "host" in differing["TH-01-003", "actor"].encoded
    assert differing["TH-01-004", "facing"].encoded == "west"
    assert ("TH-01-002", "actor") not in differing


def test_a_phrase_of_other_words_is_reported(tmp_path: Path) -> None:
    rows = [{**ROWS[1], "text": "授弓"}]
    found = cover(fsm.load("touhu"), folder(tmp_path, rows))
    assert found.phrases == [("TH-01-002", "受矢", "授弓")]


def test_script_variants_and_punctuation_are_folded() -> None:
    assert comparable("賓黨於右") == comparable("賔党于右")
    assert comparable("一算為奇") == comparable("一算为竒。")
    assert comparable("請奏《貍首》") == comparable("请奏貍首")
    assert comparable("閒以二矢半") == comparable("间以二矢半")


def test_phrases_are_found_in_the_order_of_the_edition() -> None:
    rows = [Row(r["id"], r["text"], r.get("norm", r["text"]), r) for r in ROWS[:5]]
    phrases = {r.id: r.norm for r in rows}
    edition = "已拜受矢，注曰受矢。进即两楹闲，退反位。命者曰"
    assert not list(in_order(rows, phrases, edition))
    assert list(in_order(rows, phrases, "受矢已拜进即两楹间退反位命者曰")) in (
        [("TH-01-001", "已拜")],
        [("TH-01-002", "受矢")],
    )


def test_the_command_exits_1_where_rows_are_missing(tmp_path: Path) -> None:
    made = folder(tmp_path, ROWS)
    result = CliRunner().invoke(main, ["coverage", "touhu", "--ledger", str(made), "--format", "json"])
    assert result.exit_code == 1
    assert json.loads(result.output)[0]["missing"] == ["TH-09-001"]
    whole = folder(tmp_path, ROWS[:2])
    (tmp_path / "004_x.txt").write_text("已拜受矢", "utf-8")
    options = ["coverage", "touhu", "--ledger", str(whole), "--seeds", str(tmp_path)]
    assert CliRunner().invoke(main, options).exit_code == 0
    assert CliRunner().invoke(main, ["coverage"]).exit_code == 0


@pytest.mark.parametrize("line", ["{", "[]", "{}"])
def test_a_ledger_that_cannot_be_read(line: str, tmp_path: Path) -> None:
    (tmp_path / "touhu.jsonl").write_text(line, "utf-8")
    with pytest.raises(UsageError) as caught:
        cover(fsm.load("touhu"), tmp_path)
    assert caught.value.code == "bad-ledger"
    (tmp_path / "touhu.jsonl").unlink()
    with pytest.raises(UsageError) as caught:
        cover(fsm.load("touhu"), tmp_path)
    assert caught.value.code == "no-ledger"


def test_misprints_that_are_known_are_no_differences(tmp_path: Path) -> None:
    made = folder(tmp_path, [{**ROWS[1], "text": "受失"}])
    (tmp_path / "004_x.txt").write_text("已拜受失進", "utf-8")
    table = tmp_path / "restorations.tsv"
    table.write_text("seed\tseed_char\trestored\n004\t失\t矢\n", "utf-8")
    without = cover(fsm.load("touhu"), made, tmp_path)
    assert without.phrases
    assert without.unfound
    found = cover(fsm.load("touhu"), made, tmp_path, table)
    assert not found.phrases
    assert not found.unfound
    with pytest.raises(UsageError):
        cover(fsm.load("touhu"), made, tmp_path, tmp_path / "none.tsv")


def test_a_phrase_misplaced_in_an_edition_does_not_hide_the_rest() -> None:
    rows = [Row(str(n), text, text, {}) for n, text in enumerate(["甲乙", "丙丁", "戊己"])]
    phrases = {r.id: r.text for r in rows}
    assert list(in_order(rows, phrases, "丙丁戊己甲乙")) == [("0", "甲乙")]


def test_missing_rows_are_listed_as_ranges() -> None:
    from fsm.coverage import ranges

    rows = [*(f"DS2-13-{n:03}" for n in (1, 2, 3, 5)), "DS2-14-001", "odd"]
    assert ranges(rows) == ["DS2-13-001..003", "DS2-13-005", "DS2-14-001", "odd"]


def test_sections_not_encoded_are_one_line(tmp_path: Path) -> None:
    rows = [*ROWS[:2], *({"id": f"TH-{n:02}-001", "text": "某", "kind": "act"} for n in (20, 21))]
    made = folder(tmp_path, rows)
    said = CliRunner().invoke(main, ["coverage", "touhu", "--ledger", str(made), "--lang", "en"]).output
    assert "not encoded: TH-20..21 (2 rows)" in said
    assert "missing" not in said


def test_restorations_are_accepted_and_listed(tmp_path: Path) -> None:
    row = {"id": "DS2-02-001", "text": "司马正袒决送", "kind": "act"}
    (tmp_path / "dashe.jsonl").write_text(json.dumps(row), "utf-8")
    (tmp_path / "002_x.txt").write_text("司马正袒决送", "utf-8")
    found = cover(fsm.load("dashe"), tmp_path, tmp_path)
    assert not found.phrases
    assert not found.unfound
    assert [(clause, known.restored) for clause, known in found.restored] == [("DS2-02-001", "決遂")]


def test_variants_of_one_graph() -> None:
    assert comparable("餘隸發") == comparable("馀𨽻𤼵")
