"""Pictures of the flow: sheets of paper, readable type, nothing over anything, nothing left out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import diagrams
from diagrams import engine as engines
from diagrams.geometry import trespasses
from diagrams.graph import Edge, Graph, Node
from diagrams.labels import Block, Line, Span
from diagrams.measure import width
from diagrams.page import curve
from fsm.loading import load
from fsm.rite import Composition, Definition, Rite, Section, Setting
from fsm.score import (
    Actor,
    as_before,
    block,
    choice,
    crossing,
    editorial,
    forgoes,
    loop,
    manner,
    nothing,
    outcome,
    pair_after_pair,
    passage,
    seq,
    short_form,
    times,
    together,
    unsaid,
    when,
)
from fsm.terms import Reg
from fsm.world import Register

try:
    engines.engine()
    GRAPHVIZ = True
except diagrams.DrawingError:
    GRAPHVIZ = False

slow = pytest.mark.slow
LANGS = ("zh-Hant", "zh-Hans", "en", "both")
drawn = pytest.mark.skipif(not GRAPHVIZ, reason="Graphviz is not installed")
raster = pytest.mark.skipif(
    not GRAPHVIZ or engines.chinese_fonts() is not True, reason="Graphviz or a Chinese font is not installed"
)
SVG = "{http://www.w3.org/2000/svg}"
A4, A3 = (595.28, 841.89), (841.89, 1190.55)
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


# --- a rite with everything -----------------------------------------------------------------------------------------

NASTY = "<b>\"R&D\"</b> 'x' \\N {a|b}"


def compose(_: Setting) -> Composition:
    """Every combinator once, and a phrase full of markup."""
    guest, host, director = Actor("guest"), Actor("host"), Actor("archery_director")
    side = Reg("side")

    def up(n: int) -> object:
        mine = Actor(f"upper_archer.{n}")
        steps = [passage("MU-02", "001 升", mine.go_up(to="hall"))]
        if n > 1:
            steps.append(passage("MU-02", "002 相左", crossing(f"cross{n}", mine.salute())))
        return seq(*steps)

    def down(n: int) -> object:
        mine = Actor(f"upper_archer.{n}")
        steps = [passage("MU-02", "004 降", mine.go_down())]
        if n < 3:
            steps.append(passage("MU-02", "005 相揖", crossing(f"cross{n + 1}", mine.salute())))
        return seq(*steps)

    first = block(
        "始",
        passage("MU-01", "001 賓揖", guest.salute(to=host), f"002 {NASTY}", guest.say(to=host, words=NASTY)),
        english="the beginning",
    )
    score = seq(
        first,
        passage(
            "MU-01",
            "003 主人亦如之",
            as_before("主人亦如之", first, changes={"guest": "host", "host": "guest"}),
            "004 不拜",
            forgoes(host.bow()),
            "005 或坐或立",
            choice(host.kneel(), host.stand()),
            "006 乃飲",
            seq(
                unsaid(director.rise(), by="jia"),
                unsaid(host.wash("cup"), by="zheng kong"),
                host.drink("cup"),
                manner(host.rise()),
            ),
            "007 拜",
            editorial(host.bow(to=guest)),
            "008 三拜",
            times(3, guest.bow()),
            "009 餘句",
            nothing("無其事", "no act of its own"),
            "010 揖如初",
            short_form("揖如初", guest.salute(), guest.go_up()),
            "011 同時",
            together(seq(guest.wash("cup"), guest.pour("cup")), seq(director.set_up("holder"), director.rise())),
        ),
        pair_after_pair(
            (1, 2, 3),
            up,  # type: ignore[arg-type]
            lambda n: passage("MU-02", "003 射", Actor(f"upper_archer.{n}").shoot(hit=outcome(False, True))),
            down,  # type: ignore[arg-type]
        ),
        passage(
            "MU-03",
            "001 復求矢",
            loop(Reg("arrows") > 0, host.fetch_arrows()),
            "002 右勝",
            when(side.is_("right"), guest.drink("cup")),
            "003 左勝",
            when(side.is_("left"), host.drink("cup")),
            "004 鈞",
            when(side.is_("level"), seq(guest.salute(), host.salute())),
        ),
    )
    registers = (
        Register("side", ("right", "left", "level"), "level"),
        Register("arrows", (0, 1, 2), 0),
    )
    return Composition(score, registers)


EVERYTHING = Definition(
    id="made_up",
    zh="雜禮",
    en="A rite of everything",
    source="made up",
    sections=(Section("MU-01", "始", "Beginning"), Section("MU-02", "射", "Shooting"), Section("MU-03", "終", "End")),
    cast=(),
    disputes=(),
    compose=compose,
)


@pytest.fixture(scope="module")
def touhu() -> Rite:
    return load("touhu")


@pytest.fixture(scope="module")
def dashe() -> Rite:
    return load("dashe")


@pytest.fixture(scope="module")
def everything() -> Rite:
    from fsm.rite import Rite as Plain

    setting = Setting({}, load("touhu").profile)
    return Plain(EVERYTHING, setting, compose(setting), ())


# --- reading a picture ------------------------------------------------------------------------------------------------


def texts(svg: bytes) -> Iterator[tuple[str, float, tuple[float, float, float, float]]]:
    """Each text with its size and its box: left, top, right, bottom."""
    for node in ET.fromstring(svg).iter(f"{SVG}text"):
        said = "".join(node.itertext())
        size = float(node.attrib["font-size"])
        wide = width(said, size, node.get("font-weight") == "bold")
        x, y = float(node.attrib["x"]), float(node.attrib["y"])
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[node.get("text-anchor", "start")]
        if said.strip():
            yield said, size, (left, y - size * 0.72, left + wide, y + size * 0.12)


def overlaps(svg: bytes) -> list[tuple[str, str]]:
    """Texts that stand over one another."""
    found, boxes = [], list(texts(svg))
    for i, (a, _, p) in enumerate(boxes):
        for b, _, q in boxes[i + 1 :]:
            wide = min(p[2], q[2]) - max(p[0], q[0])
            high = min(p[3], q[3]) - max(p[1], q[1])
            # Kerning and hinting make words a little narrower than the sum of their letters.
            slack = max(2.5, 0.06 * max(p[2] - p[0], q[2] - q[0]))
            if wide > slack and high > 1.2:
                found.append((a, b))
    return found


def paper(svg: bytes) -> tuple[float, float]:
    box = ET.fromstring(svg).attrib["viewBox"].split()
    return float(box[2]), float(box[3])


def said(svg: bytes) -> str:
    return "\n".join(text for text, _, _ in texts(svg))


def check_sheet(svg: bytes, size: tuple[float, float]) -> None:
    wide, high = paper(svg)
    assert wide == pytest.approx(size[0], abs=0.1)
    assert high / size[1] == pytest.approx(round(high / size[1]), abs=0.001)
    for text, points, box in texts(svg):
        assert points >= 7, text
        assert box[0] >= 8, text
        assert box[2] <= wide - 8, text
    assert overlaps(svg) == []


# --- the pictures -----------------------------------------------------------------------------------------------------


@drawn
@pytest.mark.parametrize("lang", [pytest.param(n, marks=slow if n in ("zh-Hans", "en") else ()) for n in LANGS])
class TestSheets:
    def test_overview_is_one_a4_with_every_section(self, touhu: Rite, lang: str) -> None:
        svg = diagrams.draw(touhu, lang=lang)
        check_sheet(svg, (A4[1], A4[0]))
        assert paper(svg)[1] == pytest.approx(A4[0], abs=0.1)
        assert all(section.id in said(svg) for section in touhu.sections)

    def test_poster_is_a3_with_every_section_that_has_acts(self, touhu: Rite, lang: str) -> None:
        svg = diagrams.draw(touhu, view="poster", lang=lang)
        check_sheet(svg, (A3[1], A3[0]))
        shown = said(svg)
        assert all(section.id in shown for section in touhu.sections if section.id != "TH-07")

    def test_sections_are_a4_with_every_clause(self, touhu: Rite, lang: str) -> None:
        for section in touhu.sections:
            svg = diagrams.draw(touhu, view="section", section=section.id, lang=lang)
            check_sheet(svg, A4)
            shown = said(svg)
            numbers = {c.rsplit("-", 1)[1] for c in touhu.citations if c.startswith(section.id)}
            if lang == "en":
                numbers -= {"002"} if section.id == "TH-02" else set()
            assert not {n for n in numbers if n not in shown}, section.id

    def test_everything(self, everything: Rite, lang: str) -> None:
        check_sheet(diagrams.draw(everything, lang=lang), (A4[1], A4[0]))
        check_sheet(diagrams.draw(everything, view="poster", lang=lang), (A3[1], A3[0]))
        for section in everything.sections:
            check_sheet(diagrams.draw(everything, view="section", section=section.id, lang=lang), A4)


@drawn
@pytest.mark.parametrize("rite", ["touhu", "dashe"])
def test_what_is_said_in_english_pictures_has_no_marks_as_wide_as_ideographs(
    rite: str, request: pytest.FixtureRequest
) -> None:
    made = request.getfixturevalue(rite)
    section = made.sections[3].id
    for view in ({"view": "overview"}, {"view": "section", "section": section}):
        shown = said(diagrams.draw(made, lang="en", **view))
        assert re.findall(".*[“”‘’].*", shown) == []
        assert "(1 acts)" not in shown


@drawn
@pytest.mark.parametrize("picture", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.stem)
def test_the_pictures_of_the_docs_say_what_is_drawn_now(picture: Path) -> None:
    """Else draw them anew: sheli draw RITE --lang both -o docs/pictures/RITE_overview.svg, and .png."""
    rite, view = picture.stem.split("_")
    assert said(picture.read_bytes()) == said(diagrams.draw(load(rite), view=view, lang="both"))


@drawn
class TestDashe:
    @pytest.mark.parametrize("lang", ["zh-Hant", "both"])
    def test_overview_is_one_a4_with_its_forks(self, dashe: Rite, lang: str) -> None:
        svg = diagrams.draw(dashe, lang=lang)
        check_sheet(svg, (A4[1], A4[0]))
        assert paper(svg)[1] == pytest.approx(A4[0], abs=0.1)
        assert all(section.id in said(svg) for section in dashe.sections)
        assert "右勝或左勝" in said(svg)
        assert "左右鈞" in said(svg)

    @pytest.mark.parametrize(
        ("section", "pages"),
        [
            pytest.param("DS2-01", 4, marks=slow),
            pytest.param("DS2-07", 6, marks=slow),
            ("DS2-09", 2),
            pytest.param("DS2-10", 5, marks=slow),
            ("DS2-12", 1),
        ],
    )
    def test_sections_need_few_pages_and_show_every_clause(self, dashe: Rite, section: str, pages: int) -> None:
        svg = diagrams.draw(dashe, view="section", section=section)
        check_sheet(svg, A4)
        assert paper(svg)[1] <= A4[1] * pages + 1
        shown = said(svg)
        numbers = {c.rsplit("-", 1)[1] for c in dashe.citations if c.startswith(section)}
        assert not {n for n in numbers if n not in shown}

    @slow
    def test_the_poster_takes_few_sheets(self, dashe: Rite) -> None:
        svg = diagrams.draw(dashe, view="poster")
        check_sheet(svg, (A3[1], A3[0]))
        assert paper(svg)[1] <= A3[0] * 5 + 1

    def test_what_all_of_a_section_depends_on_stands_in_its_heading(self, dashe: Rite) -> None:
        shown = said(diagrams.draw(dashe, view="section", section="DS2-10", page=1))
        assert shown.count("右勝或左勝") == 1
        assert "若 [右勝或左勝]，左右鈞則否" in shown

    def test_two_that_cross_are_marked(self, dashe: Rite) -> None:
        shown = said(diagrams.draw(dashe, view="section", section="DS2-05"))
        assert "⇄ 退者與進者相左" in shown

    def test_a_loop_that_goes_over_a_page_leads_back_to_its_first_clause(self, dashe: Rite) -> None:
        shown = said(diagrams.draw(dashe, view="section", section="DS2-05", lang="both"))
        back = re.findall("復自 ([0-9]+ .)", shown)
        assert set(back) == {"011 上", "041 以"}


# --- arrows and what they pass over -----------------------------------------------------------------------------------


def passed_over(rite: Rite, view: str, section: str | None, lang: str) -> list[tuple[str, str]]:
    document = diagrams.Flow(rite, view, section, lang=lang).document(engines.engine())
    return [found for page in document.pages for found in trespasses(page.graph)]


def views(rite: Rite) -> list[tuple[str, str | None]]:
    return [("overview", None), ("poster", None), *(("section", section.id) for section in rite.sections)]


class TestArrows:
    """No arrow passes over a box or a label that is not its own."""

    @pytest.mark.parametrize("over", ["box", "label"])
    def test_one_that_does_is_found(self, over: str) -> None:
        graph = Graph()
        for name, y in (("a", 100.0), ("b", 50.0), ("c", 0.0)):
            graph.nodes[name] = Node(name, "", {}, None, (50, y, 20, 10))
        graph.edges.append(Edge("a", "c", {}, pos=curve([(50, 95), (50, 5)], arrow=True)))
        assert trespasses(graph) == [("a → c", "b")]
        if over == "label":
            graph.nodes["b"] = replace(graph.nodes["b"], box=(90, 50, 20, 10))
            label = Block((Line((Span("label", 8),)),))
            graph.edges.append(Edge("b", "b", {}, label, at=(50, 30)))
            assert trespasses(graph) == [("a → c", "label of b")]

    @drawn
    @pytest.mark.parametrize("lang", [pytest.param("zh-Hant", marks=slow), "both"])
    def test_touhu(self, touhu: Rite, lang: str) -> None:
        found = {view: passed_over(touhu, *view, lang) for view in views(touhu)}
        assert {view: over for view, over in found.items() if over} == {}

    @drawn
    @pytest.mark.parametrize("section", ["DS2-02", "DS2-09"])
    def test_sections_of_dashe(self, dashe: Rite, section: str) -> None:
        assert passed_over(dashe, "section", section, "zh-Hant") == []

    @drawn
    @pytest.mark.parametrize(
        "lang", [pytest.param(lang, marks=slow if lang == "zh-Hant" else pytest.mark.long) for lang in LANGS]
    )
    def test_all_of_dashe_which_is_legible_too(self, dashe: Rite, lang: str) -> None:
        engine = engines.engine()
        for view, section in views(dashe):
            document = diagrams.Flow(dashe, view, section, lang=lang).document(engine)
            assert [over for page in document.pages for over in trespasses(page.graph)] == [], (view, section)
            size = {"overview": (A4[1], A4[0]), "poster": (A3[1], A3[0]), "section": A4}[view]
            check_sheet(document.render(engine, "svg"), size)


@drawn
class TestContents:
    def test_the_phrases_of_the_classic_stand_in_the_cards(self, touhu: Rite) -> None:
        shown = said(diagrams.draw(touhu, view="section", section="TH-05"))
        for phrase in ("命酌曰", "酌者曰諾", "當飲者皆跪奉觴", "敬養"):
            assert phrase in shown
        assert "右勝" in shown
        assert "鄭玄、孔穎達補" in shown

    def test_simplified(self, touhu: Rite) -> None:
        shown = said(diagrams.draw(touhu, view="section", section="TH-05", lang="zh-Hans"))
        assert "胜者跪" in shown
        assert "勝" not in shown

    def test_as_before_names_what_it_repeats(self, touhu: Rite) -> None:
        shown = said(diagrams.draw(touhu, view="section", section="TH-02"))
        assert "TH-02-007–015" in shown
        assert "賓 → 主人" in shown

    def test_kinds_of_line(self, everything: Rite) -> None:
        root = ET.fromstring(diagrams.draw(everything, view="section", section="MU-01"))
        dashes = {
            node.findtext(f"{SVG}title"): [p.get("stroke-dasharray") for p in node.iter(f"{SVG}path")][:1]
            for node in root.iter(f"{SVG}g")
            if node.get("class") == "node"
        }
        by_clause = {name: dash for name, dash in dashes.items() if name and "MU-01" in name}
        assert any(d == ["5,2"] for n, d in by_clause.items() if "006" in n)
        assert any(d == [None] for n, d in by_clause.items() if "006" in n)
        assert any(d == ["1,5"] for n, d in by_clause.items() if "007" in n)

    def test_forks_frames_and_crossings(self, everything: Rite) -> None:
        shooting = said(diagrams.draw(everything, view="section", section="MU-02"))
        assert "前者" in shooting
        assert "× 3" in shooting
        assert "上射·二" not in shooting
        ending = said(diagrams.draw(everything, view="section", section="MU-03"))
        assert "復行" in ending
        assert "[餘]" not in ending
        dot = diagrams.draw(everything, view="section", section="MU-02", format="dot").decode()
        assert "dir=both" in dot

    def test_a_free_choice_says_that_it_is_one(self, everything: Rite) -> None:
        assert "擇一" in said(diagrams.draw(everything, view="section", section="MU-01"))
        assert "either" in said(diagrams.draw(everything, view="section", section="MU-01", lang="en"))

    @pytest.mark.parametrize("room", [40, 70, 100, 130, 160, 400])
    def test_a_heading_stands_above_something_and_below_a_gap(self, touhu: Rite, room: float) -> None:
        flow = diagrams.Flow(touhu, "section", "TH-04")
        for table in flow._tables(flow.scene.section("TH-04"), room):
            lines = ["".join(span.text for span in line.left).strip() for line in table.lines]
            assert lines[0]
            assert [text for text in lines if text][-1] not in ("餘句", "異說所從")
            if "異說所從" in lines[1:]:
                assert lines[lines.index("異說所從") - 1] == ""

    def test_an_overview_of_a_stretch_shows_the_stretch(self) -> None:
        shown = said(diagrams.draw(load("touhu", start="TH-04", end="TH-06")))
        assert re.findall("TH-0[0-9]", shown) == ["TH-04", "TH-05", "TH-06"]

    def test_what_is_supplied_in_the_middle_of_what_one_does_is_in_brackets(self, everything: Rite) -> None:
        shown = said(diagrams.draw(everything, view="section", section="MU-01"))
        assert re.search("〔.+〕鄭玄、孔穎達補", shown)

    def test_prohibition_and_clauses_without_acts(self, everything: Rite) -> None:
        shown = said(diagrams.draw(everything, view="section", section="MU-01", lang="both"))
        assert "⊘ 主人不拜" in shown
        assert "no act of its own" in shown

    def test_mono_has_letters_and_no_colour(self, touhu: Rite) -> None:
        svg = diagrams.draw(touhu, theme="mono").decode()
        assert "Ⓐ" in svg
        colours = set(re.findall(r'"#([0-9a-f]{6})"', svg))
        assert all(c[0:2] == c[2:4] == c[4:6] for c in colours)

    def test_title_and_description(self, touhu: Rite) -> None:
        root = ET.fromstring(diagrams.draw(touhu, lang="both"))
        assert "投壺" in (root.findtext(f"{SVG}title") or "")
        assert "禮記" in (root.findtext(f"{SVG}desc") or "")

    def test_markup_is_escaped(self, everything: Rite) -> None:
        shown = said(diagrams.draw(everything, view="section", section="MU-01", lang="both"))
        assert "<b>" in shown
        assert "R&D" in shown
        assert "\\N" in shown

    def test_font_may_be_chosen(self, touhu: Rite) -> None:
        svg = diagrams.draw(touhu, font="My Ming").decode()
        assert "'My Ming'" in svg

    def test_notebook(self, touhu: Rite) -> None:
        assert diagrams.Flow(touhu)._repr_svg_().lstrip().startswith("<?xml")


# --- formats ---------------------------------------------------------------------------------------------


@raster
class TestFormats:
    def test_png(self, touhu: Rite, tmp_path: Path) -> None:
        data = diagrams.draw(touhu, format="png", path=tmp_path / "a.png", dpi=72)
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert (tmp_path / "a.png").read_bytes() == data

    def test_pdf_has_pages_of_a4(self, touhu: Rite) -> None:
        pypdf = pytest.importorskip("pypdf")
        import io

        reader = pypdf.PdfReader(
            io.BytesIO(diagrams.draw(touhu, view="section", section="TH-04", lang="both", format="pdf"))
        )
        assert len(reader.pages) > 1
        for page in reader.pages:
            assert float(page.mediabox.width) == pytest.approx(A4[0], abs=0.5)
            assert float(page.mediabox.height) == pytest.approx(A4[1], abs=0.5)
        assert "投壺" in "".join(page.extract_text() for page in reader.pages)

    def test_one_page(self, touhu: Rite) -> None:
        svg = diagrams.draw(touhu, view="section", section="TH-04", lang="both", page=2)
        assert paper(svg) == pytest.approx(A4, abs=0.1)
        with pytest.raises(diagrams.DrawingError, match="page 99"):
            diagrams.draw(touhu, view="section", section="TH-04", page=99)

    @pytest.mark.parametrize("format", ["svg", "png", "pdf", "dot"])
    def test_the_same_twice(self, touhu: Rite, format: str) -> None:
        a, b = (diagrams.draw(touhu, view="section", section="TH-06", format=format, dpi=60) for _ in range(2))
        assert a == b


@drawn
def test_the_same_whatever_the_hash_seed() -> None:
    code = (
        "import sys, diagrams, hashlib; from fsm.loading import load; r = load('touhu');"
        "d = diagrams.draw(r) + diagrams.draw(r, view='section', section='TH-04') + diagrams.draw(r, view='poster')"
        "+ diagrams.draw(r, format='dot'); print(hashlib.sha256(d).hexdigest())"
    )
    seen = set()
    for seed in ("0", "1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent.parent)}
        seen.add(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)
    assert len(seen) == 1


class TestWithout:
    """What happens where something is not installed, or is asked for that there is not."""

    def test_graphviz(self, touhu: Rite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setitem(sys.modules, "pygraphviz", None)
        for format in ("svg", "png", "pdf"):
            with pytest.raises(diagrams.DrawingError, match="install") as caught:
                diagrams.draw(touhu, format=format)
            assert caught.value.code == "no-graphviz"
        assert b"digraph" in diagrams.draw(touhu, format="dot")
        assert b"cluster_" in diagrams.draw(touhu, view="section", section="TH-04", format="dot")

    @drawn
    def test_chinese_font(self, touhu: Rite, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(engines, "chinese_fonts", lambda: False)
        for format in ("png", "pdf"):
            with pytest.raises(diagrams.DrawingError, match="No Chinese font") as caught:
                diagrams.draw(touhu, format=format)
            assert caught.value.code == "no-chinese-font"
        assert diagrams.draw(touhu, format="svg")

    def test_kind_view_section(self, touhu: Rite) -> None:
        for wrong in (
            {"kind": "pie"},
            {"view": "side"},
            {"view": "section"},
            {"section": "TH-04"},
            {"view": "section", "section": "XX-1"},
            {"lang": "la"},
            {"format": "gif"},
        ):
            with pytest.raises(diagrams.DrawingError):
                diagrams.draw(touhu, **wrong)  # type: ignore[arg-type]
