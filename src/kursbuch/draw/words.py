"""The few words that pictures contain, in English and German."""

from __future__ import annotations

_WORDS = {
    "board": ("Board", "Spielplan"),
    "market": ("Share prices", "Aktienkurse"),
    "tiles": ("Tiles", "Gleisplättchen"),
    "home": ("home", "Heimat"),
    "goal": ("goal", "Ziel"),
    "waits": ("waits for its space", "wartet auf seinen Platz"),
    "kept": ("space kept for {}", "Platz für {}"),
    "rebuilt": ("reconstructed", "rekonstruiert"),
    "partly": ("dotted: board data reconstructed", "gepunktet: Spielplan rekonstruiert"),
    "wholly": ("board data partly reconstructed", "Spielplan teilweise rekonstruiert"),
    "tiles_rebuilt": ("dotted: tile reconstructed", "gepunktet: Plättchen rekonstruiert"),
    "crossing": ("crossing {}", "Überquerung {}"),
    "end": ("game end", "Spielende"),
    "closes": ("bankrupt", "bankrott"),
    "par": ("start price", "Startkurs"),
    "tile": ("tile {}", "Plättchen {}"),
    "left": ("{} of {} left", "noch {} von {}"),
    "unlimited": ("any number", "beliebig viele"),
    "city": ("city", "Stadt"),
    "town": ("town", "Ort"),
    "red": ("off-board area", "Fernziel"),
    "junction": ("junction", "Knoten"),
    "train": ("train {}", "Zug {}"),
    "in_stack": ("{} {}, number {} of {} in the stack", "{} {}, Nummer {} von {} im Stapel"),
    "hills": ("hills", "Hügel"),
    "valley": ("valley", "Tal"),
    "hill": ("hill", "Hügel"),
    "hill+river": ("hill and river", "Hügel und Fluss"),
    "mountain": ("mountain", "Gebirge"),
    "high mountain": ("high mountain", "Hochgebirge"),
    "water mountain": ("mountain and water", "Gebirge und Wasser"),
    "water": ("water", "Wasser"),
    "river": ("river", "Fluss"),
    "rivers": ("rivers", "Flüsse"),
    "white": ("unbuilt", "unbebaut"),
    "yellow": ("yellow", "gelb"),
    "green": ("green", "grün"),
    "brown": ("brown", "braun"),
    "grey": ("grey", "grau"),
}


def word(key: str, language: str, *values: object) -> str:
    """A word in a language ("en" or "de"); a key we do not know is its own word.

    >>> word("goal", "de"), word("tile", "en", 57), word("swamp", "de")
    ('Ziel', 'tile 57', 'swamp')
    """
    both = _WORDS.get(key)
    return both[language.startswith("de")].format(*values) if both else key
