"""From a score to a scene: the one place where pictures look at a rite."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace

from fsm.readings import COMMENTATORS
from fsm.rite import Rite
from fsm.rite import Section as RiteSection
from fsm.score import (
    Choice,
    Citation,
    Crossing,
    Loop,
    Named,
    Reading,
    Repeated,
    Score,
    Seq,
    Step,
    Together,
    When,
    steps,
)
from fsm.score import Remark as ScoreRemark
from fsm.score import walk as parts_of
from fsm.terms import Const, Op, Reg, Term, conjuncts, register_name, registers

from . import wording
from .copies import alike, generalised, merged, unlike
from .exclusion import exclusive, exhaustive
from .scene import (
    NO_TEXT,
    Arm,
    Ban,
    Branch,
    Card,
    Cite,
    Frame,
    Item,
    Mark,
    Parallel,
    Remark,
    Repeat,
    Role,
    Row,
    Scene,
    SectionInfo,
    Taken,
    Text,
    cites_of,
    roles_of,
    sections_of,
    walk,
)


def scene(rite: Rite) -> Scene:
    """What there is to draw of a rite, with the readings chosen in it."""
    reader = Extractor(rite)
    items = reader.items(rite.score)
    sections = tuple(reader.section(section, items) for section in rite.sections)
    roles = dict.fromkeys(role.key for item in walk(items) for role in roles_of(item))
    return Scene(
        id=rite.id,
        title=Text(rite.definition.zh, rite.definition.en),
        source=rite.definition.source,
        profile=profile_of(rite),
        sections=sections,
        items=items,
        roles=tuple(wording.role(key) for key in roles),
        outside=_outside(rite),
    )


def _outside(rite: Rite) -> frozenset[str]:
    """The sections before and after the stretch asked for, and those left out."""
    order, asked = [section.id for section in rite.sections], rite.request
    first = order.index(asked.start) if asked.start else 0
    last = order.index(asked.end) + 1 if asked.end else len(order)
    return frozenset((*order[:first], *order[last:], *asked.without))


def profile_of(rite: Rite) -> Text:
    """The profile in words: whom it follows first, and what is decided otherwise."""
    who = commentator(rite.profile.preference[0])
    overrides = ", ".join(f"{d}={k}" for d, k in sorted(rite.profile.overrides.items()))
    more = f" ({overrides})" if overrides else ""
    return Text(f"從{who.zh}{more}", f"after {who.en}{more}")


def commentator(id: str) -> Text:
    """A commentator's name."""
    if id in COMMENTATORS:
        return Text(COMMENTATORS[id].zh, COMMENTATORS[id].pinyin)
    return Text(id, id)


def _cite(citation: Citation) -> Cite:
    return Cite(citation.clause, citation.phrase)


def _cites(citations: tuple[Citation, ...]) -> tuple[Cite, ...]:
    return tuple(map(_cite, citations))


class Extractor:
    """Reads one rite."""

    def __init__(self, rite: Rite) -> None:
        self.rite = rite
        self._offices: Mapping[frozenset[str], str] = wording.NO_OFFICES
        self._given: tuple[Term, ...] = ()
        self._originals = self._index()

    # --- the tree ----------------------------------------------------------------------------------------------------

    def items(self, score: Score) -> tuple[Item, ...]:
        """The items of a score, acts of one clause put together."""
        return _carded(tuple(self._flat(score)))

    def _flat(self, score: Score) -> list[Item]:
        match score:
            case Seq(items):
                return self._sequence(items)
            case Step():
                return [self._card(score)]
            case Crossing(key=key, step=step):
                return [replace(self._card(step), crossing=key)]
            case When():
                return self._whens([score])
            case Choice(branches):
                return [Branch(tuple(Arm(NO_TEXT, self.items(b)) for b in branches), otherwise=False, free=True)]
            case Loop(test=test, body=body, cites=cites):
                label = wording.both("復行 [{}]", "again while [{}]", wording.guard(test))
                return [Frame("loop", label, self.items(body), cites=_cites(cites))]
            case Repeated():
                return self._repeated(score)
            case Together(branches=branches, deadline=deadline):
                arms = tuple(Arm(NO_TEXT, self.items(b)) for b in branches)
                full = _side_by_side(tuple(arm for arm in arms if arm.items), deadline)
                return [Parallel(full, deadline)] if len(full) > 1 else [i for arm in full for i in arm.items]
            case Named(kind="repeat"):
                return [self._repeat(score)]
            case ScoreRemark(kind="forgoes"):
                return self._ban(score)
            case Named() | Reading():
                return [item for child in score.children for item in self._flat(child)]
        return []

    def _sequence(self, parts: tuple[Score, ...]) -> list[Item]:
        """A sequence; conditions that stand side by side and exclude one another become one fork."""
        out: list[Item] = []
        pending: list[When] = []

        def flush() -> None:
            out.extend(self._whens(pending))
            pending.clear()

        for part in self._opened(parts):
            if isinstance(part, When):
                if pending and not self._one_fork([*pending, part]):
                    flush()
                pending.append(part)
            elif isinstance(part, ScoreRemark) and part.kind != "forgoes":
                continue
            else:
                flush()
                out.extend(self._flat(part))
        flush()
        return out

    def _opened(self, parts: tuple[Score, ...]) -> list[Score]:
        """The parts with nested sequences and plain names opened up."""
        out: list[Score] = []
        for part in parts:
            if isinstance(part, Seq) or (isinstance(part, Named) and part.kind != "repeat"):
                out.extend(self._opened(part.children))
            else:
                out.append(part)
        return out

    def _one_fork(self, whens: list[When]) -> bool:
        """Whether at most one of the conditions can be met: none hold together, and no act inside moves a later one."""
        if not exclusive(self.rite, [w.guard for w in whens]):
            return False
        if all(alike(self._within_office(a.body), self._within_office(whens[-1].body)) for a in whens[:-1]):
            return True
        tested = set(registers(whens[-1].guard))
        return not any(tested & self._written(w.body) for w in whens[:-1])

    def _written(self, score: Score) -> set[str]:
        """The registers that acts of a score may change."""
        world = self.rite.schema.initial
        out: set[str] = set()
        for step in steps(score):
            for effect in self.rite.effects(step, world, dict.fromkeys((k for k, _ in step.outcomes), "")):
                if wording.chosen(effect.value) != effect.register:
                    out.add(register_name(effect.register))
        return out

    def _whens(self, whens: list[When]) -> list[Item]:
        arms: list[Arm] = []
        silent: list[Text] = []
        for when in whens:
            inner = self._under(when)
            guard = wording.guard(when.guard)
            if not inner:
                silent.append(guard)
                continue
            cites = _cites(when.cites)
            for i, arm in enumerate(arms):
                folded = alike(arm.items, inner)
                if folded is not None:
                    either = wording.either(arm.guard, guard)
                    arms[i] = Arm(either, folded, tuple(dict.fromkeys((*arm.cites, *cites))))
                    break
            else:
                arms.append(Arm(guard, inner, cites))
        if not arms:
            return []
        closed = exhaustive(self.rite, [w.guard for w in whens], self._given)
        if closed and len(arms) == 1 and not silent:
            # The frame around it says so already.
            return list(arms[0].items)
        rest = NO_TEXT if closed else self._rest(whens)
        if closed and silent:
            rest = functools.reduce(wording.either, silent)
        return [Branch(tuple(arms), otherwise=bool(silent) or not closed, rest=rest)]

    def _under(self, when: When) -> tuple[Item, ...]:
        """The items of the body of a condition, in which it is known to hold as far as no act there changes it."""
        before, moved = self._given, self._written(when.body)
        self._given += tuple(g for g in conjuncts(when.guard) if not moved.intersection(registers(g)))
        try:
            return self._within_office(when.body)
        finally:
            self._given = before

    def _rest(self, whens: list[When]) -> Text:
        """What holds where none of the conditions does, if it is one value of one register."""
        tests = [w.guard for w in whens]
        kinds: set[Reg] = set()
        taken: set[Term] = set()
        for test in tests:
            if not (isinstance(test, Op) and test.op in ("is", "in") and isinstance(test.args[0], Reg)):
                return NO_TEXT
            kinds.add(test.args[0])
            taken.update(test.args[1:])
        if len(kinds) != 1 or len(taken) < 2:
            return NO_TEXT
        register = kinds.pop()
        domain = next((r.domain for r in self.rite.schema.registers if r.name == register_name(register)), ())
        left = [v for v in domain if Const(v) not in taken and v != "none"]
        return wording.guard(register.is_(left[0])) if len(left) == 1 else NO_TEXT

    def _within_office(self, body: Score) -> tuple[Item, ...]:
        """The items of the body of a condition, where offices (勝者) name persons."""
        before = self._offices
        self._offices = {**before, **{frozenset(s.actors): s.office for s in steps(body) if s.office}}
        try:
            return self.items(body)
        finally:
            self._offices = before

    def _repeated(self, score: Repeated) -> list[Item]:
        copies = [self.items(copy) for copy in score.copies]
        copies = [copy for copy in copies if copy]
        if len(copies) < 2:
            return [item for copy in copies for item in copy]
        if unlike(copies[0], copies[1]) and len(copies) > 2:
            # The first stands written out; of the others it is said that they are like it.
            label = wording.label(score.label if not score.label.startswith("×") else "the others", len(copies) - 1)
            rest = copies[1:]
            longest = max(range(1, len(rest)), key=lambda i: (_size(rest[i]), -i))
            body = merged(rest[0], rest[longest]) if _size(rest[longest]) >= _size(rest[0]) else rest[0]
            return [*copies[0], Frame("loop", label, generalised(body, rest))]
        longest = max(range(1, len(copies)), key=lambda i: (_size(copies[i]), -i))
        body = merged(copies[0], copies[longest])
        body = generalised(body, copies)
        return [Frame("loop", wording.label(score.label, len(copies)), body)]

    # --- the leaves --------------------------------------------------------------------------------------------------

    def _card(self, step: Step) -> Card:
        mark: Mark = step.optional or ("editorial" if step.editorial else "attested")
        cite = _cite(step.cites[0]) if step.cites else Cite("", "")
        return Card(
            cite=cite,
            rows=(self._row(step),),
            mark=mark,
            by=tuple(map(commentator, step.by)) if mark == "unsaid" else (),
            also=tuple(dict.fromkeys((*_cites(step.cites[1:]), *(_cite(c) for _, c in step.detail_cites)))),
            verbs=(step.act,),
        )

    def _row(self, step: Step) -> Row:
        return Row(wording.actors(self.rite, step), (wording.act(self.rite, step, self._offices),))

    def _ban(self, remark: ScoreRemark) -> list[Item]:
        if remark.pattern is None or not remark.cites:
            return []
        return [Ban(_cite(remark.cites[0]), self._row(remark.pattern))]

    def _repeat(self, score: Named) -> Repeat:
        inside = list(steps(score.body))
        of = dict.fromkeys(_cite(step.cites[0]) for step in inside if step.cites)
        own = _cite(score.cites[0]) if score.cites else next(iter(of), Cite("", score.name))
        of.pop(own, None)
        named = dict.fromkeys(
            part.name
            for part in parts_of(score.body)
            if isinstance(part, Named) and part.kind != "repeat" and not part.name.isascii()
        )
        roles = dict.fromkeys(role for step in inside for role in wording.actors(self.rite, step))
        return Repeat(own, score.name, tuple(of), tuple(named)[:2], self._changes(inside), tuple(roles), len(inside))

    def _index(self) -> dict[tuple[str, str, int], Step]:
        """Acts outside all repeats, by clause, verb and how often they have come before."""
        found: dict[tuple[str, str, int], Step] = {}
        seen: dict[tuple[str, str], int] = {}

        def visit(part: Score) -> None:
            if isinstance(part, Named) and part.kind == "repeat":
                return
            if isinstance(part, Step) and part.cites:
                key = (part.cites[0].clause, part.act)
                found[(*key, seen.get(key, 0))] = part
                seen[key] = seen.get(key, 0) + 1
            for child in part.children:
                visit(child)

        visit(self.rite.score)
        return found

    def _changes(self, inside: list[Step]) -> tuple[tuple[Text, Text], ...]:
        """Who stands in whose place, found by laying the repeat beside what it repeats."""
        found: dict[tuple[str, str], None] = {}
        seen: dict[tuple[str, str], int] = {}
        for step in inside:
            if not step.cites:
                continue
            key = (step.cites[0].clause, step.act)
            original = self._originals.get((*key, seen.get(key, 0)))
            seen[key] = seen.get(key, 0) + 1
            if original is None:
                continue
            pairs = list(zip(original.actors, step.actors, strict=False))
            old, new = dict(original.details), dict(step.details)
            for name in ("object", "place", "addressee"):
                before, after = old.get(name), new.get(name)
                if isinstance(before, tuple) and isinstance(after, tuple):
                    pairs.extend(zip(before, after, strict=False))
                elif isinstance(before, str) and isinstance(after, str):
                    pairs.append((before, after))
            found.update(dict.fromkeys((str(a), str(b)) for a, b in pairs if a != b))
        return tuple((wording.name(a), wording.name(b)) for a, b in list(found)[:4])

    # --- sections ----------------------------------------------------------------------------------------------------

    def section(self, section: RiteSection, items: tuple[Item, ...]) -> SectionInfo:
        """What is to be said of a section beside its acts."""
        inside = [item for item in walk(items) if section.id in sections_of(item)]
        roles: dict[Role, None] = {}
        shown: set[str] = set()
        for item in inside:
            if any(c.section == section.id for c in cites_of(item)):
                roles.update(dict.fromkeys(wording.role(r.key) for r in roles_of(item)))
        for item in walk(items):
            shown.update(c.clause for c in cites_of(item) if not isinstance(item, (Frame, Branch, Parallel)))
        clauses = tuple(_cite(c) for c in self.rite.citations.values() if c.section == section.id)
        return SectionInfo(
            section.id,
            Text(section.zh, section.en),
            tuple(roles),
            tuple(sorted(clauses, key=lambda c: c.clause)),
            self._remarks(section.id, clauses, shown),
            self._readings(section.id),
        )

    def _remarks(self, section: str, clauses: tuple[Cite, ...], shown: set[str]) -> tuple[Remark, ...]:
        """Clauses that no box of the flow shows, with the reason."""
        found: dict[str, Remark] = {}
        for part in parts_of(self.rite.score):
            if not isinstance(part, ScoreRemark) or part.kind == "forgoes":
                continue
            for cite in map(_cite, part.cites):
                if cite.section == section and cite.clause not in shown:
                    found.setdefault(cite.clause, Remark(cite, part.kind, self._reason(part)))
        for cite in clauses:
            if cite.clause not in shown and cite.clause not in found:
                found[cite.clause] = Remark(cite, "condition", Text("見圖中條件", "a condition in the picture"))
        return tuple(found[clause] for clause in sorted(found))

    def _reason(self, remark: ScoreRemark) -> Text:
        match remark.kind:
            case "law":
                ids = {g.id: g for rule in self.rite.rulebook for g in rule.guards}
                said = [Text(ids[g].zh, ids[g].en) for g in remark.guards if g in ids]
                return wording.joined(said, "；", "; ") if said else Text("法", "a rule")
        return Text(remark.zh, remark.en)

    def _readings(self, section: str) -> tuple[Taken, ...]:
        """The disputes of a section, with the positions taken."""
        register = self.rite.profile.disputes
        out: list[Taken] = []
        for dispute in register.values():
            if dispute.section != section or not dispute.changes or len(dispute.positions) < 2:
                continue
            key = self.rite.profile.chosen(dispute.id)
            position = next(p for p in dispute.positions if p.key == key)
            holders = tuple(map(commentator, position.holders))
            out.append(
                Taken(dispute.id, dispute.clause, Text(dispute.zh, dispute.en), Text(position.zh, position.en), holders)
            )
        return tuple(out)


def _side_by_side(arms: tuple[Arm, ...], deadline: bool) -> tuple[Arm, ...]:
    """The sides, with those of a side that is nothing but sides itself among them."""
    out: list[Arm] = []
    for arm in arms:
        match arm.items:
            case (Parallel(inner, deadline=within),) if within == deadline:
                out.extend(inner)
            case _:
                out.append(arm)
    return tuple(out)


def _size(items: tuple[Item, ...]) -> int:
    return sum(isinstance(item, Card) for item in walk(items))


def _carded(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Neighbouring acts of one clause that stand on the same word, on one card."""
    out: list[Item] = []
    for item in items:
        last = out[-1] if out else None
        if isinstance(item, Card) and isinstance(last, Card) and _alike(last, item):
            rows = list(last.rows)
            for row in item.rows:
                if rows[-1].roles == row.roles:
                    rows[-1] = Row(row.roles, rows[-1].acts + row.acts)
                else:
                    rows.append(row)
            also = tuple(dict.fromkeys(last.also + item.also))
            out[-1] = replace(last, rows=tuple(rows), also=also, verbs=last.verbs + item.verbs)
        else:
            out.append(item)
    return tuple(out)


def _alike(a: Card, b: Card) -> bool:
    same = (a.cite, a.mark, a.by, a.crossing) == (b.cite, b.mark, b.by, b.crossing)
    return same and not a.crossing and len(a.rows) < 6
