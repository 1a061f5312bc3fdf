"""On which hand the ring and on which arm the guard is worn, by all who arm.

The classic does not say it.  鄭玄 says it once, where the director first arms (DSB-19-002).
"""

from __future__ import annotations

from dataclasses import replace

from fsm.score import Citation, Score, Step, edit_steps

HANDS = {"ring": "right", "guard": "left"}
SAID = Citation("DSB-19-002", "袒決遂", by=("zheng",))


def with_hands(score: Score) -> Score:
    """The score with the hands at every act of arming."""

    def told(step: Step) -> Step:
        if step.act != "gear_up":
            return step
        cites = (*step.detail_cites, *((name, SAID) for name in HANDS))
        return replace(step, details=(*step.details, *HANDS.items()), detail_cites=cites)

    return edit_steps(score, told)
