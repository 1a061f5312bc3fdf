"""The command: what each subcommand says and writes, its exit codes, and consoles of every kind."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner, Result

import fsm
from fsm.cli import COMMANDS, main
from fsm.rites import MODULES, definition

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "touhu"
LEGAL = EXAMPLES / "legal.txt"

WRONG = {
    "wrong_distance.txt": ("TH-02-002", "detail", ["--cast", "venue=chamber"]),
    "wrong_reversed_tally.txt": ("TH-02-008", "outcome", []),
    "wrong_fifth_arrow.txt": ("TH-07-001", "guard", []),
    "wrong_count_early.txt": ("TH-04-007", "missing", []),
    "wrong_cup_when_level.txt": ("TH-05-001", "guard", []),
    "wrong_two_horses.txt": ("TH-06-007", "guard", []),
}
"""Example → the clause it breaks, the kind of finding, further options."""


def sheli(*args: object, **kwargs: Any) -> Result:
    return CliRunner().invoke(main, [str(a) for a in args], **kwargs)


def run(*args: object, **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON") and k != "NO_COLOR"}
    return subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "fsm", *map(str, args)],
        cwd=ROOT, env={**clean, "PYTHONPATH": str(ROOT), **env}, capture_output=True, check=False,
    )  # fmt: skip


def so_far(tmp_path: Path, before: str) -> Path:
    """The legal game up to a line."""
    lines = LEGAL.read_text("utf-8").splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith(before))
    path = tmp_path / "so_far.txt"
    path.write_text("\n".join(lines[:end]), "utf-8")
    return path


# --- examples and check ------------------------------------------------------------------------------------------


def test_the_legal_example_conforms() -> None:
    result = sheli("check", "touhu", LEGAL)
    assert result.exit_code == 0
    assert "合禮" in result.output
    assert "conforms; profile zheng" in result.output


@pytest.mark.parametrize("name", WRONG)
def test_each_wrong_example_has_one_finding_at_its_clause(name: str) -> None:
    clause, kind, options = WRONG[name]
    result = sheli("check", "touhu", EXAMPLES / name, *options, "--format", "json")
    assert result.exit_code == 1
    verdict = json.loads(result.output)
    (finding,) = verdict["findings"]
    assert clause in finding["clauses"]
    assert finding["kind"] == kind
    assert verdict["repaired"]
    assert not verdict["conforms"]


def test_all_examples_are_tested() -> None:
    assert {p.name for p in EXAMPLES.glob("*.txt")} == {"legal.txt", *WRONG}


def test_partial_and_stretch(tmp_path: Path) -> None:
    path = so_far(tmp_path, '司射 請 >賓、主人 "左右卒投請數"')
    assert sheli("check", "touhu", path).exit_code == 1
    assert sheli("check", "touhu", path, "--partial").exit_code == 0
    stretch = tmp_path / "th03.txt"
    stretch.write_text('司射 命 >弦者 "請奏貍首閒若一"\n大師 諾\n', "utf-8")
    assert sheli("check", "touhu", stretch, "--from", "TH-03", "--to", "TH-03").exit_code == 0


def test_strict_wants_manner() -> None:
    result = sheli("check", "touhu", LEGAL, "--strict", "--lang", "en")
    assert result.exit_code == 1
    assert "SH203" in result.output


def test_a_script_from_standard_input() -> None:
    assert sheli("check", "touhu", "-", input=LEGAL.read_bytes()).exit_code == 0


def test_an_encoded_script(tmp_path: Path) -> None:
    path = tmp_path / "gbk.txt"
    path.write_bytes(LEGAL.read_text("utf-8").encode("gb18030"))
    assert sheli("check", "touhu", path, "--encoding", "gb18030").exit_code == 0


def test_readings_repeated_or_with_commas(tmp_path: Path) -> None:
    one = json.loads(sheli("check", "touhu", LEGAL, "--reading", "zhu,TH-08=huowei", "--format", "json").output)
    two = json.loads(
        sheli("check", "touhu", LEGAL, "--reading", "zhu", "--reading", "TH-08=huowei", "--format", "json").output
    )
    assert one["profile"] == two["profile"] == "zhu, TH-08=huowei"


def test_a_line_without_an_actor_does_not_conform(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("賓\n" + LEGAL.read_text("utf-8"), "utf-8")
    result = sheli("check", "touhu", path, "--format", "json")
    assert result.exit_code == 1
    assert not json.loads(result.output)["conforms"]


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en", "both"])
def test_every_language(lang: str) -> None:
    result = sheli("check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt", "--lang", lang)
    assert ("此處不可" in result.output) == (lang in ("zh-Hant", "both"))
    assert ("此处不可" in result.output) == (lang == "zh-Hans")
    assert ("may not be done here" in result.output) == (lang in ("en", "both"))


# --- wrong use ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["check", "touhou", LEGAL], "touhu"),
        (["check", "touhu", "nowhere.txt"], "nowhere.txt"),
        (["check", "touhu", LEGAL, "--cast", "pairs"], "NAME=VALUE"),
        (["check", "touhu", LEGAL, "--cast", "peirs=1"], "did you mean pairs"),
        (["check", "touhu", LEGAL, "--given", "right_horses=9"], "0, 1, 2, 3"),
        (["check", "touhu", LEGAL, "--given", "horses=1"], "right_horses"),
        (["check", "touhu", LEGAL, "--reading", "zhuu"], "did you mean zhu"),
        (["check", "touhu", LEGAL, "--input", "docx"], "text"),
        (["check", "touhu", LEGAL, "--from", "TH-9"], "TH-01"),
        (["perform", "touhu", "--outcome", "fall=sideways"], "straight"),
        (["perform", "touhu", "--outcome", "hit=all"], "fall"),
        (["check", "touhu", LEGAL, "--reading", "TH-51=ao"], "not encoded"),
        (["explain", "DS-99"], "not encoded"),
        (["export", "touhu", "--kit", "--schema"], "do not go together"),
        (["explain", "SH999"], "SH901"),
        (["coverage", "touhu", "--ledger", "nowhere"], "nowhere"),
        (["chek"], "check"),
        (["check", "touhu"], "SCRIPT"),
        (["check", "touhu", LEGAL, "--lang", "latin"], "zh-Hant"),
    ],
)
def test_wrong_use_exits_2_and_says_what_there_is(args: list[object], named: str) -> None:
    result = sheli(*args)
    assert result.exit_code == 2, result.output
    assert named in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("by_name", "by_id"),
    [
        (["show", "投壺"], ["show", "touhu"]),
        (["show", "投壶"], ["show", "touhu"]),
        (["show", "pitch-pot"], ["show", "touhu"]),
        (["show", "大射", "--from", "比耦", "--to", "比耦"], ["show", "dashe", "--from", "DS2-04", "--to", "DS2-04"]),
        (["show", "dashe", "--to", "ds2-01"], ["show", "dashe", "--to", "DS2-01"]),
        (["show", "touhu", "--without", "三投慶多馬"], ["show", "touhu", "--without", "TH-06"]),
        (["show", "touhu", "--reading", "陸佃"], ["show", "touhu", "--reading", "ludian"]),
        (["show", "touhu", "--reading", "th-09=朱熹"], ["show", "touhu", "--reading", "TH-09=zhu"]),
        (["show", "touhu", "--cast", "耦數=2，投壺之處＝室"], ["show", "touhu", "--cast", "pairs=2,venue=chamber"]),
        (["show", "dashe", "--cast", "众耦=0,卿=1"], ["show", "dashe", "--cast", "other_pairs=0,ministers=1"]),
        (["perform", "touhu", "--outcome", "投法＝順，不入"], ["perform", "touhu", "--outcome", "fall=straight,out"]),
        (
            ["show", "dashe", "--from", "DS2-10", "--given", "勝負=右"],
            ["show", "dashe", "--from", "DS2-10", "--given", "result=right"],
        ),
    ],
)  # fmt: skip
def test_all_that_has_a_name_may_be_asked_for_by_it(by_name: list[str], by_id: list[str]) -> None:
    named = sheli(*by_name)
    assert named.exit_code == 0, named.output
    assert named.output == sheli(*by_id).output


def test_a_name_that_could_be_several_is_none() -> None:
    result = sheli("show", "dashe", "--from", "三耦", "--lang", "zh-Hant")  # three sections begin so
    assert result.exit_code == 2
    assert "DS2-01（三耦射）" in result.stderr


def test_errors_as_data() -> None:
    result = sheli("check", "touhou", LEGAL, "--format", "json")
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert error["code"] == "unknown-rite"
    assert set(error["message"]) == {"zh", "en"}


def test_nonsense_is_one_message(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("lorem: ipsum\n" * 10_000, "utf-8")
    result = sheli("check", "touhu", path, "--lang", "en")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


# --- the other commands ------------------------------------------------------------------------------------------


def test_help_and_version() -> None:
    result = sheli("--help")
    assert result.exit_code == 0
    for name in ("rites", "words", "show", "check", "next", "perform", "explain", "gaps", "coverage", "lint"):
        assert name in result.output
        one = sheli(name, "--help")
        assert one.exit_code == 0
        assert f"sheli {name}" in one.output
        assert any("\u4e00" <= c <= "\u9fff" for c in one.output)
    assert set(COMMANDS) >= {"check", "next"}
    said = sheli("--version").output
    assert said.startswith(f"sheli {fsm.__version__}")


def test_version_says_when_the_package_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fsm, "__file__", "/elsewhere/fsm/__init__.py")
    assert "not that of sheli" in sheli("--version").output


def test_help_loads_no_rite() -> None:
    code = (
        "import sys; from fsm.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'fsm.rites', 'fsm.checking', 'fsm.vocabulary', 'transitions', 'rapidfuzz'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_import_is_light() -> None:
    code = "import sys, fsm; assert not [m for m in sys.modules if m.startswith('fsm.')]"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_rites() -> None:
    assert "touhu" in sheli("rites").output
    data = json.loads(sheli("rites", "--format", "json").output)
    touhu = next(d for d in data if d["id"] == "touhu")
    assert [s["id"] for s in touhu["sections"]][:2] == ["TH-01", "TH-02"]


def test_words() -> None:
    said = sheli("words", "touhu").output
    for word in ("throw", "archery_director", "司射", "sī shè", "pairs", "right_horses"):
        assert word in said
    data = json.loads(sheli("words", "touhu", "--format", "json").output)
    assert data["outcomes"] == {"fall": ["straight", "reversed", "out"]}
    assert [k["key"] for k in data["cast"]] == ["pairs", "venue"]
    archery = sheli("words", "dashe", "--lang", "zh-Hant").output
    assert "left 左: 0…80\n" in archery  # not each of eighty-one numbers
    assert "court（庭）" in sheli("words", "touhu", "--lang", "zh-Hant").output
    assert "True" not in archery  # a script says yes and no
    assert "  UP  " not in archery  # the names of a passage are those of the classic
    leaning = json.loads(sheli("words", "touhu", "--reading", "ludian", "--format", "json").output)
    assert "leaning" in leaning["outcomes"]["fall"]


def test_show() -> None:
    said = sheli("show", "touhu", "--from", "TH-04", "--to", "TH-04").output
    assert "有入者" in said
    assert "TH-08" in said
    assert "● ground" in said
    assert "┄┄" in said
    assert "TH-03-001" not in said
    assert "TH-05-001" not in said
    assert "● holder" in sheli("show", "touhu", "--reading", "TH-08=holder").output
    short, long = (sheli("show", "touhu", *extra).output.count("\n") for extra in ([], ["--expand"]))
    assert long > 2 * short
    rows = json.loads(sheli("show", "touhu", "--format", "json").output)
    assert {r["basis"] for r in rows if r["kind"] == "act"} == {"attested", "supplied", "editorial", "manner"}


def test_show_says_what_is_done_as_before() -> None:
    """如初 written out stands in the section that says so, and in Chinese no English word is between."""
    said = sheli("show", "dashe", "--from", "DS2-06", "--to", "DS2-06", "--expand", "--lang", "zh-Hant").output
    assert "上射先升三等" in said  # an act of DS2-01, done again
    assert said.count("== DS2-06") == said.count("== ") == 1
    assert not re.search(r"\[[A-Z_]+\]|（[a-z]+\.", said)


@pytest.mark.parametrize("rite", MODULES)
def test_show_leaves_no_clause_out(rite: str) -> None:
    """Nor what is done when a later pair goes up, nor what a section adds to what it does 如初."""
    shown = {row["clause"] for row in json.loads(sheli("show", rite, "--format", "json").output) if "clause" in row}
    assert not set(fsm.load(rite).citations) - shown


@pytest.mark.parametrize("rite", MODULES)
def test_show_says_everything_in_the_language_asked_for(rite: str) -> None:
    """Outcomes, measures, remarks and titles; ids of clauses, rules and positions are the same in both."""
    plain = re.compile(r"規則 .*|異說 .*|[A-Z]{2,3}\d?-\d+(-\d+)?|[a-z_]+\.[a-z_]+| mod ")
    rows = json.loads(sheli("show", rite, "--format", "json").output)
    for row in rows:
        assert not re.search("[A-Za-z]", plain.sub("", row.get("zh", ""))), row
    ids = {section.id for section in fsm.load(rite).sections}
    assert not [row for row in rows if row["kind"] == "title" and row.get("en", "").strip("[]") in ids]


def test_show_says_which_clauses_are_done_as_before() -> None:
    said = sheli("show", "dashe", "--from", "DS2-06", "--to", "DS2-06", "--lang", "zh-Hant").output
    assert "如前：一耦揖升如初（DS2-01-008…029）" in said
    assert "〔DS2-01-008〕" in sheli("explain", "DS2-06-002", "--lang", "zh-Hant").output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["dashe", "--reading", "DS-46=at_once,DS-45=one"], "※ DS-46 司馬正何時反位：惟從 DS-45=two 時有別"),
        (["dashe", "--reading", "DS-46=at_once"], None),
        (["dashe", "--reading", "DS-24=hao"], "※ DS-24 告賓時賓所在：惟從 DS-22=one 時有別"),
        (["dashe", "--reading", "DS-39=ao"], "※ DS-39 耦不升，時在何處：於此人員無別"),
        (["dashe", "--reading", "DS-20=jiang"], "※ DS-20 公中三侯：所別在規則，不在動作"),
        (["touhu", "--reading", "TH-05=yishu"], "※ TH-05 馬是算否：於動作無別"),
        (["touhu", "--reading", "TH-08=holder"], None),
    ],
)
def test_show_says_when_a_reading_changes_nothing(options: list[str], said: str | None) -> None:
    shown = sheli("show", *options, "--lang", "zh-Hant").output
    assert said in shown if said else "※" not in shown


def test_perform_says_why_nothing_is_done() -> None:
    result = sheli("perform", "dashe", "--from", "DS2-10", "--to", "DS2-10", "--lang", "en")
    assert result.exit_code == 0
    assert not result.stdout.strip()
    assert "--given" in result.stderr


def test_next(tmp_path: Path) -> None:
    path = so_far(tmp_path, "賓 投")
    result = sheli("next", "touhu", path, "--format", "json")
    assert result.exit_code == 0
    data = json.loads(result.output)
    throws = [e for e in data["allowed"] if e["action"]["act"] == "throw"]
    assert [e["action"]["actor"] for e in throws] == ["guest"]
    assert throws[0]["outcomes"] == {"fall": ["straight", "reversed", "out"]}
    assert not data["may_end"]


def test_next_says_why_not(tmp_path: Path) -> None:
    path = so_far(tmp_path, "賓 投")
    assert sheli("next", "touhu", path, "--act", "賓 投").exit_code == 0
    result = sheli("next", "touhu", path, "--act", "司射 釋算", "--lang", "en")
    assert result.exit_code == 1
    assert "only a straight throw that went in is tallied" in result.output
    assert "TH-02-008" in result.output
    assert sheli("next", "touhu", path, "--act", "").exit_code == 2


def test_next_after_a_faulty_script_reports_it(tmp_path: Path) -> None:
    result = sheli("next", "touhu", EXAMPLES / "wrong_fifth_arrow.txt", "--lang", "en")
    assert result.exit_code == 1
    assert "SH601" in result.output


@pytest.mark.parametrize(
    "outcome", ["all", "none", "right", "left", "level", "odd", "random", "10110", "reversed", "straight,out"]
)
def test_what_perform_writes_conforms(outcome: str, tmp_path: Path) -> None:
    for number, options in enumerate((["--no-optional"], ["--order", "random", "--seed", "5"])):
        path = tmp_path / f"{number}.txt"
        assert sheli("perform", "touhu", "--outcome", f"fall={outcome}", *options, "-o", path).exit_code == 0
        assert sheli("check", "touhu", path).exit_code == 0


@pytest.mark.parametrize(
    ("form", "lang"), [("json", "en"), ("csv", "zh-Hans"), ("csv", "en"), ("text", "en"), ("text", "zh-Hans")]
)
def test_every_format_is_read_back(form: str, lang: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{'txt' if form == 'text' else form}"
    assert sheli("perform", "touhu", "--format", form, "--lang", lang, "-o", path).exit_code == 0
    result = sheli("check", "touhu", path, "--lang", "en")
    assert result.exit_code == 0, result.output


def test_perform_as_data_has_the_shape_of_the_contract() -> None:
    data = json.loads(sheli("perform", "touhu", "--outcome", "fall=none", "--format", "json").output)
    assert set(data) == {"rite", "profile", "cast", "given", "actions"}
    for action in data["actions"]:
        assert action["optional"] in (None, "manner", "unsaid")
        assert action["members"]
    throws = [a for a in data["actions"] if a["act"] == "throw"]
    assert {a["data"]["fall"] for a in throws} == {"out"}
    assert throws[0]["outcomes"] == {"fall": ["straight", "reversed", "out"]}


def test_perform_is_repeatable_by_its_seed() -> None:
    one, two, other = (sheli("perform", "touhu", "--order", "random", "--seed", seed).output for seed in (3, 3, 4))
    assert one == two != other


@pytest.mark.parametrize("outcome", ["right", "left", "level", "odd"])
def test_outcomes_decide_who_wins(outcome: str) -> None:
    made = fsm.load("touhu", cast={"pairs": 2})
    told = [a for a in fsm.perform(made, outcomes={"fall": outcome}).actions if a.act == "report" and a.object]
    for action in told:
        data = dict(action.data)
        if outcome == "level":
            assert data["what"] == "level"
        else:
            assert data["winner"] == ("hosts_party" if outcome == "left" else "guests_party")
        if outcome == "odd":
            assert (data["tally_pairs"], data["odd"]) == (0, 1)


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ("SH601", "A rule forbids it"),
        ("sh101", "out of order"),
        ("TH-04-004", "lay_tally.straight"),
        ("th-09", "Zhū Xī"),
        ("throw.arrows", "four each"),
        ("鄭玄", "zheng"),
        ("釋算", "lay_tally"),
        ("司射", "archery_director"),
        ("袒決遂執弓", "bare + gear_up + take_bow"),
        ("DS2-06", "sheli show dashe --from DS2-06 --to DS2-06"),
        ("DS-30", "sheli show dashe --from DS2-07 --to DS2-07 --reading DS-30=guest_first"),
        ("如初", "DS2-06-002「一耦揖升如初」"),
        ("諾如初", "DS2-02-012"),
        ("诺如初", "DS2-02-012"),
        ("二耦", "is in 1 clause of"),
        ("則司射坐而釋", "TH-04-004「則司射坐而釋一算焉」"),
        ("有入者則司射", "TH-04-003「有入者」"),  # across two clauses
        ("司射", "and: DS2-10-020"),  # all that there are
        ("豐", "DS2-10-001「司射命設豐」"),  # a term, and where it occurs
        ("次耦", "pair.2"),
        ("大侯獲者", "marker of the great target"),
        ("大射儀", "DS2-12 A cup is offered to the tally officer"),
        ("三耦射", "sheli show dashe --from DS2-01 --to DS2-01"),
        ("敖氏", "○ DS-30=guest_first"),
        ("zheng", "● DS-30=duke_first"),
        ("TH-07-012", "壺去席二矢半"),
        ("DS-24", "--reading DS-22=one,DS-24=west_of_steps"),
        ("DS-39", "--cast great_officers=3,officer_with_great_officer=yes"),
        ("DS-46", "It matters only with DS-45=two"),
        ("TH-09", "sheli perform touhu --reading TH-09=pairs_and_odd"),
    ],
)
def test_explain(what: str, named: str) -> None:
    result = sheli("explain", what)
    assert result.exit_code == 0
    assert named in result.output


@pytest.mark.long
@pytest.mark.parametrize("id", [d.id for name in MODULES for d in definition(name).disputes if d.note is None])
def test_what_a_dispute_changes_is_where_explain_says(id: str) -> None:
    said = re.search(r"sheli (show .*)", sheli("explain", id, "--lang", "en").output)
    if said is None:
        assert id in ("DS-20", "DS-75", "TH-09")
        return
    words = said[1].split()
    reading = words.index("--reading") + 1
    *needed, own = words[reading].split(",")
    assert own.startswith(f"{id}=")
    plain = [*words[:reading], ",".join([*needed, "zheng"]), *words[reading + 1 :]]
    one, other = (json.loads(sheli(*asked, "--format", "json").output) for asked in (words, plain))
    assert [r for r in one if r["kind"] != "reading"] != [r for r in other if r["kind"] != "reading"]


@pytest.mark.parametrize("asked", ["DS-50", "XS-03"])
def test_a_dispute_not_encoded_is_told_from_those_that_are(asked: str) -> None:
    result = sheli("explain", asked)
    assert result.exit_code == 2
    assert re.search(r"DS-01、|TH-01、", result.stderr)


def test_explain_names_a_rule_of_the_rites_that_have_the_act() -> None:
    said = sheli("explain", "shoot.warned").output
    assert "大射儀" in said
    assert "投壺" not in said
    assert "⟨" not in re.sub(r"⟨[^⟩a-z]+⟩", "", sheli("explain", "go.level", "--lang", "zh-Hant").output)
    assert "所編之禮未有此動作" in sheli("explain", "enter.level").output


def test_explain_says_each_act_of_a_clause_once_and_no_english_in_chinese() -> None:
    passing = sheli("explain", "DS2-10-039", "--lang", "zh-Hant").output.splitlines()
    assert len(passing) == len(set(passing))
    assert "gear" not in sheli("explain", "決", "--lang", "zh-Hant").output.split("thumb-ring; ring")[-1]


def test_gaps() -> None:
    result = sheli("gaps", "touhu", "--format", "json")
    assert result.exit_code == 0
    gaps = json.loads(result.output)
    assert all((gap["by"] or gap["editorial"]) and gap["supported"] for gap in gaps)
    assert "孔穎達" in sheli("gaps", "touhu").output


def test_gaps_tells_the_times_apart_that_an_act_is_supplied() -> None:
    lines = sheli("gaps", "dashe", "--lang", "zh-Hant").output.splitlines()
    assert len(lines) == len(set(lines))


def test_gaps_finds_what_nobody_supports() -> None:
    from dataclasses import replace

    from fsm.cli.gaps import gaps_of
    from fsm.loading import build
    from fsm.rites import definition
    from fsm.score import Actor, Citation, Seq, cited, editorial, unsaid

    plain = definition("touhu")
    cite = Citation("TH-01-001", "已拜")

    def with_act(act: Any) -> Any:
        def compose(setting: Any) -> Any:
            made = plain.compose(setting)
            return replace(made, score=Seq((cited(act, cite), made.score)))

        return build(replace(plain, compose=compose))

    nobody = with_act(unsaid(Actor("guest").rise(), by=""))
    assert not next(gaps_of(nobody))["supported"]
    ours = with_act(editorial(unsaid(Actor("guest").rise(), by="")))
    assert next(gaps_of(ours))["supported"]


def test_lint() -> None:
    result = sheli("lint", "touhu", "--to", "TH-04", "--format", "json")
    data = json.loads(result.output)
    assert result.exit_code == 0
    assert data["good"]
    assert data["ends"]
    assert not data["dead_ends"]
    assert "count_tallies.right_first" not in data["never_false"]


def test_lint_with_representative_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm import surveying

    monkeypatch.setattr(surveying, "MOST_SITUATIONS", 10)
    found = surveying.survey(fsm.load("touhu", end="TH-04"))
    assert found["outcomes"] == ["all", "none", "right", "left", "level", "odd"]
    assert found["good"]


# --- consoles and files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["gbk", "cp950", "ascii", "latin-1", "utf-8"])
def test_no_console_makes_it_fail(encoding: str) -> None:
    for args in (
        ["check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt"],
        ["check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt", "--lang", "both"],
        ["words", "touhu"],
        ["show", "touhu"],
        ["perform", "touhu"],
        ["check", "touhou", LEGAL],
        ["rites"],
    ):
        done = run(*args, PYTHONIOENCODING=encoding)
        assert b"Traceback" not in done.stderr, done.stderr
        assert done.returncode in (0, 1, 2)
        assert b"UnicodeEncodeError" not in done.stderr
        done.stdout.decode(encoding)


def test_a_console_without_ideographs_speaks_english() -> None:
    done = run("check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt", PYTHONIOENCODING="ascii")
    said = done.stdout.decode("ascii")
    assert "may not be done here" in said
    assert '"guest: throw"' in said


def test_a_gbk_console_shows_chinese() -> None:
    done = run("check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt", PYTHONIOENCODING="gbk")
    assert "此處不可「賓投」" in done.stdout.decode("gbk")


def test_data_on_a_strange_console_is_still_data() -> None:
    done = run("check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt", "--format", "json", PYTHONIOENCODING="cp950")
    assert json.loads(done.stdout.decode("ascii"))["findings"]


def test_files_are_utf8_whatever_the_console(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = run("perform", "touhu", "-o", path, LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "賓" in path.read_text("utf-8")
    assert run("check", "touhu", path, LC_ALL="C", PYTHONIOENCODING="ascii").returncode == 0


def test_no_colour_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm.cli import console

    class Terminal:
        def isatty(self) -> bool:
            return True

    assert b"\x1b[" not in run("check", "touhu", EXAMPLES / "wrong_fifth_arrow.txt").stdout
    monkeypatch.setattr(console.sys, "stdout", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert console.coloured()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.coloured()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "verdict.json"
    path.write_text("before", "utf-8")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    result = sheli("check", "touhu", LEGAL, "--format", "json", "-o", path)
    assert result.exit_code == 2
    assert path.read_text("utf-8") == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["verdict.json"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = sheli("perform", "touhu", "-o", tmp_path / "none" / "x.txt")
    assert result.exit_code == 2
    assert "x.txt" in result.stderr


# --- formats, forms, and the examples of 大射儀 -----------------------------------------------------------------------

FORMATS = ROOT / "examples" / "formats"
DASHE = ROOT / "examples" / "dashe"
EXPECTED = {
    "first_round": [],
    "wrong_seated_shooting": [("SH401", "DS2-01-101")],
    "wrong_ring_on_left_thumb": [("SH401", "DSB-19-002")],
    "wrong_guard_on_right_arm": [("SH401", "DSB-19-002")],
    "wrong_reports_with_rod": [("SH201", "DS2-01-098")],
    "wrong_tally_in_first_round": [("SH302", "DS2-01-078")],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_examples_of_the_great_archery(name: str) -> None:
    path = DASHE / f"{name}.txt"
    said = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("# sheli check"))
    result = sheli(*said.split()[2:4], path, *said.split()[5:], "--format", "json")
    found = json.loads(result.output)["findings"]
    assert [(f["code"], (f["clauses"] or [""])[0]) for f in found] == EXPECTED[name]
    assert result.exit_code == any(f["severity"] == "error" for f in found)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n == "wrong_reports_with_rod" else pytest.mark.slow) for n in EXPECTED]
)
def test_examples_asked_for_with_all_that_follows_have_the_same_mistakes(name: str) -> None:
    found = json.loads(sheli("check", "dashe", DASHE / f"{name}.txt", "--format", "json").output)["findings"]
    *mistakes, last = [(f["code"], (f["clauses"] or [""])[0]) for f in found]
    assert mistakes == EXPECTED[name]
    assert last[0] == "SH202"


def test_all_examples_of_the_great_archery_are_tested() -> None:
    assert {p.stem for p in DASHE.glob("*.txt")} == set(EXPECTED)


@pytest.mark.parametrize("ending", ["md", "html", "json", "csv", "xlsx", "eaf", "txt"])
def test_the_ending_of_the_output_says_the_report(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"findings.{ending}"
    assert sheli("check", "touhu", FORMATS / "wrong.zh.xlsx", "-o", out).exit_code == 1
    data = out.read_bytes()
    starts = {"md": b"# ", "html": b"<!DOCTYPE", "json": b"{", "csv": b"\xef\xbb\xbf", "xlsx": b"PK", "eaf": b"<?xml"}
    assert data.startswith(starts.get(ending, b""))


def test_a_workbook_keeps_what_it_has(tmp_path: Path) -> None:
    out = tmp_path / "findings.xlsx"
    sheli("check", "touhu", FORMATS / "wrong.zh.xlsx", "-o", out)
    sheet = pytest.importorskip("openpyxl").load_workbook(out)["腳本"]
    assert any("查驗" in str(cell.value) for row in sheet.iter_rows(max_row=3) for cell in row)
    assert sheli("check", "touhu", out).exit_code == 1


def test_messages_name_sheet_and_cell() -> None:
    said = sheli("check", "touhu", FORMATS / "wrong.zh.xlsx", "--lang", "en").output
    assert "sheet “腳本”, cell B" in said
    data = json.loads(sheli("check", "touhu", FORMATS / "wrong.zh.xlsx", "--format", "json").output)
    assert data["findings"][0]["sheet"] == "腳本"
    assert data["findings"][0]["place"]["zh"].endswith("格")


def test_a_sheet_that_is_not_there() -> None:
    result = sheli("check", "touhu", FORMATS / "game.zh.xlsx", "--sheet", "nowhere")
    assert result.exit_code == 2
    assert "腳本" in result.stderr


@pytest.mark.parametrize("form", ["yaml", "xlsx", "ods", "srt", "vtt", "eaf"])
def test_perform_writes_every_format(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{form}"
    assert sheli("perform", "touhu", "-o", path).exit_code == 0
    assert sheli("check", "touhu", path).exit_code == 0


@pytest.mark.parametrize("form", ["text", "json", "yaml", "csv", "xlsx", "ods", "srt", "vtt", "eaf"])
def test_forms_can_be_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / "form"
    assert sheli("template", "--format", form, "-o", path, "--lang", "en").exit_code == 0
    assert sheli("check", "touhu", path, "--format", "json").exit_code == 1


def test_the_formats_offered_are_those_there_are() -> None:
    from fsm.cli import check, perform
    from fsm.reports import REPORTS
    from fsm.scripts import WRITTEN

    assert sorted(check.FORMATS) == sorted(REPORTS)
    assert sorted(perform.FORMATS) == sorted(WRITTEN)


# --- completion in the shell ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        (["ch"], {"check"}),
        (["check", "--re"], {"--reading"}),
        (["check", "tou"], {"touhu"}),
        (["check", "touhu", "--lang", "zh"], {"zh-Hant", "zh-Hans"}),
        (["check", "touhu", "--from", "TH-0"], {f"TH-0{n}" for n in range(1, 8)}),
        (["draw", "dashe", "--section", "DS2-1"], {"DS2-10", "DS2-11", "DS2-12"}),
        (["check", "touhu", "examples/"], {"examples/"}),
        (["check", "touhu", "-o", "findings"], {"findings"}),
    ],
)
def test_the_shell_is_offered_what_there_is(begun: list[str], offered: set[str]) -> None:
    completion = get_completion_class("bash")
    assert completion is not None
    *before, incomplete = begun
    found = completion(main, {}, "sheli", "_SHELI_COMPLETE").get_completions(before, incomplete)
    assert {item.value for item in found} == offered
    assert {item.type for item in found} == {"file" if offered == {incomplete} else "plain"}
