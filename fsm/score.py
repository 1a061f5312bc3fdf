"""The score of a rite: what is to be done, in what order, on whose word.

A score is an immutable tree in the order of the classic.  This module only *says*
scores; `fsm.calculus` works out what may come next.  A page of a rite alternates
flatly between the phrases of the classic and the acts they prescribe:

    passage("DS2-01",
        "014 及階揖",     pair.salute(at="west_steps_foot"),
        "017 中等",       nothing("相間一等，見上", "the gap of one step, stated above"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from fsm.actions import DETAIL_FIELDS
from fsm.terms import Const, Op, Reg, Term
from fsm.terms import Value as RegisterValue

Optional = Literal["manner", "unsaid"]

MOVES = frozenset(
    {"go", "go_up", "go_down", "withdraw", "enter", "leave", "take_seat", "return_to_place", "leave_seat"}
    | {"step_on_mark", "back_target", "stand"}
)
"""Verbs whose place is where they lead to; `to` names it."""


class ScoreError(ValueError):
    """A score that says something it cannot mean; found when a rite is built."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause and its locator phrase, as the classic has it (restored, in traditional characters).

    by: ids of the commentators on whose word on it something is said that the classic leaves out.
    """

    clause: str
    phrase: str
    by: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The section of the clause: ``DS2-01-014`` stands in ``DS2-01``."""
        return self.clause.rsplit("-", 1)[0]


class Score:
    """A part of a score.  Two parts are the same only if they are the same object."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Score, ...]:
        """The parts directly inside, in authored order."""
        return ()

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        """A copy with every direct part replaced."""
        return self


@dataclass(frozen=True, eq=False, slots=True)
class Step(Score):
    """One act.

    actors: the persons who act, in rank order; several act together or one after the other.
    office: the name a script may use instead of the persons (勝者).
    details: the details of the act; a Term is worked out in the world when the act comes.
    outcomes: keys whose value the act decides, each with its possible values, the first as default.
    optional: "manner" (how it is done) or "unsaid" (left out by the text); `by` names who supplies it.
    detail_cites: the clause that lays down a detail, where it is not that of the act.
    """

    actors: tuple[str, ...]
    act: str
    office: str | None = None
    details: tuple[tuple[str, RegisterValue | Term | tuple[str, ...]], ...] = ()
    outcomes: tuple[tuple[str, tuple[RegisterValue, ...]], ...] = ()
    optional: Optional | None = None
    by: tuple[str, ...] = ()
    cites: tuple[Citation, ...] = ()
    detail_cites: tuple[tuple[str, Citation], ...] = ()
    editorial: bool = False

    def detail(self, name: str) -> Any:
        """The detail of that name, or None."""
        return dict(self.details).get(name)

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(c.clause for c in self.cites)

    @property
    def section(self) -> str:
        """Where the act is ordered: what is done 如初 belongs to the section that says so, its last citation."""
        return self.cites[-1].section if self.cites else ""


@dataclass(frozen=True, eq=False, slots=True)
class Seq(Score):
    """One thing after the other."""

    items: tuple[Score, ...]

    @property
    def children(self) -> tuple[Score, ...]:
        return self.items

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return Seq(tuple(change(i) for i in self.items))


@dataclass(frozen=True, eq=False, slots=True)
class Choice(Score):
    """One of several, as the performers please; what decides is nobody's register."""

    branches: tuple[Score, ...]

    @property
    def children(self) -> tuple[Score, ...]:
        return self.branches

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return Choice(tuple(change(b) for b in self.branches))


@dataclass(frozen=True, eq=False, slots=True)
class When(Score):
    """Only if the guard holds, tested when the first act inside comes or when what follows comes."""

    guard: Term
    body: Score
    cites: tuple[Citation, ...] = ()

    @property
    def children(self) -> tuple[Score, ...]:
        return (self.body,)

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return replace(self, body=change(self.body))


@dataclass(frozen=True, eq=False, slots=True)
class Loop(Score):
    """Again and again while the test holds."""

    test: Term
    body: Score
    cites: tuple[Citation, ...] = ()

    @property
    def children(self) -> tuple[Score, ...]:
        return (self.body,)

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return replace(self, body=change(self.body))


@dataclass(frozen=True, eq=False, slots=True)
class Repeated(Score):
    """A number of like parts one after the other: run as they stand, drawn as a loop."""

    copies: tuple[Score, ...]
    label: str = ""

    @property
    def children(self) -> tuple[Score, ...]:
        return self.copies

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return replace(self, copies=tuple(change(c) for c in self.copies))


@dataclass(frozen=True, eq=False, slots=True)
class Together(Score):
    """Side by side, interleaved freely and joined at the end.

    deadline: the first branch is expected to be over before the second is (an editorial
    expectation: what follows may begin late, with a warning).
    """

    branches: tuple[Score, ...]
    deadline: bool = False

    @property
    def children(self) -> tuple[Score, ...]:
        return self.branches

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return replace(self, branches=tuple(change(b) for b in self.branches))


@dataclass(frozen=True, eq=False, slots=True)
class Crossing(Score):
    """One event shared by two branches.  `single`: it falls away where its partner can no longer come."""

    key: str
    step: Step
    single: bool = False

    @property
    def children(self) -> tuple[Score, ...]:
        return (self.step,)

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        step = change(self.step)
        if not isinstance(step, Step):
            raise ScoreError(f"the crossing {self.key} is one act, not {step!r}")
        return replace(self, step=step)


NamedKind = Literal["passage", "block", "short", "repeat"]


@dataclass(frozen=True, eq=False, slots=True)
class Named(Score):
    """A part with a name: a script may name it instead of its acts, a picture may draw it as one box.

    kind: "passage" (a stretch of a section), "block" (a named building block), "short" (a short form
    such as 揖如升射) or "repeat" (如初; `cites` then says where the repetition is ordered).
    """

    name: str
    body: Score
    kind: NamedKind
    cites: tuple[Citation, ...] = ()
    english: str = ""

    @property
    def children(self) -> tuple[Score, ...]:
        return (self.body,)

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return replace(self, body=change(self.body))


@dataclass(frozen=True, eq=False, slots=True)
class Reading(Score):
    """A dispute that changes the score: one position is chosen when the rite is built.

    positions: key of the position in `fsm.readings` → what is then done.
    """

    dispute: str
    positions: tuple[tuple[str, Score], ...]

    @property
    def children(self) -> tuple[Score, ...]:
        return tuple(score for _, score in self.positions)

    def rebuilt(self, change: Callable[[Score], Score]) -> Score:
        return replace(self, positions=tuple((key, change(score)) for key, score in self.positions))


@dataclass(frozen=True, eq=False, slots=True)
class Remark(Score):
    """A clause that is no act of its own.

    kind: "nothing" (`zh` and `en` say what carries it), "forgoes" (a prohibition, `pattern` is what is not
    done), "law" (`guards` are the rules of acts that it states) or "property" (a measure, said and as `values`).
    """

    kind: Literal["nothing", "forgoes", "law", "property"]
    zh: str = ""
    en: str = ""
    pattern: Step | None = None
    guards: tuple[str, ...] = ()
    values: tuple[tuple[str, Any], ...] = ()
    cites: tuple[Citation, ...] = ()


EMPTY = Seq(())


# --- saying scores -----------------------------------------------------------------------------------------------


def seq(*parts: Score) -> Score:
    """One after the other."""
    for part in parts:
        _must_be_score(part, "inside seq")
    return parts[0] if len(parts) == 1 else Seq(parts)


def _must_be_score(part: object, where: str) -> None:
    """Raises ScoreError for a phrase where an act belongs, or a verb that was not called."""
    if not isinstance(part, Score):
        hint = "; a verb is called: pair.salute()" if callable(part) else ""
        raise ScoreError(f"{where}: neither an act nor another part of a score: {part!r}{hint}")


def choice(*branches: Score) -> Score:
    """One of several."""
    return Choice(branches)


def when(guard: Term, *body: Score, otherwise: Score | None = None) -> Score:
    """Only if the guard holds; else `otherwise`, if anything."""
    part = When(guard, seq(*body))
    return part if otherwise is None else Seq((part, When(~guard, otherwise)))


def together(*branches: Score) -> Score:
    """Interleaved freely, joined at the end."""
    return Together(branches)


def overlapping(first: Score, second: Score) -> Score:
    """Side by side; the first is expected to be over before the second is, and what follows may begin late."""
    return Together((first, second), deadline=True)


def loop(test: Term, *body: Score) -> Score:
    """While the test holds."""
    return Loop(test, seq(*body))


def times(number: int, *body: Score, label: str = "") -> Score:
    """The same a fixed number of times."""
    return Repeated(tuple(seq(*body) for _ in range(number)), label or f"× {number}")


def each(items: Iterable[Any], part: Callable[[Any], Score], label: str = "") -> Score:
    """The like for each item, in order."""
    copies = tuple(part(item) for item in items)
    return Repeated(copies, label or f"× {len(copies)}")


def crossing(key: str, step: Score, single: bool = False) -> Score:
    """One event shared by two branches that carry the same key."""
    if not isinstance(step, Step):
        raise ScoreError(f"the crossing {key} is one act, not {step!r}")
    return Crossing(key, step, single)


def pair_after_pair(
    pairs: Iterable[Any],
    up: Callable[[Any], Score],
    do: Callable[[Any], Score],
    down: Callable[[Any], Score],
    then: Score = EMPTY,
) -> Score:
    """Shooting, fetching, drinking: one pair comes down while the next goes up, `then` follows the last.

    The crossing stands in `up` and `down` under a key they share; the last pair's is `single`.
    A pair is expected back in its place before the next (at last, what follows) has finished; breaking
    that is a warning.
    """
    members = list(pairs)
    if not members:
        return then
    parts: list[Score] = []
    for before, pair in zip([None, *members], members, strict=False):
        arriving = Seq((up(pair), do(pair)))
        parts.append(arriving if before is None else overlapping(down(before), arriving))
    last = down(members[-1])
    return Seq((Repeated(tuple(parts), f"× {len(members)}"), last if then is EMPTY else overlapping(last, then)))


def unsaid(score: Score, by: str = "") -> Score:
    """Left out by the text, supplied by somebody (ids separated by spaces); may be performed or silently assumed."""
    return _optional(score, "unsaid", tuple(by.split()))


def manner(score: Score) -> Score:
    """How it is done: may be left out of a script."""
    return _optional(score, "manner", ())


def editorial(score: Score) -> Score:
    """Supplied by the editors of this model, with no commentator behind it."""
    return edit_steps(score, lambda s: replace(s, editorial=True))


def _optional(score: Score, kind: Optional, by: tuple[str, ...]) -> Score:
    def mark(step: Step) -> Step:
        if step.outcomes:
            raise ScoreError(f"{step.act}: an act that decides an outcome cannot be left out")
        return replace(step, optional=kind, by=by)

    return edit_steps(score, mark)


def reading(dispute: str, **positions: Score) -> Score:
    """A dispute: the position's key in the register of disputes, and what is then done."""
    return Reading(dispute, tuple(positions.items()))


def nothing(zh: str, en: str) -> Score:
    """The clause has no act of its own; what carries it, in Chinese and in English."""
    return Remark("nothing", zh, en)


def forgoes(pattern: Step) -> Score:
    """A prohibition: an extra act that matches the pattern is reported at this clause."""
    return Remark("forgoes", pattern=pattern)


def law(*guards: str) -> Score:
    """The clause states rules that the named guards of the acts enforce."""
    return Remark("law", guards=guards)


def property_(zh: str, en: str, **values: Any) -> Score:
    """The clause gives measures of a thing, in Chinese, in English and as data."""
    return Remark("property", zh, en, values=tuple(values.items()))


class Details:
    """Details that a clause adds to the act before it."""

    def __init__(self, **details: Any) -> None:
        self.details = details


def specifies(**details: Any) -> Details:
    """The clause lays down details of the act before it: ``"002 間以二矢半", specifies(dist=…)``."""
    return Details(**details)


def block(name: str, *parts: Score, english: str = "") -> Score:
    """A named building block."""
    return Named(name, seq(*parts), "block", english=english)


def short_form(name: str, *parts: Score) -> Score:
    """A short form: a script may say the name in place of the acts."""
    return Named(name, seq(*parts), "short")


def as_before(
    quote: str,
    score: Score,
    changes: Mapping[str, str] | None = None,
    without: Iterable[str] = (),
    instead: Mapping[str, Score] | None = None,
) -> Score:
    """如初 and its like: an earlier score with simultaneous substitution.

    changes: id or crossing key → id, applied to actors, details, guards and keys at once.
    without: clauses whose acts are left out; instead: clause → what is done in its place.
    """
    dropped, replaced = frozenset(without), dict(instead or {})
    there = {cite.clause for part in walk(score) for cite in getattr(part, "cites", ())}
    if absent := sorted({*dropped, *replaced} - there):
        raise ScoreError(f"{quote}: nothing that is done again cites {', '.join(absent)}")
    used: set[str] = set()

    def change(part: Score) -> Score:
        if isinstance(part, Step) and part.cites:
            clause = part.cites[0].clause
            if clause in dropped:
                return EMPTY
            if clause in replaced:
                if clause in used:
                    return EMPTY
                used.add(clause)
                return replaced[clause]
        return part

    kept = transform(score, change) if dropped or replaced else score
    return Named(quote, rename(kept, changes or {}), "repeat")


# --- citing ------------------------------------------------------------------------------------------------------


def passage(section: str, *items: str | Score | Details, name: str = "") -> Score:
    """A page: phrases of the classic, each followed by its acts.

    A phrase is ``"014 及階揖"``: the number of the row in the section, then the words.
    Raises ScoreError where numbers do not ascend or a phrase has nothing after it.
    """
    parts: list[Score] = []
    cite: Citation | None = None
    last, empty = "", False
    for item in items:
        if isinstance(item, str):
            if empty:
                raise ScoreError(f"{section}: “{cite.phrase if cite else ''}” has neither an act nor nothing(…)")
            number, _, phrase = item.partition(" ")
            if not (number.isdigit() and len(number) == 3 and phrase):
                raise ScoreError(f"{section}: a phrase is “NNN words of the classic”, not {item!r}")
            if number <= last:
                raise ScoreError(f"{section}: {item!r} comes after row {last}")
            cite, last, empty = Citation(f"{section}-{number}", phrase), number, True
        elif isinstance(item, Details):
            if not parts or cite is None:
                raise ScoreError(f"{section}: details with no act before them")
            parts[-1] = _specified(parts[-1], item.details, cite)
            empty = False
        else:
            _must_be_score(item, f"{cite.clause} {cite.phrase}" if cite else section)
            parts.append(cited(item, cite) if cite else item)
            empty = False
    if empty:
        raise ScoreError(f"{section}: the last phrase has neither an act nor nothing(…)")
    return Named(name or section, seq(*parts), "passage")


def cited(score: Score, cite: Citation) -> Score:
    """The score with every act that cites nothing yet citing `cite`; repeats add it to what they repeat."""

    def change(part: Score) -> Score:
        match part:
            case Step(cites=()):
                return replace(part, cites=(cite,))
            case Remark(cites=()) | When(cites=()) | Loop(cites=()):
                return replace(part, cites=(cite,))
            case Named(kind="repeat", cites=()):
                also = edit_steps(part.body, lambda s: s if cite in s.cites else replace(s, cites=(*s.cites, cite)))
                return replace(part, body=also, cites=(cite,))
            case Named(cites=()):
                return replace(part, cites=(cite,))
        return part

    return transform(score, change)


def _specified(score: Score, details: Mapping[str, Any], cite: Citation) -> Score:
    *_, last = steps(score)

    def change(step: Step) -> Step:
        if step is not last:
            return step
        kept = tuple((k, v) for k, v in step.details if k not in details)
        return replace(
            step,
            details=(*kept, *details.items()),
            detail_cites=(*step.detail_cites, *((name, cite) for name in details)),
        )

    return edit_steps(score, change)


# --- walking and changing ----------------------------------------------------------------------------------------


def transform(score: Score, change: Callable[[Score], Score]) -> Score:
    """A copy in which every part, innermost first, has been through `change`."""
    if isinstance(score, Crossing):
        step = transform(score.step, change)
        return change(replace(score, step=step)) if isinstance(step, Step) else step
    return change(score.rebuilt(lambda part: transform(part, change)))


def edit_steps(score: Score, change: Callable[[Step], Step]) -> Score:
    """A copy with every step replaced."""
    return transform(score, lambda part: change(part) if isinstance(part, Step) else part)


def rename(score: Score, names: Mapping[str, str]) -> Score:
    """A copy with ids replaced simultaneously: in actors, details, guards and crossing keys."""
    if not names:
        return score

    def new(value: Any) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        if isinstance(value, tuple):
            return tuple(new(v) for v in value)
        if isinstance(value, Term):
            return renamed_term(value, names)
        return value

    def change(part: Score) -> Score:
        match part:
            case Step():
                return replace(part, actors=new(part.actors), details=tuple((k, new(v)) for k, v in part.details))
            case Crossing(key=key):
                return replace(part, key=names.get(key, key))
            case When(guard=guard):
                return replace(part, guard=renamed_term(guard, names))
            case Loop(test=test):
                return replace(part, test=renamed_term(test, names))
        return part

    return transform(score, change)


def renamed_term(expression: Term, names: Mapping[str, str]) -> Term:
    """The term with constants and owners replaced by name."""
    match expression:
        case Const(str() as value):
            return Const(names.get(value, value))
        case Reg(name, owner) if owner is not None:
            return Reg(name, renamed_term(owner, names))
        case Op(op, args):
            return Op(op, tuple(renamed_term(a, names) for a in args))
    return expression


def acts_only(score: Score) -> Score:
    """The score with all that is only for readers taken out: names and remarks; nested sequences made flat.

    The acts stay the same objects, so that what is performed can be found on its page.
    """

    def change(part: Score) -> Score:
        match part:
            case Remark():
                return EMPTY
            case Named(body=body):
                return body
            case Seq(items) | Repeated(items):
                flat = [i for item in items for i in (item.items if isinstance(item, Seq) else (item,))]
                return flat[0] if len(flat) == 1 else Seq(tuple(flat)) if flat else EMPTY
            case When(body=body) | Loop(body=body) if body is EMPTY:
                return EMPTY
            case Together(branches, False):
                kept = tuple(b for b in branches if b is not EMPTY)
                return Together(kept) if len(kept) > 1 else kept[0] if kept else EMPTY
        return part

    return transform(score, change)


def walk(score: Score) -> Iterator[Score]:
    """All parts in authored order, outermost first."""
    stack = [score]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(part.children))


def steps(score: Score) -> Iterator[Step]:
    """All acts in authored order."""
    return (part for part in walk(score) if isinstance(part, Step))


def resolve(score: Score, choose: Callable[[str], str]) -> Score:
    """The score with every dispute decided: `choose` gives the key of the position taken, or KeyError."""

    def change(part: Score) -> Score:
        if isinstance(part, Reading):
            options = dict(part.positions)
            try:
                key = choose(part.dispute)
            except KeyError as error:
                raise ScoreError(f"{part.dispute} is none of the disputes of the rite") from error
            if key not in options:
                raise ScoreError(f"{part.dispute} has no position {key!r} here; there are {sorted(options)}")
            return options[key]
        return part

    return transform(score, change)


# --- actors ------------------------------------------------------------------------------------------------------


class Actor:
    """Whoever acts: one person, or several as one.  Every verb of the vocabulary is a method.

        upper.go_up(ahead=3)    director.set_up("holder", at="holder_west", facing="east")

    The first argument is the object; `at` is the place where the act is done, `to` the addressee
    (for verbs of movement the place it leads to); `hit=outcome(…)` is an outcome; a trailing
    underscore frees a keyword of Python (`from_`, `for_`).
    """

    def __init__(self, *persons: str, office: str | None = None) -> None:
        self.persons = persons
        self.office = office

    def __getattr__(self, verb: str) -> Callable[..., Step]:
        if verb.startswith("_"):
            raise AttributeError(verb)

        def act(thing: str | None = None, /, *, at: Any = None, to: Any = None, **more: Any) -> Step:
            details: dict[str, Any] = {"object": thing}
            if to is not None and verb in MOVES:
                details["place"] = to
            elif to is not None:
                people = to if isinstance(to, (tuple, list)) else (to,)
                details["addressee"] = tuple(
                    name for p in people for name in (p.persons if isinstance(p, Actor) else (p,))
                )
            if at is not None:
                details["place"] = at
            more = {key.rstrip("_"): value for key, value in more.items()}
            outcomes = {k: v.values for k, v in more.items() if isinstance(v, Outcome)}
            details |= {k: v for k, v in more.items() if k not in outcomes}
            ordered = [*DETAIL_FIELDS, *sorted(set(details) - set(DETAIL_FIELDS))]
            return Step(
                actors=self.persons,
                act=verb,
                office=self.office,
                details=tuple((k, _plain(details[k])) for k in ordered if details.get(k) is not None),
                outcomes=tuple(outcomes.items()),
            )

        return act

    def __add__(self, other: Actor) -> Actor:
        return Actor(*self.persons, *other.persons)


def _plain(value: Any) -> Any:
    if isinstance(value, Actor):
        if len(value.persons) != 1:
            raise ScoreError(f"a detail names one person, not {value.persons}")
        return value.persons[0]
    return value


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an act decides: its possible values, the default first."""

    values: tuple[RegisterValue, ...] = field(default=())


def outcome(*values: RegisterValue) -> Outcome:
    """An outcome with its possible values; a script that reports none leaves it open."""
    return Outcome(values)
