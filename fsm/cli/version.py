"""Is the package `fsm` that Python imports ours?  Other distributions own the name and overwrite files."""

from __future__ import annotations

from pathlib import Path


def version_text() -> str:
    """The version, and a warning where the package imported, or part of it, is somebody else's."""
    from importlib.metadata import packages_distributions

    import fsm

    ours = getattr(fsm, "DISTRIBUTION", None) == "sheli"
    here = Path(__file__).resolve().parent.parent
    found = Path(str(fsm.__file__)).resolve().parent
    lines = [f"sheli {fsm.__version__ if ours else '(unknown)'}"]
    if not ours or found != here:
        lines.append(f"Warning: the package fsm that Python imports is not that of sheli: {found} instead of {here}.")
    others = sorted({name for name in packages_distributions().get("fsm", ()) if name.lower() != "sheli"})
    if others:
        lines.append(
            f"Warning: {', '.join(others)} also install a package fsm and may overwrite files of it. "
            "Install sheli in an environment of its own."
        )
    return "\n".join(lines)
