"""The core: games, actions, steps, chance, purses, history. It knows nothing of railways."""

from kursbuch.core.action import Action, Grammar, Span
from kursbuch.core.chance import Chance
from kursbuch.core.errors import BadInput, IllegalAction, Refusal, refuse, section_of
from kursbuch.core.event import Event, EventKind, Told, told
from kursbuch.core.game import Game
from kursbuch.core.history import Move, Past
from kursbuch.core.looking import once
from kursbuch.core.meaning import Meaning, Money, Party, Place, Player
from kursbuch.core.record import record
from kursbuch.core.rules import Option, Rules, Title, TitleInfo, made_once
from kursbuch.core.secret import Secret
from kursbuch.core.state import BANK, Frame, State
from kursbuch.core.step import Stage, Step
from kursbuch.core.veil import veiled

__all__ = [
    "BANK",
    "Action",
    "BadInput",
    "Chance",
    "Event",
    "EventKind",
    "Frame",
    "Game",
    "Grammar",
    "IllegalAction",
    "Meaning",
    "Money",
    "Move",
    "Option",
    "Party",
    "Past",
    "Place",
    "Player",
    "Refusal",
    "Rules",
    "Secret",
    "Span",
    "Stage",
    "State",
    "Step",
    "Title",
    "TitleInfo",
    "Told",
    "made_once",
    "once",
    "record",
    "refuse",
    "section_of",
    "told",
    "veiled",
]
