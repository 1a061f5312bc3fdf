"""Writing YAML: the same values as JSON."""

from __future__ import annotations

from typing import Any

from .cleaning import BROKEN, INVISIBLE
from .errors import ScriptError
from .writing import Timed, as_objects


def yaml_text(actions: Timed, lang: str) -> str:
    """The actions in YAML, ids throughout."""
    return dumped({"actions": as_objects(actions)})


def dumped(value: Any) -> str:
    """A plain value in YAML.  ScriptError "missing-library"."""
    try:
        import yaml
    except ImportError:
        raise ScriptError("missing-library", library="PyYAML") from None

    class Dumper(yaml.SafeDumper):
        """Writes every value out where it stands."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def text(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
        # What would not survive as it is is escaped, which only double quotation marks can.
        special = INVISIBLE.search(data) or BROKEN.search(data) or "\r" in data or "\x85" in data
        return dumper.represent_scalar("tag:yaml.org,2002:str", data, style='"' if special else None)

    Dumper.add_representer(str, text)
    written: str = yaml.dump(value, Dumper=Dumper, allow_unicode=True, sort_keys=False, width=120)
    for pattern in (INVISIBLE, BROKEN):
        written = pattern.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
    return written
