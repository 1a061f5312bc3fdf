"""Playing a rite live: one act after the other, with reasons for what is not allowed.

A `Play` stands on a `transitions` machine that grows as it goes.  Its states are sets of
situations: a line that leaves something open (an outcome not reported, 上射 without the
number of the pair) keeps every situation it may mean, exactly as checking a script does,
and later acts narrow the set down.  Only the states that were visited exist, so a rite of
any size can be played; an act done before costs a look-up and one event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

from transitions import EventData, Machine, State

from fsm.acting import action_of_move, distinct_actions
from fsm.actions import Action, Problem
from fsm.checking import as_script
from fsm.explaining import Explainer, GuardReport
from fsm.matching import Matcher, Pattern
from fsm.messages import problem_message, script_line
from fsm.passages import performances, steps_named
from fsm.rite import Rite, as_rite
from fsm.score import Citation, Step
from fsm.situation import Blocked, Move, Situation
from fsm.terms import Term
from fsm.vocabulary import Vocabulary
from fsm.vocabulary import load as load_vocabulary
from fsm.wording import (
    act_text,
    differing_text,
    in_language,
    likely_text,
    term_text,
    unknown_text,
    unmet,
    values_text,
)

WhyKind = Literal["allowed", "guard", "detail", "forgone", "order", "nowhere", "over", "unknown"]

MOST_EXPECTED = 8
"""How many acts an explanation names as those that may come instead."""


# --- errors --------------------------------------------------------------------------------------------------------


class Spoken(Exception):
    """An error that can be said in words; its text is the Chinese and the English."""

    def in_words(self, lang: str = "both") -> str:
        """What was wrong, in one of `fsm.wording.LANGUAGES`."""
        return in_language(lang, self._said)

    def __str__(self) -> str:
        return self.in_words()

    def _said(self, lang: str) -> str:
        raise NotImplementedError


class ActError(Spoken):
    """An act that could not be done; nothing has changed."""


class NotAllowed(ActError):
    """An act that the rite has no place for now; `why` explains it."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why

    def _said(self, lang: str) -> str:
        return self.why.in_words(lang)


class UnknownName(Spoken):
    """A name that there is not; `asked` is the name, `nearest` are the ids most like it."""

    def __init__(self, asked: str, nearest: Iterable[str] = ()) -> None:
        self.asked = asked
        self.nearest = tuple(nearest)
        super().__init__(asked, self.nearest)

    def _said(self, lang: str) -> str:
        known = f"不認識「{self.asked}」。" if lang == "zh" else f"“{self.asked}” is not known. "
        return (known + likely_text(self.nearest, lang)).strip()


class UnknownAct(UnknownName, ActError, AttributeError):
    """Words, a trigger, or a keyword of one, that name no act and no detail."""


class Unreadable(ActError, ValueError):
    """What holds no act, or something that was not read; `problems` say what."""

    def __init__(self, asked: object, problems: Sequence[Problem] = ()) -> None:
        super().__init__(asked, problems)
        self.asked = asked
        self.problems = tuple(problems)

    def _said(self, lang: str) -> str:
        if self.problems:
            return " ".join(dict.fromkeys(problem_message(p, lang) for p in self.problems))
        if lang == "zh":
            return f"「{self.asked}」裏沒有動作；請寫一行腳本，如「主人 受 矢」。"
        return f"“{self.asked}” holds no act; write a line of a script, such as “host: receive arrow”."


class NothingToUndo(ActError):
    """The play stands where it began."""

    def _said(self, lang: str) -> str:
        return "還沒有做過什麼，無可追回。" if lang == "zh" else "Nothing has been done yet that could be taken back."


HARMLESS = frozenset({"invisible-marks"})
"""Problems of reading for which no act is refused: all that was meant was read."""


# --- why not -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Why:
    """Why an act may not be done now; true if it may not, so that ``if play.why_not(…)`` reads well.

    Shown, it is in words (`in_words`); a program reads its parts.

    kind: "guard" (its turn, but a rule of the act forbids it), "detail" (its turn, stated otherwise),
    "forgone" (the classic says that it is not done), "order" (not its turn), "nowhere" (the rite has
    no such act), "over" (nothing remains), "unknown" (words not understood) or "allowed".
    guards: the rules that fail, with the values of their registers; differing: details as (name,
    stated, right); when: the condition of the passage it belongs to, where that is false now;
    twin: it has just been done; expected: what may come instead.
    """

    kind: WhyKind
    action: Action
    guards: tuple[GuardReport, ...] = ()
    differing: tuple[tuple[str, Any, Any], ...] = ()
    when: Term | None = None
    citations: tuple[Citation, ...] = ()
    expected: tuple[Action, ...] = ()
    twin: bool = False

    def __bool__(self) -> bool:
        return self.kind != "allowed"

    def __repr__(self) -> str:
        return self.in_words()

    def in_words(self, lang: str = "both") -> str:
        """The explanation, in one of `fsm.wording.LANGUAGES`: a sentence, then a line for each reason."""
        return in_language(lang, lambda one: "\n  ".join(self._lines(one)))

    def _lines(self, lang: str) -> Iterator[str]:
        """What is said in "zh" or "en"."""
        zh = lang == "zh"
        yield _HEADS["twin" if self.twin else self.kind][not zh].format(
            act=act_text(self.action, lang),
            differing=differing_text(self.differing, lang),
            unknown=unknown_text(self.action.unknown, lang),
        )
        near = [id for word in self.action.unknown for id in word.nearest]
        if near:
            yield likely_text(near, lang)
        laws = {clause for guard in self.guards for clause in guard.clauses}
        for guard in self.guards:
            yield f"{'規則：' if zh else 'rule: '}{self._rule(guard, lang)}"
        if self.when is not None:
            yield f"{'只在此時才做：' if zh else 'done only if '}{term_text(self.when, lang)}"
        own = [c for c in self.citations if c.clause not in laws]
        if own:
            yield f"{'出處：' if zh else 'source: '}{_cited(own, lang)}"
        if self.expected and self.kind != "allowed":
            could = ("；" if zh else "; ").join(script_line(a, lang) for a in self.expected)
            yield f"{'可做：' if zh else 'may be done: '}{could}"

    def _rule(self, guard: GuardReport, lang: str) -> str:
        """A rule that fails: in words, what it needs, what was found, and where it stands."""
        test, values = unmet(guard)
        needed, found = term_text(test, lang), values_text(values, lang)
        laws = _cited([c for c in self.citations if c.clause in guard.clauses], lang)
        if lang == "zh":
            return f"{guard.zh}。須：{needed}。今：{found or '不然'}。{laws}"
        return f"{guard.en}. Needed: {needed}. Found: {found or 'not so'}. {laws}".rstrip()


_HEADS: Mapping[str, tuple[str, str]] = {
    "allowed": ("「{act}」可以做。", "“{act}” may be done."),
    "guard": ("此時不可「{act}」：規則不許。", "“{act}” may not be done now: a rule forbids it."),
    "detail": ("「{act}」的細節不合：{differing}。", "A detail of “{act}” is wrong: {differing}."),
    "forgone": ("經文明言此處不做「{act}」。", "The classic says that “{act}” is not done here."),
    "order": ("還沒有輪到「{act}」，或已經過了。", "It is not the turn of “{act}”: it comes later, or is past."),
    "twin": ("「{act}」剛剛做過，不應再做一次。", "“{act}” has just been done and is not done again."),
    "nowhere": ("此禮（或所取的這一段）沒有「{act}」。", "The rite, or the stretch of it asked for, has no “{act}”."),
    "over": ("禮已畢，不再做「{act}」。", "The rite is over; “{act}” is not done any more."),
    "unknown": ("不認識{unknown}。", "Not known: {unknown}."),
}
"""The first sentence for each kind, and for what has just been done."""


def _cited(citations: Iterable[Citation], lang: str) -> str:
    return ("、" if lang == "zh" else ", ").join(f"{c.clause}「{c.phrase}」" for c in citations)


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
    if reason.code != "SH302" and not _exists(matcher, pattern):
        return Why("nowhere", action, expected=expected)
    kind: WhyKind = "forgone" if reason.code == "SH302" else "order" if expected else "over"
    cites = _cites(matcher.rite, reason.citations, reason.guards)
    return Why(kind, action, reason.guards, (), reason.when, cites, expected, reason.twin)


def _exists(matcher: Matcher, pattern: Pattern) -> bool:
    """Whether the rite has, anywhere, such an act of those persons, alone or with others, or such a passage."""
    if pattern.action.passage is not None:
        return bool(steps_named(matcher, pattern.action.passage))
    return any(
        step.act == act and (who == step.office if isinstance(who, str) else who <= frozenset(step.actors))
        for step in matcher.rite.steps
        for who, act in pattern.keys
    )


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
    moves: tuple[Move, ...] = field(repr=False)

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
            raise Unreadable(what)
        return why

    def undo(self) -> tuple[Action, ...]:
        """Takes back the last `do`; the actions taken back.  Raises NothingToUndo."""
        if not self._done:
            raise NothingToUndo
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
        if not isinstance(what, (str, Mapping)):
            raise Unreadable(what)
        script = as_script(what if isinstance(what, str) else [what])
        problems = [p for p in script.problems if p.code not in HARMLESS]
        if problems or not script.items:
            raise Unreadable(what, problems)
        actions = [item.action for item in script.items]
        if strict:
            _known(actions)
        return actions

    def _refuse(self, action: Action, done: Sequence[Done]) -> NoReturn:
        _known([action])
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


def _known(actions: Iterable[Action]) -> None:
    """Raises UnknownAct for a word that was not understood."""
    for word in (word for action in actions for word in action.unknown):
        raise UnknownAct(word.text, word.nearest)


def _only(action: Action) -> Callable[[EventData], bool]:
    def is_stated(event: EventData) -> bool:
        return bool(event.kwargs.get("action") == action)

    return is_stated


def play(rite: Rite) -> Play:
    """A new performance of a rite, at its beginning.

    `do` does an act, `undo` takes the last back, `allowed` and `why_not` say what may be done and why the rest
    may not; an error says what is wrong in Chinese and English, and in one language by its `in_words`.
    """
    return Play(as_rite(rite))


__all__ = [
    "ActError", "Done", "NotAllowed", "NothingToUndo", "Play", "Spoken", "Stage", "UnknownAct", "UnknownName",
    "Unreadable", "Why", "explain", "play", "refusing", "trigger_name",
]  # fmt: skip
