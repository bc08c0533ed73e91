"""A whole game with neither mouse nor eyes: every control is reached by keys and told by the accessibility tree."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.test_browser_table import CHROMIUM, browser
from tests.web.test_browser_whole_game import WIDE, Reader, base

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
__all__ = ["base", "browser"]

ACTS = {"button", "spinbutton", "link", "checkbox", "radio", "slider", "textbox", "combobox"}
MOST = 150  # steps to any control


class Listener(Reader):
    """Plays given moves by keys, and hears of everything what a screen reader would say."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.tree = self.context.new_cdp_session(self.page)
        self.tree.send("Accessibility.enable")
        self.said: list[tuple[str, str]] = []

    def hear(self) -> tuple[str, str]:
        """Role and name of what has the focus, as the accessibility tree has them."""
        here = self.tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"][
            "objectId"
        ]
        asked = {"objectId": here, "fetchRelatives": False}
        node = self.tree.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        assert not node["ignored"], "what has the focus is hidden from screen readers"
        return str(node["role"]["value"]), str(node.get("name", {}).get("value", ""))

    def is_at(self, selector: str) -> bool:
        """Whether the focus is at the first control like this, as the page has it now."""
        return bool(self.page.locator(selector).first.evaluate("e => e === document.activeElement"))

    def reach(self, selector: str) -> None:
        """Go by Tab to the first control like this, from the decision on; it has a role and a name."""
        for _ in range(2):  # news of others may draw the decision anew on the way: then once more
            if self.is_at(selector):
                break
            self.page.keyboard.press("d")
            for _ in range(MOST):
                if self.is_at(selector):
                    break
                self.page.keyboard.press("Tab")
        role, name = self.hear()
        assert self.is_at(selector), f"{selector} is not reached by Tab"
        assert role in ACTS and name.strip(), (selector, role, name)
        self.said.append((role, name))

    def use(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def play(self, line: str) -> None:
        before = self.moves
        if line.endswith(" runs"):
            self.confirm()
        elif " lays " in line:
            self.lay(line)
        elif self.has(f'.cards [data-do="{line}"]'):
            self.use(f'.cards [data-do="{line}"]')
            self.moved_on(before)
        elif self.has(f'.choice[data-do="{line}"]'):
            choice = self.page.locator(f'.choice[data-do="{line}"]').first
            while not choice.is_visible():
                self.use(f"*:has(> .choice[data-do=\"{line}\"]) [data-step='1']")
            self.use(f'.choice[data-do="{line}"]')
            self.agreed(line)
        else:
            self.offer(line)

    def confirm(self) -> None:
        before = self.moves
        self.page.wait_for_selector("#preview [data-confirm]")
        self.use("#preview [data-confirm]")
        self.moved_on(before)

    def offer(self, line: str) -> None:
        amount = re.findall(r"\d+", line)[-1]
        form = f'.amount:has([data-do^="{line[: line.rindex(amount)]}"])'
        self.reach(f"{form} input[type=number]")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(amount)
        self.page.keyboard.press("Enter")
        self.agreed(line)

    def lay(self, line: str) -> None:
        found = re.fullmatch(r"\w+ lays (\S+)\.(\d) at (\w+)", line)
        assert found
        self.to_hex(found[3])
        self.page.keyboard.press("Enter")
        chosen = self.page.locator("#preview .confirm input[name=action]")
        self.page.locator(f'.tile:has(b:text-is("{found[1]}"))').wait_for()
        for _ in range(8):
            now = chosen.get_attribute("value")
            if now == line:
                break
            other = f'.tile[aria-pressed=false]:has(b:text-is("{found[1]}"))'
            if self.has(other):
                self.use(other)
            else:
                self.page.keyboard.press("r")
            changed = f'#preview .confirm input[name=action]:not([value="{now}"])'
            self.page.wait_for_selector(changed, state="attached")
        self.agreed(line)

    def to_hex(self, hex: str) -> None:
        """Over the lit hexes by arrows, until the one is named that is wanted."""
        self.page.keyboard.press("b")
        ways = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]
        for step in range(MOST):
            role, name = self.hear()
            assert role == "button" and "something can be done here" in name, (role, name)
            if re.match(rf"{hex}\b", name):
                self.said.append((role, name))
                return
            self.page.keyboard.press(ways[(step // 2 + step // 9) % 4])
        raise AssertionError(f"{hex} is not reached by arrows")


def test_a_whole_game_without_eyes_or_mouse(browser: Any, base: str) -> None:
    anna = Listener(browser, base, "listener", locale="en-GB", **WIDE)
    for line in anna.begin():
        anna.play(line)
    anna.page.wait_for_selector(".standings li")
    told = anna.page.locator("#decision").aria_snapshot()
    assert "The game is over" in told and all(name in told for name in ("Anna", "Ben"))
    assert len(anna.said) > 70
    anna.done()
