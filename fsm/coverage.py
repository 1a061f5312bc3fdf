"""How far a rite covers the clauses of the classic, and where its phrases and fields differ from a ledger.

A ledger is a file of JSON lines, one clause each: `id`, `text` (as its edition prints it), `norm` (restored,
where that is kept), `kind`, `actor`, `act`, `place`, `facing`.  A row is covered when an act, a rule, a
prohibition, a measure, a condition, a remark with its reason, or a reading cites it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .matching import COARSE_PLACES, SAME_PLACE
from .rite import Rite, UsageError
from .score import MOVES, Remark, Step, walk
from .vocabulary import fold
from .vocabulary import load as load_vocabulary

LEDGERS: Mapping[str, str] = {
    "TH": "touhu.jsonl",
    "DS2": "dashe.jsonl",
    "DS1": "drinking.jsonl",
    "XS2": "xiangshe.jsonl",
}
"""Stretch (the first part of its clauses' ids) → its ledger."""

SEEDS: Mapping[str, tuple[str, ...]] = {"TH": ("004",), "DS2": ("002",), "DS1": ("001",), "XS2": ("003", "000")}
"""Stretch → beginnings of the names of the editions that print it."""

VARIANTS = str.maketrans("竒閒闲賔党扵筭囙馀𨽻𤼵棞", "奇間间賓黨於算因餘隸發梱")
"""Graphs that editions print for one another, beside those that folding knows."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """What an edition misprints in a clause: what it prints, what should stand there, and why."""

    printed: str
    restored: str
    why: str


RESTORED: Mapping[str, Restoration] = {
    "DS2-01-052": Restoration("其而俟", "共而俟", "misprint; 共 is how he holds his hands"),
    "DS2-01-094": Restoration("決舍", "決拾", "misprint; 說決拾 as at 01-058"),
    "DS2-02-001": Restoration("決送", "決遂", "misprint; 袒決遂 as at 01-031"),
    "DS2-04-020": Restoration("遂此眾耦", "遂比眾耦", "misprint; 比 is to match"),
    "DS2-05-045": Restoration("還退", "退", "還 is repeated from the clauses before"),
    "DS2-07-029": Restoration("比一笴", "北一笴", "misprint; the measure is to the north"),
    "DS2-10-011": Restoration("司射袒", "司射遂袒", "the edition lacks 遂"),
    "DS2-10-107": Restoration("豐于觶", "豐與觶", "misprint; stand and cup are both taken away"),
    "DS2-11-004": Restoration("皆加設勺", "皆加勺", "設 belongs to the next clause"),
    "DS2-11-005": Restoration("洗于", "設洗于", "設 is printed in the clause before"),
    "DS2-11-041": Restoration("而侯", "而俟", "misprint; 俟 is to wait"),
}
"""Clause → what is restored in it, in the pages and so in the comparison."""


Restored = frozenset[tuple[str, str]]
"""Pairs of a graph as printed and as restored, both folded."""


@dataclass(frozen=True, slots=True)
class Row:
    """One clause of a ledger."""

    id: str
    text: str
    norm: str
    fields: Mapping[str, Any]

    @property
    def section(self) -> str:
        return self.id.rsplit("-", 1)[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of a ledger's row beside what the rite has; `why` explains it, or is empty."""

    clause: str
    field: str
    ledger: str
    encoded: str
    why: str = ""


@dataclass(slots=True)
class Coverage:
    """What was found of one rite.

    cited: clauses cited, with how; rows, missing: of the ledger; phrases: clauses whose phrase differs from
    the ledger's row; unfound: clauses whose phrase the edition does not have in this order; differences: fields.
    """

    rite: str
    cited: dict[str, set[str]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    phrases: list[tuple[str, str, str]] = field(default_factory=list)
    unfound: list[tuple[str, str]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    restored: list[tuple[str, Restoration]] = field(default_factory=list)

    def outside(self, sections: Iterable[str]) -> list[str]:
        """Sections of the ledger that the rite has nothing of, given those it has."""
        begun = {*sections, *(clause.rsplit("-", 1)[0] for clause in self.cited)}
        return [section for section in by_section(row.id for row in self.rows) if section not in begun]


# --- what a rite cites -------------------------------------------------------------------------------------------


def cited_clauses(rite: Rite) -> dict[str, set[str]]:
    """Every clause cited under any reading, with how.

    How: act, detail, law, forgoes, property, nothing, when, loop, repeat or reading.
    """
    found: dict[str, set[str]] = {}
    for part in walk(rite.full_score):
        how = part.kind if isinstance(part, Remark) else type(part).__name__.lower()
        how = {"step": "act", "named": "repeat"}.get(how, how)
        for cite in getattr(part, "cites", ()):
            found.setdefault(cite.clause, set()).add(how)
        if isinstance(part, Step):
            for _, cite in part.detail_cites:
                found.setdefault(cite.clause, set()).add("detail")
    for dispute in rite.profile.disputes.values():
        found.setdefault(dispute.clause, set()).add("reading")
    return found


def by_section(clauses: Iterable[str]) -> dict[str, int]:
    """How many clauses there are of each section, in order."""
    counts: dict[str, int] = {}
    for clause in sorted(clauses):
        section = clause.rsplit("-", 1)[0]
        counts[section] = counts.get(section, 0) + 1
    return counts


def ranges(clauses: Iterable[str]) -> list[str]:
    """Clauses with those that follow one another put together: DS2-13-001..003."""
    runs: list[tuple[str, int, int]] = []
    for clause in clauses:
        section, _, last = clause.rpartition("-")
        if not last.isdecimal():
            runs.append((clause, -1, -1))
            continue
        number = int(last)
        if runs and runs[-1][0] == section and runs[-1][2] == number - 1:
            runs[-1] = (section, runs[-1][1], number)
        else:
            runs.append((section, number, number))
    return [
        section if first < 0 else f"{section}-{first:03}" + (f"..{last:03}" if last > first else "")
        for section, first, last in runs
    ]


# --- ledgers and editions ----------------------------------------------------------------------------------------


def stretches(rite: Rite) -> list[str]:
    """The stretches of a rite, by the ids of its sections."""
    return list(dict.fromkeys(s.id.split("-")[0] for s in rite.sections))


def read_ledger(folder: Path, stretch: str) -> list[Row]:
    """The rows of a stretch; UsageError where there is no such file or a line cannot be read."""
    path = folder / LEDGERS.get(stretch, f"{stretch.lower()}.jsonl")
    if not path.is_file():
        raise UsageError("no-ledger", path=str(folder), files=[path.name])
    rows = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            raw = json.loads(line)
            rows.append(Row(raw["id"], raw["text"], raw.get("norm") or raw["text"], raw))
        except (ValueError, KeyError, TypeError) as error:
            reason = f"{type(error).__name__} {error}"
            raise UsageError("bad-ledger", path=str(path), line=number, reason=reason) from None
    return [r for r in rows if r.id.split("-")[0] == stretch]


def read_restorations(path: Path) -> Restored:
    """Graphs lost or misprinted with what they should be: a table with the columns seed_char and restored.

    Raises UsageError where there is no such table.
    """
    try:
        head, *lines = path.read_text("utf-8").splitlines()
        columns = head.split("\t")
        wrong, right = columns.index("seed_char"), columns.index("restored")
    except (OSError, ValueError) as error:
        raise UsageError("bad-ledger", path=str(path), line=1, reason=str(error)) from None
    cells = (line.split("\t") for line in lines)
    return frozenset((comparable(c[wrong]), comparable(c[right])) for c in cells if len(c) > max(wrong, right))


def comparable(text: str) -> str:
    """A phrase with script, variants, punctuation and marks of restoration folded away."""
    return fold(text.translate(VARIANTS))


def in_order(
    rows: Sequence[Row], phrases: Mapping[str, str], edition: str, restored: Restored = frozenset()
) -> Iterator[tuple[str, str]]:
    """Clauses whose phrase the edition does not have where the order of the rows wants it.

    As many phrases as can be are found one after the other.  Where a phrase is restored, the words as the
    edition prints them will do.
    """
    text = comparable(edition)
    wanted = [row for row in rows if row.id in phrases]
    kept = _longest_chain([_places(text, row, phrases[row.id], restored) for row in wanted])
    yield from ((row.id, phrases[row.id]) for number, row in enumerate(wanted) if number not in kept)


def _places(text: str, row: Row, phrase: str, restored: Restored) -> list[int]:
    """Where a text has a phrase, or the row's own words for it."""
    words = [comparable(phrase)]
    if (
        words[0] in _put_right(row)
        or words[0] in comparable(row.norm)
        or _restores(words[0], comparable(row.text), restored)
    ):
        words.append(comparable(row.text))
    found: set[int] = set()
    for each in filter(None, dict.fromkeys(words)):
        at = text.find(each)
        while at >= 0:
            found.add(at)
            at = text.find(each, at + 1)
    return sorted(found)


def _longest_chain(places: Sequence[Sequence[int]]) -> frozenset[int]:
    """The most numbers of lists of which one place each can be taken, ascending."""
    ends: list[int] = []
    links: list[tuple[int, Any]] = []
    for number, options in enumerate(places):
        # From the last place to the first, so that no list gives two.
        for place in reversed(options):
            length = bisect_left(ends, place)
            link = (number, links[length - 1] if length else None)
            if length == len(ends):
                ends.append(place)
                links.append(link)
            else:
                ends[length], links[length] = place, link
    chain: set[int] = set()
    last: tuple[int, Any] | None = links[-1] if links else None
    while last is not None:
        chain.add(last[0])
        last = last[1]
    return frozenset(chain)


def read_editions(folder: Path, stretch: str) -> list[str]:
    """The editions of a stretch that a folder has."""
    return [
        path.read_text("utf-8", errors="replace")
        for start in SEEDS.get(stretch, ())
        for path in sorted(folder.glob(f"{start}*.txt"))
    ]


# --- comparison --------------------------------------------------------------------------------------------------


def cover(
    rite: Rite, ledger: Path | None = None, seeds: Path | None = None, restorations: Path | None = None
) -> Coverage:
    """What a rite covers; with a ledger also what it misses and where it differs; with editions, whether they agree.

    Raises UsageError for a folder or ledger that is not there or cannot be read.
    """
    for option, path in (("--ledger", ledger), ("--seeds", seeds)):
        if path is not None and not path.is_dir():
            raise UsageError("no-such-folder", option=option, path=str(path))
    found = Coverage(rite.id, cited_clauses(rite))
    if ledger is None:
        return found
    phrases = {clause: cite.phrase for clause, cite in _all_phrases(rite).items()}
    restored = read_restorations(restorations) if restorations else frozenset()
    for stretch in stretches(rite):
        rows = read_ledger(ledger, stretch)
        found.rows += rows
        found.restored += [(r.id, RESTORED[r.id]) for r in rows if r.id in RESTORED and r.id in phrases]
        found.missing += [r.id for r in rows if r.id not in found.cited]
        found.phrases += [
            (r.id, phrases[r.id], r.norm) for r in rows if r.id in phrases and not _agrees(phrases[r.id], r, restored)
        ]
        if seeds is not None:
            unfound = [list(in_order(rows, phrases, text, restored)) for text in read_editions(seeds, stretch)]
            unfound.sort(key=len)
            found.unfound += unfound[0] if unfound else []
        found.differences += _differences(rite, rows)
    return found


def _all_phrases(rite: Rite) -> Mapping[str, Any]:
    from .rite import all_citations

    found: dict[str, Any] = {}
    for cite in all_citations(rite.full_score):
        found.setdefault(cite.clause, cite)
    return found


def _agrees(phrase: str, row: Row, restored: Restored = frozenset()) -> bool:
    mine = comparable(phrase)
    texts = comparable(row.norm), comparable(row.text), _put_right(row)
    return any(mine in theirs or theirs in mine or _restores(mine, theirs, restored) for theirs in texts)


def _put_right(row: Row) -> str:
    """The words of a row with what is known to be misprinted in it put right."""
    known = RESTORED.get(row.id)
    if known is None:
        return comparable(row.norm)
    return comparable(row.norm).replace(comparable(known.printed), comparable(known.restored))


def _restores(phrase: str, printed: str, restored: Restored) -> bool:
    """Whether a phrase is what an edition prints, with graphs put right that are known to be wrong there."""
    return len(phrase) == len(printed) and all(
        a == b or (b, a) in restored for a, b in zip(phrase, printed, strict=True)
    )


def _differences(rite: Rite, rows: Iterable[Row]) -> Iterator[Difference]:
    acts: dict[str, list[Step]] = {}
    for part in walk(rite.full_score):
        if isinstance(part, Step):
            for cite in part.cites:
                acts.setdefault(cite.clause, []).append(part)
            for _, cite in part.detail_cites:
                acts.setdefault(cite.clause, []).append(part)
    disputed = {d.clause: d.id for d in rite.profile.disputes.values()}
    for row in rows:
        steps = acts.get(row.id, [])
        if not steps:
            continue
        for name in ("actor", "act", "place", "facing"):
            stated = str(row.fields.get(name) or "")
            if not stated:
                continue
            encoded = _encoded(name, steps, rite)
            wanted = _understood(name, stated)
            if not wanted or wanted & encoded or (name == "actor" and _all_of_them(wanted, encoded, rite)):
                continue
            why = _explained(name, stated, wanted, encoded, str(row.fields.get("kind")))
            why = why or (_place_explained(wanted, encoded, steps) if name == "place" else "")
            if not why and row.id in disputed:
                why = f"reading {disputed[row.id]}"
            yield Difference(row.id, name, stated, ", ".join(sorted(encoded)), why)


def _encoded(name: str, steps: Iterable[Step], rite: Rite) -> set[str]:
    found: set[str] = set()
    for step in steps:
        match name:
            case "actor":
                found |= {*step.actors, *(a.partition(".")[0] for a in step.actors)}
                found |= {step.office} if step.office else set()
                found |= {g for g, members in rite.groups.items() if set(members) == set(step.actors)}
                found |= {role for role, persons in rite.roles.items() if set(step.actors) <= set(persons)}
            case "act":
                found.add(step.act)
            case _:
                value = step.detail(name)
                found |= {value} if isinstance(value, str) else set()
    return found


_OUTSIDE = re.compile(r"[（(〔［\[].*?[)）〕］\]]")
_APART = re.compile(r"[→、，,;；/ ]|皆")


def _understood(name: str, stated: str) -> set[str]:
    """What a field of the ledger means in ids; nothing where no name in it is known."""
    vocabulary = load_vocabulary()
    kind = {"actor": "role", "place": "place", "facing": "value"}.get(name)
    bare = stated.strip("[]［］")
    found: set[str] = set()
    for text in dict.fromkeys([bare, _OUTSIDE.sub("", stated), *_APART.split(_OUTSIDE.sub("", bare))]):
        if not text:
            continue
        if kind is not None:
            found |= set(vocabulary.find(text, kind))
        else:
            found |= set(vocabulary.find(text, "verb"))
            found |= {verb for acts in vocabulary.segment(text) for verb, _ in acts}
    return found


SPEECH = frozenset({"say", "ask", "report", "order", "assent", "reply", "call_up", "grant", "decline", "call_hit"})
"""Verbs of speaking: what the ledger takes from the words themselves is no act of its own."""


def _all_of_them(wanted: set[str], encoded: set[str], rite: Rite) -> bool:
    """Whether a group of the ledger is there with all its members."""
    return any(set(rite.groups.get(name, ("",))) <= encoded for name in wanted)


def _place_explained(wanted: set[str], encoded: set[str], steps: Iterable[Step]) -> str:
    """Why another place is no other place."""
    vocabulary = load_vocabulary()
    known = set(vocabulary.ids("place"))
    if "marker_food" in encoded:
        return "the rite names the thing that lies there"
    pairs = [(a, b) for a in wanted for b in encoded if a in known]
    if any(SAME_PLACE.get(a) == b or SAME_PLACE.get(b) == a for a, b in pairs):
        return "two names of one place"
    if any("mark" in (a, b) and a.endswith("mark") and b.endswith("mark") for a, b in pairs):
        return "the mark is resolved by the side one shoots for"
    if any(a.startswith(b) or b.startswith(a) or a in b.split("_") or b in a.split("_") for a, b in pairs):
        return "the one names the place more coarsely"
    if any(step.act in MOVES and step.detail("place") in encoded for step in steps):
        return "the ledger names the way, the rite where the act leads to"
    if any(COARSE_PLACES.get(a) == vocabulary.level(b) for a, b in pairs if b in known):
        return "the one names the place more coarsely"
    if any(b in vocabulary.adjacent(a) for a, b in pairs if b in known):
        return "beside it: where he stands, and what he goes to"
    if any(vocabulary.level(a) == vocabulary.level(b) for a, b in pairs if b in known):
        return "another name on the same ground: the rite names what lies there"
    return ""


_TWO_VERBS = (("設", "put"), ("取", "count_tallies"))
_FACING = re.compile("[東西南北]面[東西南北]上")
_GENERAL = re.compile("^[眾众諸诸皆一]|耦")


def _act_explained(stated: str, wanted: set[str], encoded: set[str]) -> str:
    """Why another verb is no other act."""
    vocabulary = load_vocabulary()
    bare = _OUTSIDE.sub("", stated) or stated.strip("[]［］")
    facing = "" if wanted - {"face"} else bare
    if facing or _FACING.fullmatch(bare) or any(vocabulary.find(part, "value") for part in _APART.split(bare) if part):
        return "a facing: a detail of the act"
    names = {char for verb in encoded for name in vocabulary.entry("verb", verb).zh for char in name}
    two = any(bare.startswith(verb) and other in encoded for verb, other in _TWO_VERBS)
    if two or any(char in names for char in _APART.sub("", bare)):
        return "one act in two verbs"
    return ""


def _explained(name: str, stated: str, wanted: set[str], encoded: set[str], kind: str) -> str:
    """Why a difference is none, where that can be told."""
    if stated.startswith(("[", "［")):
        return "supplied by the ledger, not said by the text"
    if name == "act" and (why := _act_explained(stated, wanted, encoded)):
        return why
    if name == "actor" and encoded and _GENERAL.search(stated):
        return "said of them in general: the rite has each of them"
    if not encoded:
        return "left open by the rite: a script may state it or not"
    if name == "actor" and kind == "utterance":
        return "the ledger names who says it, the rite has it where it is done"
    if (name == "act" and encoded & SPEECH) or (name == "actor" and kind == "rule"):
        return "the ledger names what is spoken of, the rite who speaks"
    if kind == "condition":
        return "a condition: the rite has the act that it hangs on"
    return ""
