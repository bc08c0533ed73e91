"""The page of 18TE: what it has beyond all railway games is the marker that exports a train."""

from __future__ import annotations

from kursbuch.web.pages.customs import Customs
from kursbuch.web.pages.page import Page
from kursbuch.web.pages.scene import Scene


def export_marker(scene: Scene) -> str:
    """Whether a train will leave the depot at the end of the round."""
    return scene.words("Export marker lies") if scene.position["export_marker"] else ""


PAGE = Page(customs=Customs(notice=export_marker, covers=("export_marker",)))
