"""What a mistake costs.  One table, used by the checker and by the oracle that tests it.

Costs count mistakes, not acts: a run of missing or extra acts costs an opening and
almost nothing for each further act.  Whatever the table prefers is what a repair does:
to correct a detail before an actor, an actor before leaving out or putting in, and a
reported outcome only where nothing else that simple would do (to put in more than ten acts
is not simple).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of the edits, in hundredths of a mistake.

    detail: a detail stated otherwise, and each further one; unknown: a word not understood; actor: another
    actor; missing, extra: an act left out, or too many, and each further in the same run; further_dropped: the same
    for each of the first acts of the rite in the last run, if the rite is not at an end there; moved: an act done
    too early or too late; replaced: another act of the same actor; outcome: a reported outcome contradicted;
    dispensable: added where a line that is an act of the rite, out of place, is corrected into one that need
    not be there at all; unfinished: the script stops before the end; late: an editorial deadline missed (a
    warning).
    """

    detail: int = 80
    further_detail: int = 5
    unknown: int = 70
    unknown_extra: int = 75
    actor: int = 90
    missing: int = 100
    further_missing: int = 1
    extra: int = 100
    further_extra: int = 1
    further_dropped: int = 25
    moved: int = 101
    replaced: int = 108
    outcome: int = 110
    dispensable: int = 25
    unfinished: int = 100
    late: int = 2

    def to_json(self) -> dict[str, int]:
        return asdict(self)


COSTS = Costs()
