"""Acts per second: checking, live play and the generated machine beside hand-made machines.

    python benchmarks/throughput.py [--arrows 500] [--rounds 5]

All do the same small protocol: guest and host throw by turns while arrows are left.  It is
written once as a rite, and by hand for each library of state machines that is installed.
The best of several rounds counts, everything warm; the ratio is to the hand-made
`transitions` machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).parent.parent))

from fsm.actions import Action, Item, Script
from fsm.checking import Checker
from fsm.loading import build
from fsm.machines import machine
from fsm.playing import play
from fsm.rite import Composition, Definition, Rite, Section, Setting
from fsm.score import Actor, loop, passage, seq
from fsm.vocabulary.rules import arrows
from fsm.world import Register

Run = Callable[[], None]


class Absent(Exception):
    """A library that is not installed."""


def protocol(count: int) -> Rite:
    """The protocol as a rite; the guards and effects of throwing are those of the vocabulary."""
    guest, host = Actor("guest"), Actor("host")

    def compose(setting: Setting) -> Composition:
        turns = seq(
            passage("BY-01", "001 賓投", guest.throw("arrow")),
            passage("BY-01", "002 主人投", host.throw("arrow")),
        )
        sides = {"guest": "right", "host": "left"}
        return Composition(
            loop(arrows("guest") > 0, turns),
            (
                *(Register(f"arrows[{p}]", tuple(range(count + 1)), count) for p in sides),
                *(Register(f"side_of[{p}]", (side,), side) for p, side in sides.items()),
                Register("last", ("none", "right", "left"), "none"),
            ),
        )

    section = Section("BY-01", "拾投", "By turns")
    return build(Definition("by_turns", "拾投", "by turns", "", (section,), (), (), compose))


# --- what is measured ----------------------------------------------------------------------------------------------


def checking(count: int) -> Run:
    actions = [Action((who,), "throw", "arrow") for _ in range(count) for who in ("guest", "host")]
    script = Script(tuple(Item(a, group=i) for i, a in enumerate(actions)))
    checker = Checker(protocol(count))

    def run() -> None:
        assert checker.check(script).conforms

    return run


def playing(count: int) -> Run:
    guest, host = (Action((who,), "throw", "arrow") for who in ("guest", "host"))
    stage = play(protocol(count))

    def run() -> None:
        for _ in range(count):
            stage.do(guest)
            stage.do(host)
        assert stage.done
        for _ in range(2 * count):
            stage.undo()

    return run


def generated(count: int) -> Run:
    made = machine(protocol(count))
    model = made.models[0]
    first = model.state

    def run() -> None:
        made.set_state(first, model)
        model.world = made.rite.start.world
        for _ in range(count):
            model.guest_throw(object="arrow")
            model.host_throw(object="arrow")
        assert model.may_end

    return run


class Hands:
    """What the hand-made machines keep in mind."""

    def __init__(self, count: int) -> None:
        self.guest = self.host = count

    def guest_has(self) -> bool:
        return self.guest > 0

    def host_has(self) -> bool:
        return self.host > 0

    def guest_threw(self) -> None:
        self.guest -= 1

    def host_threw(self) -> None:
        self.host -= 1


def by_hand_transitions(count: int) -> Run:
    from transitions import Machine

    model = Hands(count)
    made = Machine(model, ["guest_turn", "host_turn"], initial="guest_turn", auto_transitions=False)
    made.add_transition("guest_throw", "guest_turn", "host_turn", conditions="guest_has", after="guest_threw")
    made.add_transition("host_throw", "host_turn", "guest_turn", conditions="host_has", after="host_threw")

    def run() -> None:
        model.guest = model.host = count
        for _ in range(count):
            assert model.guest_throw()  # type: ignore[attr-defined]
            assert model.host_throw()  # type: ignore[attr-defined]

    return run


def by_hand_statemachine(count: int) -> Run:
    try:
        from statemachine import State, StateMachine
    except ImportError as error:
        raise Absent("python-statemachine") from error

    class Throws(StateMachine):
        guest_turn = State(initial=True)
        host_turn = State()
        guest_throw = guest_turn.to(host_turn, cond="guest_has", on="guest_threw")
        host_throw = host_turn.to(guest_turn, cond="host_has", on="host_threw")

    model = Hands(count)
    made = Throws(model)

    def run() -> None:
        model.guest = model.host = count
        for _ in range(count):
            made.guest_throw()
            made.host_throw()
        assert model.guest == model.host == 0

    return run


SISMIC = """
statechart:
  name: by turns
  preamble: |
    guest = host = {count}
  root state:
    name: root
    initial: guest turn
    states:
      - name: guest turn
        transitions:
          - {{event: guest_throw, target: host turn, guard: guest > 0, action: guest -= 1}}
      - name: host turn
        transitions:
          - {{event: host_throw, target: guest turn, guard: host > 0, action: host -= 1}}
"""


def by_hand_sismic(count: int) -> Run:
    try:
        from sismic.interpreter import Interpreter
        from sismic.io import import_from_yaml
    except ImportError as error:
        raise Absent("sismic") from error
    interpreter = Interpreter(import_from_yaml(SISMIC.format(count=count)))
    interpreter.execute()

    def run() -> None:
        interpreter.context.update(guest=count, host=count)
        for _ in range(count):
            interpreter.queue("guest_throw")
            interpreter.execute_once()
            interpreter.queue("host_throw")
            interpreter.execute_once()
        assert interpreter.context["host"] == 0

    return run


# --- measuring -----------------------------------------------------------------------------------------------------

MEASURED: tuple[tuple[str, Callable[[int], Run]], ...] = (
    ("sheli: checking a script", checking),
    ("sheli: live play (and undo)", playing),
    ("sheli: generated machine", generated),
    ("by hand: transitions", by_hand_transitions),
    ("by hand: python-statemachine", by_hand_statemachine),
    ("by hand: sismic", by_hand_sismic),
)


def measure(count: int, rounds: int) -> Iterator[tuple[str, float | None]]:
    """What was measured, with acts per second; None where a library is absent."""
    for name, prepare in MEASURED:
        try:
            run = prepare(count)
        except Absent:
            yield name, None
            continue
        run()
        best = min(timed(run) for _ in range(rounds))
        yield name, 2 * count / best


def timed(run: Run) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--arrows", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    results = list(measure(asked.arrows, asked.rounds))
    base = next(speed for name, speed in results if name == "by hand: transitions" and speed)
    print(f"{'':32}{'acts/s':>12}{'ratio':>10}")
    for name, speed in results:
        print(f"{name:32}" + (f"{speed:12,.0f}{speed / base:10.2f}" if speed else "      absent"))


if __name__ == "__main__":
    main()
