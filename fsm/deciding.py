"""What hangs on a dispute: where it matters, and why it may decide nothing."""

from __future__ import annotations

from .loading import under
from .rite import Rite
from .score import Reading, Score

Path = frozenset[tuple[str, str]]
"""Positions that must be taken for a dispute to matter: dispute and key."""


def idle(rite: Rite, id: str) -> tuple[str, str] | None:
    """Why a dispute decides nothing here, whichever position is taken; None if it does."""
    note = rite.profile.disputes[id].note
    if note is not None:
        return f"於動作無別：{note.zh}", f"no act differs: {note.en}"
    paths = conditions(rite, id)
    if any(all(rite.profile.chosen(d) == key for d, key in path) for path in paths):
        return None
    if paths:
        needed = [" ".join(f"{d}={key}" for d, key in sorted(path)) for path in paths]
        return f"惟從 {' 或 '.join(needed)} 時有別", f"it matters only with {' or '.join(needed)}"
    if any(tuple(under(rite, f"{id}={p.key}").rulebook) != tuple(rite.rulebook)
           for p in rite.profile.disputes[id].positions):  # fmt: skip
        return "所別在規則，不在動作", "a rule differs, no act of the score"
    return "於此人員無別", "with this cast nothing turns on it"


def conditions(rite: Rite, id: str) -> list[Path]:
    """In what company a dispute stands in the score: the positions of others that each place of it lies under.

    An empty one is a place that lies under none; only the least are given, and nothing if it stands nowhere.
    """
    found: set[Path] = set()

    def look(part: Score, path: Path) -> None:
        if not isinstance(part, Reading):
            for child in part.children:
                look(child, path)
            return
        if part.dispute == id:
            found.add(path)
        for key, child in part.positions:
            look(child, path | {(part.dispute, key)})

    look(rite.full_score, frozenset())
    return sorted((path for path in found if not any(other < path for other in found)), key=sorted)
