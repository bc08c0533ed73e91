"""What most published titles of the 18xx family share, so that such a title is data and a page of Python.

A title has a data folder with `board.toml`, `tiles.toml`, `market.toml`, `companies.toml`, `trains.toml`, `game.toml`
and `privates.toml`; the keys of the last two are explained in `parts`. Its rules are then:

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

`CITATIONS` leads from the kernel's names of rules (`lay.blocked`, `auction.least`, `power.SC.used`) to the title's
rule points; a narrower name without a point is cited by the wider one (`power.SC`).

Where to look, each file a topic:

    parts       the box, its figures, every key of `privates.toml`; `state`, `actions`
    auction     the opening: bids, what ties money up, what happens when all pass
    par         starting companies, certificates that come with privates
    floating    when a company floats, and its capital: full or incremental
    trading     stock turns: the order of sales and purchase, blocks, limits; `zones`: several purchases in a turn
    between     players buy privates of each other
    moves       how prices move
    privates    income, blocked hexes, saved costs, closing; `acquiring`: companies buy them
    powers      who may use a power; `building`, `tiles`: tiles and tokens by powers; `selling`: by the seller;
                `exchanging`: privates handed in for a share
    homes       when home tokens are placed; `exporting`: trains that leave by themselves; `ending`: bankruptcy
    rules       `Policies`, and all of it put together

A title with a rule of its own writes it beside its rules and overrides the method of `StandardRules` that makes the
step, or hands a function of its own to a policy.
"""
