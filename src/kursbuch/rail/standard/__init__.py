"""What most published titles of the 18xx family share, so that such a title is data and a page of Python.

A title has a data folder with `board.toml`, `tiles.toml`, `market.toml`, `companies.toml`, `trains.toml`, `game.toml`
and `privates.toml`; the keys of the last two are explained in `parts`. Its rules are then:

    BOX = "kursbuch.titles.example.data"

    POLICIES = Policies(
        auction=Auction(ties_up=highest_bids),
        trading=Trading(order="before", uncounted=frozenset({"yellow"})),
        homes=AT_FIRST_TURN,
    )

    class ExampleState(StandardState):
        __slots__ = ()  # stored positions go by this name

    class ExampleRules(StandardRules):
        state = ExampleState

    @made_once
    def compose(players: int, options: Mapping[str, Choice]) -> ExampleRules:
        return ExampleRules(read_box(BOX, players), players, POLICIES, CITATIONS)

`CITATIONS` leads from the kernel's names of rules (`lay.blocked`, `auction.least`, `power.DH.used`) to the title's
rule points; a narrower name without a point is cited by the wider one (`power.DH`).

Where to look, each file a topic: `parts` (the box and its figures), `state`, `auction` (the opening), `par` (starting
companies, certificates that come with privates), `floating` (capital), `trading` (stock turns, limits), `zones`
(several purchases), `moves` (prices), `privates` (income, blocked hexes, closing), `acquiring` (companies buy
privates), `powers`, `selling`, `exchanging` (what privates can do), `homes`, `ending` (bankruptcy), `rules` (all put
together).

A title with a rule of its own writes it beside its rules and overrides the method of `StandardRules` that makes the
step, or hands a function of its own to a policy.
"""
