"""Views tell what has happened, however often they are asked for and whatever is taken back."""

import random

import kursbuch as kb


def told(game: kb.Game, player: str | None) -> list[dict[str, object]]:
    return [event.to_dict() for event in game.events if event.visible_to(player)]


def test_views_follow_the_game_back_and_forth():
    game, rng = kb.new_game("1853", 3, seed=5), random.Random(5)
    for number in range(150):
        if number % 7 == 6:
            for _ in range(3):
                game.undo()
            if number % 2:
                game.redo()
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        for player in (None, *game.players):
            assert game.view(player)["events"] == told(game, player)
        twin = game.clone()
        twin.undo()
        assert twin.view()["events"] == told(twin, None)


def test_a_view_that_is_shortened_shortens_no_other():
    game = kb.new_game("18te", 2, seed=1)
    game.view()["events"].clear()
    assert game.view()["events"] == told(game, None) != []
