"""Words in German and English, for pages, pictures and the command line. No rule and no title lives here.

`de` and `en` are the catalogues that all titles share, a file for each part of the table.
"""

from kursbuch.words.own import own_words
from kursbuch.words.speaking import LANGUAGES, Words, preferred, sentence, told, words
from kursbuch.words.summaries import Point, sections, summaries

__all__ = [
    "LANGUAGES",
    "Point",
    "Words",
    "own_words",
    "preferred",
    "sections",
    "sentence",
    "summaries",
    "told",
    "words",
]
