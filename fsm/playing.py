"""Playing a rite live: one act after the other, with reasons for what is not allowed.

A `Play` stands on a `transitions` machine that grows as it goes.  Its states are sets of
situations: a line that leaves something open (an outcome not reported, 上射 without the
number of the pair) keeps every situation it may mean, exactly as checking a script does,
and later acts narrow the set down.  Only the states that were visited exist, so a rite of
any size can be played; an act done before costs a look-up and one event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from transitions import EventData, Machine, State

from fsm.acting import action_of_move, distinct_actions
from fsm.actions import Action, Problem
from fsm.checking import as_script
from fsm.explaining import Explainer, GuardReport
from fsm.matching import Matcher, Pattern
from fsm.passages import performances
from fsm.rite import Rite
from fsm.score import Citation, Step
from fsm.situation import Blocked, Move, Situation
from fsm.terms import Term, text
from fsm.vocabulary import Vocabulary
from fsm.vocabulary import load as load_vocabulary

WhyKind = Literal["allowed", "guard", "detail", "forgone", "order", "over", "unknown"]
Language = Literal["zh", "en"]

MOST_EXPECTED = 8
"""How many acts an explanation names as those that may come instead."""


# --- errors --------------------------------------------------------------------------------------------------------


class ActError(Exception):
    """An act that could not be done; nothing has changed."""


class NotAllowed(ActError):
    """An act that the rite has no place for now; `why` explains it."""

    def __init__(self, why: Why) -> None:
        super().__init__(str(why))
        self.why = why


class UnknownAct(ActError, AttributeError):
    """Words, or a trigger, that name no act; `nearest` are the ids or triggers most like it."""

    def __init__(self, asked: str, nearest: Iterable[str] = ()) -> None:
        self.nearest = tuple(nearest)
        hint = f" ({'、'.join(self.nearest)}?)" if self.nearest else ""
        super().__init__(f"不識「{asked}」 unknown: {asked}{hint}")
        self.asked = asked


class Unreadable(ActError, ValueError):
    """A text that holds no act, or something that cannot be read; `problems` say where."""

    def __init__(self, asked: str, problems: Sequence[Problem]) -> None:
        found = "; ".join(f"{p.code}: {p.read}" for p in problems) or "no act"
        super().__init__(f"{asked!r}: {found}")
        self.asked = asked
        self.problems = tuple(problems)


class NothingToUndo(ActError):
    """The play stands where it began."""


# --- why not -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Why:
    """Why an act may not be done now; true if it may not, so that ``if play.why_not(…)`` reads well.

    kind: "guard" (its turn, but a rule of the act forbids it), "detail" (its turn, stated otherwise),
    "forgone" (the classic says that it is not done), "order" (not its turn), "over" (nothing remains),
    "unknown" (words not understood) or "allowed".
    guards: the rules that fail, with the values of their registers; differing: details as (name,
    stated, right); when: the condition of the passage it belongs to, where that is false now;
    expected: what may come instead.
    """

    kind: WhyKind
    action: Action
    guards: tuple[GuardReport, ...] = ()
    differing: tuple[tuple[str, Any, Any], ...] = ()
    when: Term | None = None
    citations: tuple[Citation, ...] = ()
    expected: tuple[Action, ...] = ()

    def __bool__(self) -> bool:
        return self.kind != "allowed"

    def __str__(self) -> str:
        return f"{self.in_words('zh')}\n{self.in_words('en')}"

    def in_words(self, lang: Language) -> str:
        """The explanation as one line of Chinese or English."""
        zh = lang == "zh"
        said = in_words(self.action, lang)
        head = _HEADS[self.kind][0 if zh else 1].format(said)
        parts = [f"{g.zh if zh else g.en}{_values(g, lang)}" for g in self.guards]
        parts += [_difference(d, lang) for d in self.differing]
        parts += [f"{u.text}? {', '.join(_name(n, lang) for n in u.nearest)}" for u in self.action.unknown]
        if self.when is not None:
            parts.append(("其時未當：" if zh else "only when ") + text(self.when, lambda name: _name(name, lang)))
        if self.citations:
            parts.append("；".join(f"{c.clause} {c.phrase}" for c in self.citations))
        if self.expected and self.kind != "allowed":
            could = ("、" if zh else "; ").join(in_words(a, lang) for a in self.expected)
            parts.append(("此時可：" if zh else "may come now: ") + could)
        return head + ("：" if zh else ": ") * bool(parts) + ("；" if zh else "; ").join(parts)


_HEADS: Mapping[WhyKind, tuple[str, str]] = {
    "allowed": ("可行：{}", "allowed: {}"),
    "guard": ("不可「{}」", "not allowed: {}"),
    "detail": ("「{}」細節不合", "otherwise than the rite has it: {}"),
    "forgone": ("經不行「{}」", "the classic forgoes it: {}"),
    "order": ("未當「{}」之次", "not its turn: {}"),
    "over": ("禮已畢，無所用「{}」", "the rite is over, there is no more place for: {}"),
    "unknown": ("不識「{}」", "not understood: {}"),
}


def _name(id: str, lang: Language) -> str:
    return load_vocabulary().name(id, "zh-Hant" if lang == "zh" else "en")


def _values(guard: GuardReport, lang: Language) -> str:
    def shown(value: object) -> str:
        return ("✓" if value else "✗") if isinstance(value, bool) else _name(str(value), lang)

    return " [" + ", ".join(f"{name} = {shown(value)}" for name, value in guard.values.items()) + "]"


def _difference(difference: tuple[str, Any, Any], lang: Language) -> str:
    name, stated, right = difference
    field, said, should = (_name(str(part), lang) for part in (name, stated, right))
    return f"{field}當作「{should}」，非「{said}」" if lang == "zh" else f"{field} is {should}, not {said}"


def in_words(action: Action, lang: Language) -> str:
    """An action as a short phrase: who, what, with its details."""
    zh = lang == "zh"
    who = ("、" if zh else " and ").join(_name(actor, lang) for actor in action.actors)
    what = [_name(action.act, lang)] if action.act else [f"[{action.passage}]"] if action.passage else []
    for name, value in action.details().items():
        plain = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        what.append(_name(plain, lang) if name in ("object", "place") else f"{_name(name, lang)}={_name(plain, lang)}")
    return (who + (" " if zh else ": ") if who else "") + " ".join(what)


def refusing(matcher: Matcher, pattern: Pattern, situation: Situation) -> list[Blocked]:
    """The acts that a line means whose turn it is here, but which a guard forbids."""
    found = []
    for blocked in situation.blocked:
        details = matcher.rite.details(blocked.step, blocked.world)
        move = Move(blocked.step, details, {}, (), situation, False, False)
        if any(key in pattern.keys for key in move.keys) and not matcher.differing(pattern, move):
            found.append(blocked)
    return found


def explain(
    explainer: Explainer,
    situations: Sequence[Situation],
    action: Action,
    last: Move | None = None,
    taken: Callable[[Move], bool] = lambda move: True,
) -> Why:
    """Why an action may not be done in any of the situations.

    last: what was done before; taken: which moves count, where some are left aside.
    """
    matcher, here = explainer.matcher, situations[0]
    if action.unknown:
        return Why("unknown", action)
    pattern = matcher.pattern(action)
    if any(taken(way[-1]) for way in _targets(matcher, situations, action).values()):
        return Why("allowed", action)
    could = (m for s in situations for m in s.moves if taken(m))
    expected = tuple(distinct_actions(matcher.rite, could))[:MOST_EXPECTED]
    forbidden = [b for s in situations for b in refusing(matcher, pattern, s)]
    if forbidden:
        reports: dict[str, GuardReport] = {}
        for blocked in forbidden:
            for guard in blocked.failing:
                reports.setdefault(guard.id, explainer.report(guard, blocked.world))
        guards = tuple(reports.values())
        cites = _cites(matcher.rite, forbidden[0].step.cites, guards)
        return Why("guard", action, guards, citations=cites, expected=expected)
    near = [m for s in situations for m in matcher.candidates(pattern, s) if taken(m) and matcher.differing(pattern, m)]
    if near:
        move = min(near, key=lambda m: len(matcher.differing(pattern, m)))
        right, stated = action_of_move(matcher.rite, move).details(), action.details()
        differing = tuple((n, stated.get(n), right.get(n)) for n in matcher.differing(pattern, move))
        return Why("detail", action, differing=differing, citations=move.step.cites, expected=expected)
    reason = explainer.extra(pattern, here, last.step if last else None, last)
    kind: WhyKind = "forgone" if reason.code == "SH302" else "order" if expected else "over"
    cites = _cites(matcher.rite, reason.citations, reason.guards)
    return Why(kind, action, reason.guards, (), reason.when, cites, expected)


def _cites(rite: Rite, own: Iterable[Citation], guards: Iterable[GuardReport]) -> tuple[Citation, ...]:
    known = rite.citations
    return tuple(dict.fromkeys((*own, *(known[c] for g in guards for c in g.clauses if c in known))))


def _targets(matcher: Matcher, situations: Iterable[Situation], action: Action) -> dict[Situation, list[Move]]:
    """Every situation an action may lead to, with the moves made on the first way there."""
    found: dict[Situation, list[Move]] = {}
    for situation in situations:
        if action.passage is not None:
            ways = performances(matcher, action, situation)
        else:
            ways = [[m] for m in matcher.exact(matcher.pattern(action), situation)]
        for way in ways:
            found.setdefault(way[-1].target, way)
    return found


# --- triggers ------------------------------------------------------------------------------------------------------


def trigger_name(actors: Iterable[str], act: str) -> str:
    """The event of an act: the ids of its actors, joined by ``and``, then the verb, all in ASCII.

    ``guest_throw``, ``upper_archer_2_salute``, ``guest_and_host_take_seat``.  Details and outcomes are
    no part of it: they are given with the event (``fall="straight"``), as in a line of a script.
    """
    return f"{'_and_'.join(actors)}_{act}".replace(".", "_")


# --- play ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was done: as stated, the moves it was taken for, the optional acts silently passed over.

    Where several situations are possible `moves` are those of the first.
    """

    action: Action
    moves: tuple[Move, ...]

    @property
    def assumed(self) -> tuple[Step, ...]:
        return tuple(step for move in self.moves for step in move.assumed)

    @property
    def late(self) -> bool:
        """Whether it was begun although something else was expected to be over."""
        return any(move.late for move in self.moves)


class Stage:
    """The model of a play's machine: it has a `state`, and a method for each trigger met so far."""

    state: str


@dataclass(frozen=True, slots=True)
class _Edge:
    """What doing an action in a state of the machine comes to."""

    trigger: str
    target: str
    done: Done


class Play:
    """A performance in progress.  Made by `play`.

    `machine` is the `transitions.Machine` grown so far, `stage` its model.
    """

    def __init__(self, rite: Rite, vocabulary: Vocabulary | None = None) -> None:
        self.rite = rite
        self.matcher = Matcher(rite, vocabulary or load_vocabulary())
        self.explainer = Explainer(rite, self.matcher)
        self._states: dict[tuple[Situation, ...], str] = {}
        self._situations: dict[str, tuple[Situation, ...]] = {}
        self._edges: dict[tuple[str, Action], _Edge] = {}
        self._grown: set[str] = set()
        self._done: list[tuple[str, tuple[Done, ...]]] = []
        self.stage = Stage()
        first = self._named((rite.start,))
        self.machine = Machine(
            self.stage, states=[State(first)], initial=first, auto_transitions=False, send_event=True
        )

    # --- where it stands ---------------------------------------------------------------------------------------------

    @property
    def situations(self) -> tuple[Situation, ...]:
        """All situations that what was done may have led to; usually one."""
        return self._situations[self.stage.state]

    @property
    def situation(self) -> Situation:
        """The situation; of several possible ones the first in authored order."""
        return self.situations[0]

    @property
    def allowed(self) -> list[Action]:
        """What may be done now, in authored order, each act once whatever its outcome."""
        return list(dict.fromkeys(distinct_actions(self.rite, (m for s in self.situations for m in s.moves))))

    @property
    def may_end(self) -> bool:
        """Whether the rite may stop here."""
        return any(s.end is not None for s in self.situations)

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.may_end and not any(s.moves for s in self.situations)

    @property
    def script(self) -> list[Action]:
        """The actions done so far, as they were stated."""
        return [one.action for _, acts in self._done for one in acts]

    # --- doing -------------------------------------------------------------------------------------------------------

    def do(self, what: str | Action | Mapping[str, Any]) -> tuple[Done, ...]:
        """Does an act, or all acts of a line of text; either all are done or, with an error, none.

        Raises NotAllowed (its `why` explains), UnknownAct or Unreadable.
        """
        before = self.stage.state
        done: list[Done] = []
        try:
            for action in [what] if isinstance(what, Action) else self._read(what):
                edge = self._edges.get((self.stage.state, action)) or self._edge(self.stage.state, action)
                if edge is None:
                    self._refuse(action, done)
                self.machine.events[edge.trigger].trigger(self.stage, action=action)
                done.append(edge.done)
        except BaseException:
            self.machine.set_state(before, self.stage)
            raise
        self._done.append((before, tuple(done)))
        return tuple(done)

    def why_not(self, what: str | Action | Mapping[str, Any]) -> Why:
        """Why an act may not be done now; false (of kind "allowed") where it may.

        Of a line with several acts the first that is not allowed is explained.  Raises Unreadable.
        """
        state, last = self.stage.state, self._last
        why: Why | None = None
        for action in [what] if isinstance(what, Action) else self._read(what, strict=False):
            why = explain(self.explainer, self._situations[state], action, last)
            edge = None if why else self._edge(state, action)
            if edge is None:
                return why
            state, last = edge.target, edge.done.moves[-1]
        if why is None:
            raise Unreadable(str(what), ())
        return why

    def undo(self) -> tuple[Action, ...]:
        """Takes back the last `do`; the actions taken back.  Raises NothingToUndo."""
        if not self._done:
            raise NothingToUndo("無可追回 nothing to undo")
        before, acts = self._done.pop()
        self.machine.set_state(before, self.stage)
        return tuple(one.action for one in acts)

    def grow(self) -> None:
        """Adds to the machine all that may be done in its present state, outcomes told apart."""
        state = self.stage.state
        if state not in self._grown:
            self._grown.add(state)
            for move in [m for s in self.situations for m in s.moves]:
                self._edge(state, action_of_move(self.rite, move))

    # --- parts -------------------------------------------------------------------------------------------------------

    @property
    def _last(self) -> Move | None:
        return self._done[-1][1][-1].moves[-1] if self._done else None

    def _read(self, what: str | Mapping[str, Any], strict: bool = True) -> list[Action]:
        script = as_script(what if isinstance(what, str) else [what])
        if script.problems or not script.items:
            raise Unreadable(str(what), script.problems)
        actions = [item.action for item in script.items]
        unknown = [word for action in actions for word in action.unknown]
        if unknown and strict:
            raise UnknownAct(unknown[0].text, unknown[0].nearest)
        return actions

    def _refuse(self, action: Action, done: Sequence[Done]) -> NoReturn:
        if action.unknown:
            raise UnknownAct(action.unknown[0].text, action.unknown[0].nearest)
        last = done[-1].moves[-1] if done else self._last
        raise NotAllowed(explain(self.explainer, self.situations, action, last))

    def _named(self, situations: tuple[Situation, ...]) -> str:
        """The name of the state for a set of situations: ``s0``, ``s1`` … in the order of their discovery."""
        name = self._states.get(situations)
        if name is None:
            name = self._states[situations] = f"s{len(self._states)}"
            self._situations[name] = situations
        return name

    def _edge(self, state: str, action: Action) -> _Edge | None:
        """The edge of an action, put into the machine when first needed; None where it is not allowed."""
        edge = self._edges.get((state, action))
        if edge is not None or action.unknown:
            return edge
        targets = _targets(self.matcher, self._situations[state], action)
        if not targets:
            return None
        target = self._named(tuple(targets))
        if target not in self.machine.states:
            self.machine.add_state(State(target))
        moves = next(iter(targets.values()))
        edge = _Edge(trigger_name(action.actors, action.act or "perform"), target, Done(action, tuple(moves)))
        self._edges[state, action] = edge
        self.machine.add_transition(edge.trigger, state, target, conditions=_only(action))
        return edge


def _only(action: Action) -> Callable[[EventData], bool]:
    def is_stated(event: EventData) -> bool:
        return bool(event.kwargs.get("action") == action)

    return is_stated


def play(rite: Rite) -> Play:
    """A new performance of a rite, at its beginning."""
    return Play(rite)


__all__ = [
    "ActError", "Done", "NotAllowed", "NothingToUndo", "Play", "Stage", "UnknownAct", "Unreadable", "Why",
    "explain", "in_words", "play", "refusing", "trigger_name",
]  # fmt: skip
