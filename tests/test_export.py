"""The rite as data: its schema, its bytes, and that an interpreter reading nothing else agrees with the core."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import made_up
import pytest

from fsm.exporting import as_json, export, kit, schema, verdict, write_json, write_kit
from fsm.loading import load
from fsm.matching import Matcher
from fsm.rite import Rite
from fsm.rites import MODULES
from fsm.vocabulary import load as load_vocabulary

RITES = tuple(MODULES)
RUNNER = Path(__file__).parent.parent / "examples" / "javascript" / "run_kit.mjs"


@pytest.fixture(scope="module", params=RITES)
def rite(request: pytest.FixtureRequest) -> Rite:
    return load(request.param)


# --- the data ------------------------------------------------------------------------------------------------------


def nodes(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    inside = [*part.get("items", ()), *part.get("branches", ()), part.get("body"), part.get("step")]
    for child in inside:
        if child is not None:
            yield from nodes(child)


def test_validates(rite: Rite) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    validator.validate(export(rite))


def test_the_schema_is_strict(rite: Rite) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    data = export(rite)
    next(n for n in nodes(data["score"]) if n["kind"] == "step")["actor"] = "guest"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(data)


def test_the_same_bytes_each_time(rite: Rite, tmp_path: Path) -> None:
    write_json(rite, tmp_path / "one.json")
    write_json(load(rite.id), tmp_path / "two.json")
    one = (tmp_path / "one.json").read_bytes()
    assert one == (tmp_path / "two.json").read_bytes()
    assert b"\r" not in one
    assert json.loads(one) == export(rite)


def test_ids_are_each_ones_own_and_passages_refer_to_acts(rite: Rite) -> None:
    data = export(rite)
    kinds = {n["id"]: n["kind"] for n in nodes(data["score"])}
    assert len(kinds) == sum(1 for _ in nodes(data["score"]))
    assert {kinds[i] for p in data["passages"] for i in p["steps"]} == {"step"}


def test_everything_used_is_there(rite: Rite) -> None:
    data = export(rite)
    registers = {r["name"] for r in data["registers"]}
    assert all(r["initial"] in r["domain"] for r in data["registers"])
    words = data["vocabulary"]
    for node in nodes(data["score"]):
        if node["kind"] == "step":
            assert node["act"] in data["verbs"]
            assert node["act"] in words["verb"]
            assert set(node["actors"]) <= set(data["persons"])
            assert set(node["actors"]) <= set(words["role"])
            assert set(node["clauses"]) <= set(data["citations"])
            assert set(node.get("by", ())) <= set(data["commentators"])
        if node["kind"] in ("when", "loop"):
            assert set(ground(node["test"])) <= registers
    named = [names for kind in words.values() for names in kind.values()]
    assert all(set(names) >= {"zh-Hant", "zh-Hans", "en", "pinyin"} for names in named)
    for dispute in data["disputes"]:
        assert dispute["chosen"] in {p["key"] for p in dispute["positions"]}


def test_persons_of_one_name_come_by_their_number() -> None:
    persons = export(load("dashe", cast={"pairs": 12}))["persons"]
    archers = [person for person in persons if person.startswith("upper_archer.")]
    assert archers == [f"upper_archer.{n}" for n in range(1, len(archers) + 1)]
    assert len(archers) > 9


def test_the_interpreter_is_small_and_its_lines_are_short() -> None:
    for module in RUNNER.parent.glob("*.mjs"):
        lines = module.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 150, module.name
        assert max(map(len, lines)) <= 120, module.name


def ground(term: Any) -> Iterator[str]:
    if isinstance(term, list):
        if term[0] == "reg":
            yield term[1] if len(term) == 2 else f"{term[1]}[{term[2]}]"
        else:
            for part in term[1:]:
                yield from ground(part)


def test_a_stretch_begins_in_its_own_world() -> None:
    data = export(load("touhu", start="TH-05", given={"right_horses": 2}))
    initial = {r["name"]: r["initial"] for r in data["registers"]}
    assert initial["told[host]"] is True
    assert initial["horses[right]"] == 2
    assert all(c.startswith(("TH-04", "TH-05", "TH-06")) for n in nodes(data["score"]) for c in n.get("clauses", ()))


def test_readings_change_the_score_and_are_named() -> None:
    one, other = export(load("touhu")), export(load("touhu", reading="TH-10=dadai"))
    chosen = {d["id"]: d["chosen"] for d in other["disputes"]}
    assert chosen["TH-10"] == "overseer"
    assert one["score"] != other["score"]


# --- the kit -------------------------------------------------------------------------------------------------------


def test_the_kit_is_the_same_each_time_and_holds_both_verdicts(rite: Rite) -> None:
    made = kit(rite, 3, 10)
    assert as_json(made) == as_json(kit(load(rite.id), 3, 10))
    verdicts = Counter(s["expected"]["accepted"] for s in made["scripts"])
    assert set(verdicts) == {True, False}
    for script in made["scripts"]:
        expected = script["expected"]
        assert expected["accepted"] or 0 <= expected["index"] <= len(script["actions"])


def test_verdicts_are_those_of_checking() -> None:
    from fsm.checking import Checker, as_script

    rite = load("touhu", start="TH-05", end="TH-06", given={"right_horses": 2})
    checker = Checker(rite)
    for script in kit(rite, 10, 60)["scripts"]:
        found = checker.check(as_script(script["actions"])).conforms if script["actions"] else None
        assert found in (None, script["expected"]["accepted"]), script


# --- the interpreter in JavaScript ---------------------------------------------------------------------------------


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed, so the interpreter in JavaScript was not tried")
    return found


def run(files: Iterable[Path]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([node(), str(RUNNER), *map(str, files)], capture_output=True, text=True, check=False)


def tried(rite: Rite, folder: Path, right: int, wrong: int, seed: int = 0) -> None:
    node()
    write_json(rite, folder / "rite.json")
    (folder / "kit.json").write_text(as_json(kit(rite, right, wrong, seed)), encoding="utf-8")
    done = run([folder / "kit.json", folder / "rite.json"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{right + wrong} scripts, 0 disagreements" in done.stdout


def test_javascript_agrees(rite: Rite, tmp_path: Path) -> None:
    tried(rite, tmp_path, 6, 25)


@pytest.mark.parametrize(
    "setting",
    [
        {"rite": "touhu", "cast": {"pairs": 3}, "start": "TH-04", "end": "TH-04"},
        {"rite": "touhu", "reading": ["TH-04=ludian", "TH-08=huowei", "TH-11=yishu"], "start": "TH-05"},
    ],
)
def test_javascript_agrees_in_other_settings(setting: dict[str, Any], tmp_path: Path) -> None:
    tried(load(**setting), tmp_path, 8, 30)


def made_up_files(seeds: range, folder: Path) -> Iterator[Path]:
    """Kits for made-up rites of every combinator, each with its rite."""
    for seed in seeds:
        rite = made_up.rite_from_seed(seed)
        if rite is None:
            continue
        rng, matcher, scripts = random.Random(seed), Matcher(rite, load_vocabulary()), []
        for n in range(12):
            word = made_up.walk(rite, rng.choice) if n % 2 else made_up.random_word(rng.choice)
            word = made_up.mutated(rng.choice, word, 1) if n % 4 > 1 else word
            word = [a for a in word if not a.unknown and a.passage is None]
            actions = [a.to_json() for a in word]
            scripts.append({"name": f"{seed}-{n}", "expected": verdict(matcher, word), "actions": actions})
        files = folder / f"{seed}.kit.json", folder / f"{seed}.rite.json"
        files[0].write_text(as_json({"scripts": scripts}), encoding="utf-8")
        write_json(rite, files[1])
        yield from files


def test_javascript_agrees_on_made_up_rites(tmp_path: Path) -> None:
    node()
    done = run(made_up_files(range(120), tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_played_in_javascript_conforms(rite: Rite, seed: int, tmp_path: Path) -> None:
    from fsm.checking import Checker, as_script

    write_json(rite, tmp_path / "rite.json")
    game = RUNNER.with_name("play.mjs"), tmp_path / "rite.json", str(seed)
    done = subprocess.run([node(), *map(str, game)], capture_output=True, text=True, check=True)
    found = Checker(rite).check(as_script(json.loads(done.stdout)["actions"]))
    assert found.conforms
    assert not found.findings


def test_a_disagreement_is_told(tmp_path: Path) -> None:
    rite = load("touhu", start="TH-01", end="TH-01")
    write_json(rite, tmp_path / "rite.json")
    wrong = kit(rite, 2, 0)
    wrong["scripts"][1]["expected"] = {"accepted": False, "index": 0, "reason": {"kind": "not-next"}}
    (tmp_path / "kit.json").write_text(as_json(wrong), encoding="utf-8")
    done = run([tmp_path / "kit.json", tmp_path / "rite.json"])
    assert done.returncode == 1
    assert "walk-1" in done.stdout
    assert run([]).returncode == 2


def test_a_kit_can_be_written(tmp_path: Path) -> None:
    write_kit(load("touhu", start="TH-01", end="TH-01"), tmp_path / "kit.json")
    assert len(json.loads((tmp_path / "kit.json").read_bytes())["scripts"]) == 500


@pytest.mark.long
def test_javascript_agrees_at_length(rite: Rite, tmp_path: Path) -> None:
    for seed in range(5):
        tried(rite, tmp_path, 200, 2_000, seed)


@pytest.mark.long
def test_javascript_agrees_on_many_made_up_rites(tmp_path: Path) -> None:
    node()
    for first in range(120, 5_000, 500):
        done = run(made_up_files(range(first, first + 500), tmp_path))
        assert done.returncode == 0, done.stdout + done.stderr
