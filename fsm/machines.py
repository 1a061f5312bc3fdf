"""A rite as a `transitions` HierarchicalMachine.

States are the remainders of the score: what is still to be done.  A remainder stands under
the section of the first act that may come next in it and is named after that act's clause
and verb: ``TH-04/003-throw``; a second remainder beginning with the same act is
``TH-04/003-throw.2``.  The remainder with nothing left is ``end/end``.

How things stand is kept by the model, in `Performance.world`.  A transition leads from one
remainder to another by one act of the score.  Which transitions there are is read off the
score alone, for any world: every `when` is taken to hold and not to hold, every loop to go on
and to stop, every rule to allow.  So the machine is small (two hundred states where the rite has
nine thousand situations), is the same for all inherited facts, and needs no exploration; what
may be done in the model's world is decided by the condition of the transition, which asks the
rite itself.  A few transitions may have a condition that is true in no reachable world.

Triggers are ASCII: the actors, joined by ``and``, then the verb (`fsm.playing.trigger_name`).
Details and outcomes are given as keywords and work as in a line of a script, where what is left
out agrees with everything; a word that Python reserves takes a trailing underscore:

    model = machine(fsm.load("touhu")).model
    model.host_receive()
    model.guest_throw(fall="straight")
    model.archery_director_ask(for_="rules", addressee="guest")

Where two acts are alike in all that is stated (the text repeats an act, once as its manner) the keyword
``clause`` tells which is meant; an event that leaves open what is meant changes nothing and says so.

Those who act together do so by one event; that the rite also takes them one by one is left to
`fsm.playing`, where it costs nothing.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from keyword import iskeyword
from typing import Any, cast

from transitions import EventData, MachineError
from transitions.extensions import HierarchicalMachine
from transitions.extensions.nesting import NestedState

from fsm.acting import action_of_move, named_actors
from fsm.actions import DETAIL_FIELDS, Action
from fsm.calculus import Calculus, End, Head
from fsm.explaining import Explainer
from fsm.matching import Matcher
from fsm.playing import (
    ActError,
    NotAllowed,
    Spoken,
    UnknownAct,
    UnknownName,
    explain,
    trigger_name,
)
from fsm.rite import Rite, as_rite
from fsm.score import Loop, Score, Step, When
from fsm.situation import Move, Situation
from fsm.terms import Term, Value
from fsm.vocabulary import load as load_vocabulary
from fsm.wording import field_text, value_text
from fsm.world import World

MOST_STATES = 20_000
"""A machine of more states helps nobody."""


class TooLarge(Spoken, ValueError):
    """A rite with more remainders than asked for: `limit`; `sections` are the ranges to choose from."""

    def __init__(self, rite: Rite, limit: int) -> None:
        self.rite = rite.id
        self.limit = limit
        self.sections = tuple(s.id for s in rite.sections)
        super().__init__(self.rite, limit)

    def _said(self, lang: str) -> str:
        part = f"fsm.load({self.rite!r}, start={self.sections[0]!r}, end={self.sections[0]!r})"
        if lang == "zh":
            return (
                f"這台狀態機超過 {self.limit} 個狀態。請只取一段，如 {part}；"
                f"有這些節：{'、'.join(self.sections)}。或用 fsm.play 逐步演全禮。"
            )
        return (
            f"The machine has more than {self.limit} states. Take a part of the rite, as in {part}; "
            f"its sections are {', '.join(self.sections)}. Or play the whole of it live with fsm.play."
        )


class Undecided(ActError):
    """An event that says too little: it could mean several acts, `options`, with different results.

    A detail or an outcome more decides it; ``clause="DS2-01-089"`` does where nothing else differs.
    """

    def __init__(self, options: Iterable[Action]) -> None:
        self.options = tuple(options)
        super().__init__(self.options)

    def _said(self, lang: str) -> str:
        said = ("、或 " if lang == "zh" else ", or ").join(self._choices(lang))
        return f"所說可以指幾件事；請再加上：{said}。" if lang == "zh" else f"This could mean several acts; add {said}."

    def _choices(self, lang: str) -> Iterator[str]:
        """What tells each option from the others, as keywords with their meaning."""
        details = [a.details() for a in self.options]
        names = dict.fromkeys(name for one in details for name in one)
        told = [{name: one[name] for name in names if name in one and not _common(name, details)} for one in details]
        for action, one in zip(self.options, told, strict=True):
            words = [f"{_keyword(k)}={v!r} ({field_text(k, lang)}: {value_text(v, lang, k)})" for k, v in one.items()]
            if told.count(one) > 1 or not one:
                words += [f"clause={c!r}" for c in action.clauses[:1]]
            yield ", ".join(words)


def _common(name: str, all_details: Sequence[Mapping[str, Any]]) -> bool:
    return all(details.get(name) == all_details[0].get(name) for details in all_details)


def _keyword(name: str) -> str:
    """A detail as a keyword of Python."""
    return f"{name}_" if iskeyword(name) else name


class NotADetail(ActError, TypeError):
    """Something given with an event, `asked`, that is no detail by name."""

    def __init__(self, asked: object) -> None:
        self.asked = asked
        super().__init__(asked)

    def _said(self, lang: str) -> str:
        if lang == "zh":
            return f"細節要寫成 名=值，如 place='hall'；讀到的是 {self.asked!r}。"
        return f"A detail is given as name=value, such as place='hall'; this was {self.asked!r}."


class UnknownRegister(UnknownName, KeyError):
    """A register that the rite does not keep."""


# --- what may come next in any world -------------------------------------------------------------------------------


class _AnyWorld(Calculus):
    """The calculus of a rite with every test both passed and failed; shares the rite's remainders.

    Nothing depends on the world, which stays that of the beginning, so what may come next in a part is worked out once.
    """

    def __init__(self, rite: Rite) -> None:
        super().__init__(rite.schema, lambda step, world: world)
        self._interned = rite.calculus._interned
        self._keys = rite.calculus._keys
        self._heads: dict[int, list[Head]] = {}
        self._ends: dict[int, list[End]] = {}
        self._known: list[Score] = []

    def _holds(self, guard: Term, world: World) -> bool:
        return True

    def heads(self, score: Score, world: World, partial: bool = False) -> list[Head]:
        found = self._heads.get(id(score))
        if found is None:
            self._known.append(score)  # ids are kept, so what they belong to must be
            found = self._heads[id(score)] = super().heads(score, world)
        return found

    def ends(self, score: Score, world: World) -> list[End]:
        found = self._ends.get(id(score))
        if found is None:
            self._known.append(score)
            found = self._ends[id(score)] = self._some_ends(score, world)
        return found

    def _some_ends(self, score: Score, world: World) -> list[End]:
        match score:
            case When(body=body):
                return list({e.alone: e for e in (*self.ends(body, world), End((), world))}.values())
            case Loop():
                return [End((), world)]
        return super().ends(score, world)


@dataclass(frozen=True, slots=True)
class _Graph:
    """Remainders in the order of their discovery, with the acts that lead from each to others."""

    rests: tuple[Score, ...]
    edges: tuple[tuple[Head, ...], ...]


def _explore(rite: Rite, limit: int, late: bool) -> _Graph:
    calculus, world = _AnyWorld(rite), rite.start.world
    seen: dict[int, Score] = {id(rite.start.rest): rite.start.rest}
    queue, edges = deque(seen.values()), []
    while queue:
        heads: dict[tuple[int, int], Head] = {}
        for head in calculus.heads(queue.popleft(), world):
            if head.sync is None and (late or not head.late):
                heads.setdefault((id(head.step), id(head.rest)), head)
        edges.append(tuple(heads.values()))
        for head in heads.values():
            if id(head.rest) not in seen:
                seen[id(head.rest)] = head.rest
                queue.append(head.rest)
                if len(seen) > limit:
                    raise TooLarge(rite, limit)
    return _Graph(tuple(seen.values()), tuple(edges))


SEPARATOR = "/"


class RemainderState(NestedState):
    """A state whose name may hold every sign but ``/``."""

    separator = SEPARATOR


def _names(graph: _Graph) -> list[str]:
    """The full name of each state."""
    names, used = [], Counter[str]()
    for heads in graph.edges:
        if heads:
            step = heads[0].step
            clause = step.clauses[0]
            section = step.section
            name = f"{section}{SEPARATOR}{clause.removeprefix(section).lstrip('-')}-{step.act}"
        else:
            name = f"end{SEPARATOR}end"
        used[name] += 1
        names.append(name if used[name] == 1 else f"{name}.{used[name]}")
    return names


# --- the model -----------------------------------------------------------------------------------------------------


class Performance:
    """The model of a rite's machine.

    state: name of the remainder; world: how things stand.  Each trigger is a method, each ``may_``
    trigger asks.  meant, coming: while an event is under way, what it may mean and the world it leads to.
    """

    state: str
    meant: list[Move] | None
    coming: World | None

    def __init__(self, machine: RiteMachine) -> None:
        self._machine = machine
        self.world: World = machine.rite.start.world
        self.meant = self.coming = None

    @property
    def situation(self) -> Situation:
        """The situation of the rite that the state and the world make up."""
        return self._machine.rite.situation(self._machine.remainders[self.state], self.world)

    @property
    def may_end(self) -> bool:
        """Whether the rite may stop here."""
        return self.situation.end is not None

    def read(self, register: str) -> Value:
        """The value of a register such as ``arrows[guest]``.  Raises UnknownRegister if the rite keeps none such."""
        known = [r.name for r in self._machine.rite.schema.registers]
        if register not in known:
            raise UnknownRegister(register, get_close_matches(register, known))
        value: Value = self.situation.read(register)
        return value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "_machine" not in self.__dict__:
            raise AttributeError(name)
        raise UnknownAct(name, get_close_matches(name, self._machine.events))


# --- the machine ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """A transition: one act of the score leading to one remainder."""

    step: Step
    rest: Score

    def allows(self, event: EventData) -> bool:
        """The condition of the transition: the rite allows the act, as it is stated, in the model's world."""
        return any(self.is_of(m) for m in _moves(event))

    def is_of(self, move: Move) -> bool:
        return move.step is self.step and move.target.rest is self.rest

    def perform(self, event: EventData) -> None:
        """Works out the world to come; the model gets it with its new state."""
        move = next(m for m in _moves(event) if self.is_of(m))
        cast(Performance, event.model).coming = move.target.world


def _moves(event: EventData) -> list[Move]:
    machine, model = cast(RiteMachine, event.machine), cast(Performance, event.model)
    return machine.moves(model, event.event.name, event.kwargs) if model.meant is None else model.meant


def _arrive(event: EventData) -> None:
    """Gives the model its new world, with its new state and before any callback of the user's hears of it."""
    model = cast(Performance, event.model)
    if model.coming is not None:
        model.world = model.coming


class RiteMachine(HierarchicalMachine):
    """The machine of a rite; `rite` is what it is made of, `remainders` what each state stands for.

    An event that is not allowed raises NotAllowed, one that says too little Undecided, one that does
    not exist, or has a detail that nobody knows, UnknownAct.  An event in the course of which anything is
    raised, in callbacks of the user's own too, leaves state and world as they were.
    """

    state_cls = RemainderState

    def __init__(self, rite: Rite, limit: int = MOST_STATES, late: bool = False) -> None:
        graph = _explore(rite, limit, late)
        names = _names(graph)
        self.rite = rite
        self.late = late
        self.remainders = dict(zip(names, graph.rests, strict=True))
        self._matcher = Matcher(rite, load_vocabulary())
        self._explainer = Explainer(rite, self._matcher)
        self._actors: dict[str, tuple[tuple[str, ...], str]] = {}
        self._details = frozenset(
            (
                *DETAIL_FIELDS,
                *load_vocabulary().ids("key"),
                *(k for s in rite.steps for k, _ in (*s.details, *s.outcomes)),
            )
        )
        super().__init__(
            model=None, states=_tree(graph, names), initial=names[0], auto_transitions=False, send_event=True
        )
        name_of = {id(rest): name for rest, name in zip(graph.rests, names, strict=True)}
        for source, heads in zip(names, graph.edges, strict=True):
            for head in heads:
                edge = _Edge(head.step, head.rest)
                for trigger in self._triggers(head.step):
                    self.add_transition(
                        trigger, source, name_of[id(head.rest)], conditions=edge.allows, before=edge.perform
                    )
        self.add_model(Performance(self))

    def new_performance(self) -> Performance:
        """A further model, at the beginning of the rite."""
        model = Performance(self)
        self.add_model(model)
        return model

    def _triggers(self, step: Step) -> Iterator[str]:
        """The events of an act: by its persons (or their group), and by its office where it has one."""
        for names in dict.fromkeys(_names_of_actors(self.rite, step)):
            trigger = trigger_name(names, step.act)
            if hasattr(Performance, trigger) or trigger.startswith(_RESERVED):
                trigger = f"do_{trigger}"
            self._actors.setdefault(trigger, (names, step.act))
            yield trigger

    # --- acts --------------------------------------------------------------------------------------------------------

    def action(self, trigger: str, stated: dict[str, Any]) -> Action:
        """The action of a script that an event amounts to; UnknownAct if there is no such event or detail."""
        if trigger not in self._actors:
            raise UnknownAct(trigger, get_close_matches(trigger, self._actors))
        actors, act = self._actors[trigger]
        details = {name.rstrip("_"): value for name, value in stated.items()}
        for name, value in details.items():
            if name not in self._details:
                raise UnknownAct(name, get_close_matches(name, sorted(self._details)))
            fitting = str | tuple | list | None if name == "addressee" else str | int | None
            if not isinstance(value, fitting):
                raise NotADetail(value)
        fields = {k: v for k, v in details.items() if k in DETAIL_FIELDS and v is not None}
        if "addressee" in fields:
            to = fields["addressee"]
            fields["addressee"] = (to,) if isinstance(to, str) else tuple(to)
        data = tuple(sorted((k, v) for k, v in details.items() if k not in DETAIL_FIELDS))
        return Action(actors=actors, act=act, data=data, **fields)

    def event_of(self, action: Action) -> tuple[str, dict[str, Any]]:
        """The trigger and the keywords of an action that names its actors as the rite does."""
        return trigger_name(action.actors, action.act), action.details()

    def moves(self, model: Performance, trigger: str, stated: dict[str, Any]) -> list[Move]:
        """What an event may mean in the model's world; empty if it is not allowed."""
        details = {name: value for name, value in stated.items() if name != "clause"}
        pattern = self._matcher.pattern(self.action(trigger, details))
        found = self._matcher.exact(pattern, model.situation)
        clause = stated.get("clause")
        return [m for m in found if self.takes(m) and (clause is None or clause in m.step.clauses)]

    def takes(self, move: Move) -> bool:
        """Whether the machine has a move: by all who act together, and not late unless asked for."""
        return not move.partial and (self.late or not move.late)

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Performs an act; see the class for what it raises."""
        if args:
            raise NotADetail(args[0])
        moves = self.moves(model, trigger, kwargs)
        options = {action_of_move(self.rite, m): m for m in reversed(moves)}
        if len({m.target for m in options.values()}) > 1:
            raise Undecided(reversed(options))
        before = model.state, model.world
        model.meant = moves
        try:
            done = super().trigger_event(model, trigger, *args, **kwargs)
        except MachineError:
            done = False
        except BaseException:
            self._restore(model, *before)
            raise
        finally:
            model.meant = model.coming = None
        if not done:
            self._restore(model, *before)
            kwargs.pop("clause", None)
            action = self.action(trigger, kwargs)
            raise NotAllowed(explain(self._explainer, (model.situation,), action, taken=self.takes))
        return True

    def _restore(self, model: Performance, state: str, world: World) -> None:
        self.set_state(state, model)
        model.world = world


_RESERVED = ("may_", "is_", "to_", "on_", "trigger_")
"""Beginnings of names that `transitions` gives to methods of a model."""


def _names_of_actors(rite: Rite, step: Step) -> Iterator[tuple[str, ...]]:
    yield named_actors(rite, step.actors)
    if step.office is not None:
        yield (step.office,)


def _tree(graph: _Graph, names: list[str]) -> list[dict[str, Any]]:
    """The sections, each with its remainders, as `transitions` takes them."""
    tree: dict[str, list[dict[str, Any]]] = {}
    for name, heads in zip(names, graph.edges, strict=True):
        section, _, child = name.partition(SEPARATOR)
        enter: list[Callable[[EventData], None]] = [_arrive]
        tree.setdefault(section, []).append({"name": child, "on_enter": enter, "final": not heads})
    return [{"name": s, "on_enter": [_arrive], "children": children} for s, children in tree.items()]


def machine(rite: Rite, limit: int = MOST_STATES, late: bool = False) -> RiteMachine:
    """The rite as a state machine with one model, `machine.model`, at the beginning.

    Acts are methods of the model, ``machine.model.guest_throw(fall="straight")``; ``may_guest_throw()`` asks only.
    An error says what is wrong in Chinese and English, and in one language by its `in_words`.

    limit: raises TooLarge if there are more states; late: also take acts begun although an editorial
    deadline is not met, which checking passes with a warning (this multiplies the states).
    """
    return RiteMachine(as_rite(rite), limit, late)


__all__ = [
    "ActError", "NotADetail", "NotAllowed", "Performance", "RiteMachine", "TooLarge", "Undecided", "UnknownAct",
    "UnknownRegister", "machine",
]  # fmt: skip
