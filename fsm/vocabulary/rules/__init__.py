"""The rules of the verbs: what each act requires and what it changes, each rule once."""

from __future__ import annotations

from fsm.rules import ACTOR, Rule
from fsm.vocabulary.rules.arming import ARMING
from fsm.vocabulary.rules.body import BODY
from fsm.vocabulary.rules.cups import CUPS
from fsm.vocabulary.rules.duke import DUKE
from fsm.vocabulary.rules.moving import MOVING
from fsm.vocabulary.rules.offerings import OFFERINGS
from fsm.vocabulary.rules.pitch_pot import PITCH_POT
from fsm.vocabulary.rules.registers import *
from fsm.vocabulary.rules.shooting import SHOOTING
from fsm.vocabulary.rules.taking import TAKING
from fsm.vocabulary.rules.tallies import TALLIES

RULES: tuple[Rule, ...] = (*BODY, *MOVING, *ARMING, *SHOOTING, *TAKING, *TALLIES, *DUKE, *CUPS, *OFFERINGS, *PITCH_POT)

__all__ = ["ACTOR", "RULES"]
