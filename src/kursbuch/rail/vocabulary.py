"""Every field that the loader knows, by an example of each: what the blocks of a railway title's data may say.

A block of a box uses some of these. Who corrects it may need another: a cost where there was none.
"""

from __future__ import annotations

from typing import Any

_STOP = {
    "value": 20,
    "slots": 2,
    "edges": [0, "3 broad"],
    "values": {"yellow": 20, "green": 30, "brown": 50, "grey": 60},
}
_KEPT = {"value": 20, "slots": ["", "home A"], "edges": [1]}
_PRINT = {
    "colour": "yellow",
    "label": "B",
    "border": "pink",
    "city": [_STOP, _KEPT],
    "town": [{"value": 10, "edges": [0, "3 broad"]}],
    "red": [_STOP],
    "junction": [{"edges": [0, 1, 3]}],
    "track": ["0-3"],
    "upgrade_cost": 20,
    "upgrades": ["14"],
}

VOCABULARY: dict[str, dict[str, Any]] = {
    "board": {
        "hexes": {
            "A1": {
                "name": "Town",
                "terrain": "mountain",
                "cost": 50,
                "homes": ["A"],
                "never_blocks": "A",
                **_PRINT,
            },
            "A3": {},
        },
        "borders": [
            {"between": ["A1", "A3"], "kind": "river", "cost": 30, "name": "Ems"},
            {"between": ["A3", "A5"], "kind": "wall"},
        ],
    },
    "tiles": {"tiles": {"57": {"count": 4, "unlimited": False, "hex": "A1", **_PRINT}}},
    "beginner_tiles": {"tiles": {"57": {"count": 4, "unlimited": False, "hex": "A1", **_PRINT}}},
    "trains": {
        "trains": {
            "2": {
                "price": 80,
                "count": 6,
                "sides": {"2": "2"},
                "rusts_in": "4",
                "starts": "2",
                "from_phase": "2",
                "discounts": {"4": 300},
                "red": "green",
                "beside": {"train": "3", "sold": 1},
                "gauges": {"2": "broad"},
                "side_prices": {"2": 80},
                "unlimited": False,
            }
        },
        "phases": [
            {
                "phase": "2",
                "tiles": ["yellow"],
                "red": "yellow",
                "train_limit": 4,
                "operating_rounds": 2,
                "features": ["privates into companies"],
            },
            {"phase": "3", "tiles": ["yellow", "green"], "red": "green", "train_limit": 4},
        ],
    },
    "companies": {
        "companies": {
            "A": {
                "name": "A railway",
                "colour": "#123456",
                "home": "A1",
                "home_stop": 0,
                "chooses_home": False,
                "tokens": [{"role": "home", "cost": 0, "hex": "A1"}],
                "shares": [20, 10, 10],
            }
        }
    },
    "privates": {
        "privates": {
            "P": {
                "name": "A private",
                "price": 20,
                "income": 5,
                "blocks": ["A1"],
                "spares": "mountain",
                "share_of": "A",
                "share_from": ["offer"],
                "brings": {"company": "A", "certificate": 1},
                "closes_with_train_of": "A",
                "never_sold": False,
                "to_companies": [10, 40],
                "fewest_players": 2,
                "stays": 0,
                "builds": {
                    "tiles": ["8"],
                    "hexes": ["A1"],
                    "by": "company",
                    "when": "track",
                    "extra": True,
                    "connected": False,
                    "pays": False,
                    "all_or_none": False,
                    "joined": False,
                    "lost_when_covered": False,
                    "station": "free",
                },
            }
        }
    },
}

# Tables and figures of a file, of which there is one, that the loader does without.
OPTIONAL = ("areas", "apart", "borders", "one_place", "shares")

# Fields that hold names of blocks, and in which table these are: for fields that a box happens not to use, and for
# names that are figures only. All others are found by themselves. A star at the front is any file.
LEADS_TO = {
    "board.hexes.*.homes": "companies.companies",
    "board.hexes.*.never_blocks": "companies.companies",
    "companies.companies.*.home": "board.hexes",
    "companies.companies.*.tokens.*.hex": "board.hexes",
    "game.privates_close": "trains.phases",
    "privates.privates.*.blocks": "board.hexes",
    "privates.privates.*.builds.hexes": "board.hexes",
    "privates.privates.*.builds.tiles": "tiles.tiles",
    "privates.privates.*.brings.company": "companies.companies",
    "privates.privates.*.closes_with_train_of": "companies.companies",
    "trains.export.kinds": "trains.trains",
    "*.tiles.*.hex": "board.hexes",
    "*.tiles.*.upgrades": "tiles.tiles",
    "*.trains.*.rusts_in": "*.phases",
    "*.trains.*.starts": "*.phases",
    "*.trains.*.from_phase": "*.phases",
    "*.trains.*.beside.train": "*.trains",
    "*.trains.*.discounts.@": "*.trains",
}

# Fields that hold a word out of a fixed set, and the words that the rules of the kit know there. Every text that is
# neither free nor notation is such a word: what the built-in data says at its place is known as well, and a title's
# own `data/vocabulary.toml` may tell of more (see docs/titles/data-files.md).
_COLOURS = ("yellow", "green", "brown", "grey")
WORDS = {
    "board.apart": ("city", "town"),
    "board.hexes.*.colour": ("white", *_COLOURS, "red"),
    "board.hexes.*.terrain": (
        "mountain",
        "high mountain",
        "hills",
        "valley",
        "river",
        "water",
        "lake",
        "swamp",
    ),
    "board.hexes.*.border": ("blue", "orange", "pink"),
    "board.borders.*.kind": ("river", "wall"),
    "companies.companies.*.tokens.*.role": ("home", "plain"),
    "privates.privates.*.builds.by": ("player", "company", "seller"),
    "privates.privates.*.builds.when": ("any time", "track"),
    "privates.privates.*.builds.station": ("free",),
    "privates.privates.*.closes_with_train_of": ("drawn",),
    "privates.privates.*.share_from": ("offer", "pool"),
    "privates.privates.*.spares": ("mountain", "water"),
    "trains.export.when": ("after sets", "in the opening"),
    "*.phases.*.red": _COLOURS,
    "*.phases.*.tiles": _COLOURS,
    "*.tiles.*.border": ("blue", "orange", "pink"),
    "*.tiles.*.colour": _COLOURS,
    "*.overlays.*.colour": _COLOURS,
}

# Fields with texts for people to read, and marks of the print: whatever they say is right.
FREE = ("name", "label")

# Fields that are read letter by letter, and the words in them; the loader judges them.
NOTATION = {
    "edge0": (),
    "edges": ("broad", "metre", "dual"),
    "gauges.*": ("broad", "metre", "dual"),
    "money": (),
    "rows": (),
    "sides.*": ("any",),
    "slots": ("home",),
    "track": ("broad", "metre", "dual"),
}

# Tables whose blocks the rules call by their names: no other has an effect, and none can be taken out.
FIXED = ("*.players",)
