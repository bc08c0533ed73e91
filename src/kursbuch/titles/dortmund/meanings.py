"""What values mean in 18DO, beside what they mean in all railway games."""

from __future__ import annotations

from typing import Annotated

from kursbuch.core import Meaning

Brewery = Annotated[str, Meaning("brewery")]
Kettle = Annotated[str, Meaning("kettle")]  # a kind of investment card with brewery equipment
Customers = Annotated[str, Meaning("word", "customers")]  # regular or new
Card = Annotated[str, Meaning("word", "card")]  # of the games for two
Marker = Annotated[str, Meaning("marker")]
Special = Annotated[str, Meaning("special event")]
