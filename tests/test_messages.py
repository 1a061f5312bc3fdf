"""Messages: every code from a real script, whole sentences in both languages, names and not ids."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

import fsm
from fsm import messages, templates
from fsm.acting import action_of_move
from fsm.actions import Action
from fsm.checking import Checker, Finding, UnreadableScript, Verdict
from fsm.cli.explanations import EXPLANATIONS
from fsm.rite import Rite, UsageError
from fsm.scripts import read, write
from fsm.scripts.errors import ERRORS, PROBLEMS
from fsm.terms import Const, Op, Reg
from fsm.wording import act_text, register_text, term_text

LEGAL = Path(__file__).parent.parent / "examples" / "touhu" / "legal.txt"

CODES = (
    "SH101", "SH102", "SH201", "SH202", "SH203", "SH301", "SH302", "SH401", "SH402", "SH501", "SH601", "SH701",
    "SH702", "SH801", "SH802", "SH803", "SH901",
)  # fmt: skip


@cache
def rite(name: str = "touhu") -> Rite:
    return fsm.load(name)


def lines() -> list[str]:
    said = (line.split("#")[0].strip() for line in LEGAL.read_text("utf-8").splitlines())
    return [line for line in said if line]


def at(start: str) -> int:
    return next(i for i, line in enumerate(lines()) if line.startswith(start))


def with_line(index: int, line: str | None, *, instead: bool = False) -> list[str]:
    script = lines()
    script[index : index + instead] = [line] if line is not None else []
    return script


def moved(start: str, before: str) -> list[str]:
    script = lines()
    line = script.pop(at(start))
    script.insert(next(i for i, other in enumerate(script) if other.startswith(before)), line)
    return script


def late_script() -> list[fsm.Action]:
    """A performance of the first shooting in which a pair shoots before the last is back."""
    chance, situation, moves = random.Random(1), rite("dashe").start, []
    while situation.moves and not any(m.late for m in moves):
        late = [m for m in situation.moves if m.late]
        move = chance.choice(late or situation.moves)
        moves.append(move)
        situation = move.target
    return [action_of_move(rite("dashe"), m) for m in moves]


def tallied_too_early() -> list[fsm.Action]:
    """The first shooting with a tally laid, which this round forgoes."""
    actions = list(fsm.perform(rite("dashe")).actions)
    shot = next(i for i, a in enumerate(actions) if a.act == "shoot")
    return [*actions[: shot + 1], fsm.Action(actors=("tally_officer",), act="lay_tally"), *actions[shot + 1 :]]


def shuffled() -> list[str]:
    script = lines()
    random.Random(3).shuffle(script)
    return script


def verdict_with(code: str) -> Verdict:
    touhu = rite()
    match code:
        case "SH101":
            return fsm.check(touhu, "\n".join(moved("司射 設 中", "司射 度壺")))
        case "SH102":
            return fsm.check(rite("dashe"), late_script(), partial=True)
        case "SH201":
            return fsm.check(touhu, "\n".join(with_line(at("大師 諾"), None, instead=True)))
        case "SH202":
            return fsm.check(touhu, "\n".join(lines()[:-2]))
        case "SH203":
            return fsm.check(touhu, "\n".join(lines()), strict=True)
        case "SH301":
            return fsm.check(touhu, "\n".join(with_line(at("賓、主人 就席"), "主人 揖 >賓")))
        case "SH302":
            return fsm.check(rite("dashe"), tallied_too_early())
        case "SH401":
            return fsm.check(touhu, "\n".join(with_line(at("司射 度壺"), "司射 度壺 壺 間距=4", instead=True)))
        case "SH402":
            return fsm.check(touhu, "\n".join(with_line(at("主人 揖"), "主人 拜 >賓", instead=True)))
        case "SH501":
            wrong = '主人 命 >弦者 "請奏貍首閒若一"'
            return fsm.check(touhu, "\n".join(with_line(at("司射 命 >弦者"), wrong, instead=True)))
        case "SH601":
            return fsm.check(touhu, "\n".join(with_line(at('司射 請 >賓、主人 "左右卒投請數"'), "賓 投 投法=不入")))
        case "SH701":
            second = at("主人 投") + 1
            return fsm.check(touhu, "\n".join(with_line(second, "賓 投 投法=不入", instead=True)))
        case "SH702":
            return fsm.check(touhu, "\n".join(with_line(at("主人 投 投法=不入") + 1, "司射 釋算 黨=左")))
        case "SH801":
            return fsm.check(touhu, "\n".join(with_line(at("司射 設 中"), "司謝 設 中", instead=True)))
        case "SH901":
            return fsm.check(touhu, "\n".join(shuffled()))
    raise AssertionError(code)


REAL = [code for code in CODES if code not in ("SH802", "SH803")]


@pytest.mark.parametrize("code", REAL)
def test_each_code_comes_from_a_script_and_is_said_in_both_languages(code: str) -> None:
    verdict = verdict_with(code)
    found = [f for f in verdict.findings if f.code == code]
    assert found, [f.code for f in verdict.findings]
    for finding in found:
        zh, en = messages.message(finding, "zh-Hant"), messages.message(finding, "en")
        assert zh.endswith("。")
        assert en.endswith((".", ".)"))
        assert not re.search(r"[{}_]", zh + en), (zh, en)
        assert messages.message(finding, "both") == f"{zh}\n{en}"


@pytest.mark.parametrize("code", ["SH101", "SH201", "SH401", "SH601", "SH801"])
def test_one_mistake_is_one_finding_whose_fix_conforms(code: str) -> None:
    verdict = verdict_with(code)
    assert [f.code for f in verdict.findings] == [code]
    assert verdict.repaired


def test_a_failing_rule_is_said_with_its_values() -> None:
    finding = verdict_with("SH601").findings[0]
    assert messages.message(finding, "zh-Hant") == "此處不可「賓投」：手中有矢方投（人四矢）（賓之矢＝0）。請刪去。"
    assert "arrows of guest = 0" in messages.message(finding, "en")


def test_simplified_messages_are_simplified() -> None:
    finding = verdict_with("SH501").findings[0]
    said = messages.message(finding, "zh-Hans")
    assert "请改正人名" in said
    assert "請" not in said


def test_several_extra_acts_are_counted() -> None:
    script = with_line(at("司射 命 >弦者"), "主人 揖 >賓\n主人 拜 >賓\n賓 拜 >主人")
    finding = fsm.check(rite(), "\n".join(script)).findings[0]
    assert "3" in messages.message(finding, "en")
    assert len(finding.fix) == 3


def test_every_code_has_a_template_and_an_explanation() -> None:
    assert {key.partition(".")[0] for key in templates.FINDINGS} == set(CODES)
    assert set(EXPLANATIONS) == set(CODES)
    for one in EXPLANATIONS.values():
        for zh, en in (one.title, one.meaning, one.example, one.remedy):
            assert zh
            assert en
            assert en.isascii() or "“" in en or "’" in en


@pytest.mark.parametrize("code", list(templates.FINDINGS))
def test_templates_of_both_languages_fill_the_same_way(code: str) -> None:
    zh, en = templates.FINDINGS[code]
    fields = [set(re.findall(r"\{(\w+)\}", said)) for said in (zh, en)]
    assert fields[0] == fields[1]


def test_a_line_outside_the_model_has_its_note() -> None:
    finding = Finding("SH802", "unknown", "note", 0, None)
    assert "未作檢查" in messages.message(finding, "zh-Hant")
    assert "not checked" in messages.message(finding, "en")


# --- errors of use and of reading ----------------------------------------------------------------------------

WRONG_USE = [
    ({"rite": "touhou"}, "touhu"),
    ({"start": "TH-99"}, "TH-01"),
    ({"start": "TH-05", "end": "TH-02"}, "TH-05"),
    ({"reading": "zhuu"}, "did you mean zhu"),
    ({"reading": "TH-09=nobody"}, "TH-09=kong"),
    ({"reading": "TH-99=zhu"}, "TH-09"),
    ({"cast": {"pair": 2}}, "did you mean pairs"),
    ({"cast": {"pairs": 9}}, "5"),
    ({"given": {"horses": 1}}, "right_horses"),
    ({"without": ["TH-99"]}, "TH-01"),
]


@pytest.mark.parametrize(("wrong", "named"), WRONG_USE)
def test_errors_of_use_name_what_was_asked_and_what_there_is(wrong: dict, named: str) -> None:
    with pytest.raises(UsageError) as caught:
        fsm.load(**{"rite": "touhu", **wrong})
    said = str(caught.value)
    assert named in said
    assert said == messages.usage_message(caught.value, "en")
    assert messages.usage_message(caught.value, "zh-Hant").endswith("。")


@pytest.mark.parametrize("code", list(ERRORS))
def test_every_error_of_reading_is_said(code: str) -> None:
    error = fsm.ScriptError(code, **dict.fromkeys(ERRORS[code], "X"))
    zh, en = messages.script_message(error, "zh-Hant"), messages.script_message(error, "en")
    assert code in templates.SCRIPT_ERRORS
    assert zh.endswith("。")
    assert en.endswith(".")


def test_every_problem_of_reading_is_said() -> None:
    assert set(PROBLEMS) <= set(templates.PROBLEMS)


@pytest.mark.parametrize("line", ["投", "賓", "[請賓", "99:99:99 賓 投"])
def test_problems_of_a_script_are_reported(line: str) -> None:
    script = fsm.read(line.encode(), name="x.txt")
    for problem in script.problems:
        assert problem.code in templates.PROBLEMS
        assert "{" not in messages.problem_message(problem, "both")


def test_nonsense_is_one_message() -> None:
    with pytest.raises(UnreadableScript) as caught:
        fsm.check(rite(), "\n".join(["lorem: ipsum dolor"] * 40))
    said = messages.unreadable_message(caught.value, "en")
    assert "40 of 40" in said
    assert "sheli words" in said


# --- words and reports -----------------------------------------------------------------------------------------------


def test_denials_are_said_directly() -> None:
    test = Op("not", (Op("and", (Reg("result").is_("right"), Reg("cup").is_("full"))),))
    assert term_text(test, "en") == "result ≠ right ∨ cup ≠ full"
    assert term_text(Op("or", (Op("is", (Const("a"), Const("b"))), Reg("ready"))), "en") == "ready"


def test_a_report_quotes_the_line_and_the_classic() -> None:
    said = messages.report(verdict_with("SH601"), "both")
    assert "賓 投 投法=不入" in said
    assert "禮記・投壺 TH-07-001「算多少視其坐」" in said
    assert "1 error; profile zheng" in said
    assert "\x1b" not in said
    assert "\x1b[" in messages.report(verdict_with("SH601"), "both", colour=True)


def test_a_verdict_as_data_has_the_shape_of_the_contract() -> None:
    data = messages.verdict_json(verdict_with("SH601"))
    assert set(data) >= {
        "rite",
        "profile",
        "cast",
        "conforms",
        "repaired",
        "cost",
        "costs",
        "assumed",
        "alternatives",
        "findings",
    }
    (finding,) = data["findings"]
    assert set(finding) >= {
        "code", "kind", "severity", "index", "line", "action", "message", "expected", "guard", "clauses", "citations",
        "fix",
    }  # fmt: skip
    assert set(finding["message"]) == {"zh", "en"}
    assert finding["guard"][0]["values"] == {"arrows[guest]": 0}
    assert finding["fix"] == [{"op": "delete", "index": finding["index"]}]
    assert {c["clause"] for c in finding["citations"]} >= {"TH-07-001"}
    assert all(set(c) == {"clause", "phrase", "source", "who"} for c in finding["citations"])
    assert len(finding["expected"]) <= 8


def test_an_act_that_another_reading_allows_names_that_reading() -> None:
    script = [line.replace("司射", "司正") if "請立馬" in line and "曰" not in line else line for line in lines()]
    verdict = fsm.check(rite(), "\n".join(script))
    assert [f.code for f in verdict.findings] == ["SH501"] * 3
    assert verdict.alternatives == ("TH-10=overseer",)
    assert "TH-10=overseer" in messages.report(verdict, "en")
    assert fsm.check(fsm.load("touhu", reading="TH-10=dadai"), "\n".join(script)).conforms


def test_alternatives_keep_the_stretch_and_the_cast() -> None:
    from fsm.alternatives import under

    made = fsm.load("touhu", start="TH-03", end="TH-05", cast={"pairs": 2}, without=["TH-03"])
    other = under(made, "TH-09=zhu")
    assert other.cast == made.cast
    assert other.profile.chosen("TH-09") == "pairs_and_odd"
    first = lambda r: [(m.step.act, m.step.clauses) for m in r.start.moves]  # noqa: E731
    assert first(other) == first(made)
    assert {s.cites[0].section for s in other.steps} == {s.cites[0].section for s in made.steps}


# --- names, places, and what lies outside ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["touhu", "dashe"])
def test_every_register_and_value_has_a_name(name: str) -> None:
    from fsm.vocabulary import load
    from fsm.wording import register_text, value_text

    made, known = fsm.load(name), load()
    heads = {register.name.partition("[")[0] for register in made.schema.registers}
    assert not [head for head in sorted(heads) if head not in known.ids("key")]
    words = {v for register in made.schema.registers for v in register.domain if isinstance(v, str)}
    words |= {v for step in made.steps for k, v in step.details if isinstance(v, str) and k != "words"}
    words |= {v for step in made.steps for _, values in step.outcomes for v in values if isinstance(v, str)}
    assert not [word for word in sorted(words) if re.search("[a-z]", value_text(word, "zh"))]
    assert not [r.name for r in made.schema.registers if re.search("[a-z]", register_text(r.name, "zh"))]


def test_whom_a_profile_follows_is_said_by_name() -> None:
    assert messages.profile_text("zheng", "zh") == "鄭玄"
    assert messages.profile_text("zhu, TH-09=zhu", "zh") == "朱熹、TH-09＝朱熹"
    assert messages.profile_text("zheng", "en") == "zheng (鄭玄)"


BEFORE = ["賓 獻 爵 >主人", "主人 卒爵", "賓 降"]


def test_acts_before_and_after_that_are_not_modelled_are_one_note_each() -> None:
    verdict = fsm.check(rite(), "\n".join([*BEFORE * 3, *lines(), *BEFORE]))
    assert [(f.code, f.severity, f.kind) for f in verdict.findings] == [("SH802", "note", "unknown")] * 2
    assert [f.index for f in verdict.findings] == [0, 9 + len(lines())]
    assert verdict.conforms
    assert verdict.repaired
    assert "9" in messages.message(verdict.findings[0], "zh-Hant")
    assert not any(f.fix for f in verdict.findings)


def test_a_fault_among_them_is_still_repaired() -> None:
    spoilt = lines()
    at = next(i for i, line in enumerate(spoilt) if "請數" in line)
    del spoilt[at]
    verdict = fsm.check(rite(), "\n".join([*BEFORE * 2, *spoilt, *BEFORE * 2]))
    assert {f.code for f in verdict.findings} >= {"SH802"}
    assert not verdict.conforms
    assert verdict.repaired


def test_a_line_too_many_in_the_middle_is_no_note() -> None:
    half = len(lines()) // 2
    verdict = fsm.check(rite(), "\n".join([*lines()[:half], "賓 降", *lines()[half:]]))
    assert "SH802" not in [f.code for f in verdict.findings]
    assert not verdict.conforms


def test_a_script_that_stops_after_a_section_is_told_how_to_check_it() -> None:
    made = fsm.load("dashe", end="DS2-02")
    text = "\n".join(fsm.scripts.format_action(a) for a in fsm.perform(made).actions)
    (finding,) = fsm.check(fsm.load("dashe"), text).findings
    assert finding.code == "SH202"
    for lang in ("zh-Hant", "en"):
        said = messages.message(finding, lang)
        assert "--to DS2-02" in said
        assert "--partial" in said


def test_a_detail_the_rite_never_states_is_noted() -> None:
    verdict = fsm.check(rite(), "\n".join(line + (" 色=丹" if line.startswith("賓 投") else "") for line in lines()))
    (finding,) = verdict.findings
    assert (finding.code, finding.severity) == ("SH803", "note")
    assert "色＝丹" in messages.message(finding, "zh-Hant")
    assert verdict.conforms


@pytest.mark.parametrize(
    ("action", "zh", "en"),
    [
        (
            Action(("archery_director",), "report", addressee=("duke",)),
            "司射向公告",
            "director of archery: report (to duke)",
        ),
        (
            Action(("chief_archer_officer",), "hand_over", "bow", addressee=("duke",)),
            "大射正授弓於公",
            "chief archer-officer: hand over bow (to duke)",
        ),
        (
            Action(("guest",), "go_up", place="west_head"),
            "賓升西階上",
            "guest: go up to head of the west steps",
        ),
        (Action(("guest",), "go", place="west_of_hall"), "賓適堂西", "guest: go to west of the hall"),
        (Action(("tally_officer",), "lay_tally", "tally"), "釋獲者釋算", "tally officer: lay one tally"),
    ],
)
def test_an_act_reads_as_a_phrase(action: Action, zh: str, en: str) -> None:
    assert act_text(action, "zh") == zh
    assert act_text(action, "en") == en


# --- names, not keys -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["touhu", "dashe"])
def test_who_takes_part_is_said_in_chinese_by_names(name: str) -> None:
    said = messages.cast_text(rite(name), "zh")
    assert not re.search("[A-Za-z]", said), said
    assert len(said.split("、")) == len(rite(name).cast)


@pytest.mark.parametrize("name", ["touhu", "dashe"])
def test_registers_read_as_english(name: str) -> None:
    """No register is "place where one is of …", "has drunk of …" or "leave of for …"."""
    for register in rite(name).schema.registers:
        said = register_text(register.name, "en")
        assert not re.search(r"\b(is|are|has|told|set|drunk|by|for|of|to) of | of (for|to|by) ", said), said


def test_a_line_not_understood_at_all_is_told_once(tmp_path: Path) -> None:
    """A stage direction among the acts is one finding, which says where it belongs."""
    for direction, told in (("（燈暗）,", "備註"), (",（燈暗）", "備註"), (",（奏樂）", "備註")):
        table = "角色,動作\n主人,受\n" + direction + "\n主人,適\n"
        verdict = Checker(rite()).check(read(table, name="a.csv"), partial=True)
        said = messages.report(verdict, "zh-Hant")
        assert said.count(": 錯誤 ") == said.count("（燈暗）」（") + ("奏樂" in direction) == 1
        assert "no-act" not in said
        assert told in said


def test_words_of_the_classic_are_glossed_in_english() -> None:
    script = with_line(at("主人 受"), None)
    wrong = [line.replace("賜灌", "多謝") for line in script]
    finding = next(f for f in fsm.check(rite(), "\n".join(wrong)).findings if f.code == "SH401")
    assert "賜灌 (You favour us with drink)" in messages.message(finding, "en")
    assert "favour" not in messages.message(finding, "zh-Hant")


@pytest.mark.parametrize(
    ("line", "zh", "en"),
    [
        ("上射 履物 @物", "上射履物", "upper archer: step on the mark"),
        ("司射 去扑 扑", "司射去扑", "director of archery: take the rod off"),
        ("主人 反位 @西階", "主人反位西階", "host: return to one's place at west steps"),
        ("司射 降 @西階下", "司射降西階下", "director of archery: go down to foot of the west steps"),
    ],
)
def test_what_the_verb_says_is_not_said_twice(line: str, zh: str, en: str) -> None:
    action = read(line).items[0].action
    assert (act_text(action, "zh"), act_text(action, "en")) == (zh, en)


@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
def test_what_a_repair_names_is_no_id(lang: str) -> None:
    """A performance of either rite, written as a table, has names throughout."""
    for made in (rite(), fsm.load("dashe", "DS2-10", "DS2-10", given={"result": "right"})):
        table = write(fsm.perform(made, outcomes={"fall": "odd"} if made.id == "touhu" else {}).actions, "csv", lang)
        cells = {cell for line in table.splitlines()[1:] for cell in line.rsplit(",", 1)[0].split(",")}
        assert not [cell for cell in cells if "_" in cell]


def test_a_row_without_an_actor_is_one_finding_that_says_so() -> None:
    table = "角色,動作\n司射,適筵前\n司射,度壺\n司射,反位\n,設中\n司射,取算\n"
    verdict = Checker(fsm.load("touhu", start="TH-02")).check(read(table, name="a.csv"), partial=True)
    said = {lang: messages.report(verdict, lang) for lang in ("zh-Hant", "en")}
    assert "「設中」沒有寫由誰做：應由司射做" in said["zh-Hant"]
    assert "“set up tally-holder” does not say who acts" in said["en"]
    assert "no-actor" not in said["zh-Hant"]


def test_a_passage_that_there_is_not_is_called_so() -> None:
    finding = next(f for f in fsm.check(rite(), "\n".join(with_line(at("主人 退"), "[旁白]"))).findings)
    assert "沒有「[旁白]」這一段" in messages.message(finding, "zh-Hant")
    assert "no passage “[旁白]”" in messages.message(finding, "en")


def test_problems_name_things_and_not_ids() -> None:
    script = read("角色,動作,器物\n主人,受矢,弓\n", input_format="csv")
    (problem,) = script.problems
    assert messages.problem_message(problem, "zh-Hant") == "同一事寫了兩次：「弓」；用了後面的。"
    assert "“bow”" in messages.problem_message(problem, "en")


def test_a_section_done_twice_is_not_blamed_on_the_branch_not_taken() -> None:
    """The losers drink whichever side has won: that the other has not is no reason against it."""
    script = lines()
    first = next(i for i, line in enumerate(script) if "為何=爵" in line)
    last = at("不勝者 飲")
    again = "\n".join([*script[: last + 1], *script[first : last + 1], *script[last + 1 :]])
    (finding,) = fsm.check(rite(), again).findings
    assert finding.details.get("when") is None
    assert "勝負" not in messages.message(finding, "zh-Hant")
    said = messages.report(fsm.check(rite(), again), "zh-Hant")
    assert said.count("刪去第") == 1
    assert f"刪去第 {last + 2} 行至第 {2 * last - first + 2} 行" in said


def test_an_outcome_is_blamed_only_where_another_would_help() -> None:
    """In the first round no tally is granted, whatever the arrow did."""
    first = fsm.load("dashe", start="DS2-01", end="DS2-01")
    acts = list(fsm.perform(first).actions)
    shot = next(i for i, a in enumerate(acts) if a.act == "shoot")
    tally = fsm.Action(actors=("archery_director",), act="lay_tally")
    (finding,) = fsm.check(first, [*acts[: shot + 1], tally, *acts[shot + 1 :]]).findings
    assert finding.code == "SH601"
    assert "所報的結果" not in messages.message(finding, "zh-Hant")


def test_a_repair_within_a_line_names_the_act() -> None:
    for text in ("主人 受，適\n主人 退，反位，興\n主人 揖", "角色,動作\n主人,受、適\n主人,退、反位、興\n主人,揖\n"):
        said = messages.report(Checker(rite()).check(read(text), partial=True), "zh-Hant")
        assert "行的「興」" in said, said
