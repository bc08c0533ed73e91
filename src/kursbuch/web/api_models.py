"""What the JSON API takes and gives."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kursbuch.core import Action, TitleInfo
from kursbuch.store.people import Notice, TokenRow
from kursbuch.web.service import Line, Person, TableInfo

Name = Annotated[str, Field(min_length=1, max_length=40)]
Moves = Annotated[int, Field(ge=0, le=1_000_000, description="How many actions the sender has seen.")]
Choice = bool | Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=100)]
Language = Literal["en", "de"]
Scope = Literal["read", "play", "manage"]
SCOPES: tuple[Scope, ...] = ("read", "play", "manage")


class Taken(BaseModel):
    """What comes in has no fields that we do not know."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """An error (application/problem+json)."""

    title: str
    status: int
    detail: str
    rule: str | None = Field(None, description="The rule point that forbids it, such as 18XX-6.2-3.")
    section: str | None = Field(None, description="As players cite it: 18XX §6.2.")
    text: str | None = Field(None, description="The refusal in the asked language.")
    place: str | None = Field(None, description="Where in the input the mistake is.")


# -- people ---------------------------------------------------------------------------------------


class SignUp(Taken):
    name: Name
    password: Annotated[str, Field(min_length=8, max_length=200)]
    language: Language = "en"


class SignIn(Taken):
    name: Name
    password: Annotated[str, Field(max_length=200)]
    label: Annotated[str, Field(max_length=60, description="What the token is for.")] = ""
    scopes: Annotated[
        list[Scope], Field(min_length=1, max_length=3, description="What it is good for; all if not said.")
    ] = list(SCOPES)
    days: Annotated[
        int | None, Field(ge=1, le=3650, description="Until it expires; the server's choice if not said.")
    ] = None


class PasswordIn(Taken):
    old: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class ForgottenIn(Taken):
    name: Name


class ResetIn(Taken):
    link: Annotated[str, Field(max_length=300, description="The last part of the link that was sent.")]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class GuestIn(Taken):
    name: Name
    language: Language = "en"


class LanguageIn(Taken):
    language: Language


class ConfirmIn(Taken):
    link: Annotated[str, Field(max_length=300, description="The last part of the link that was sent.")]
    yes: bool = True


class NoticeData(Taken):
    """Where to be told that it is one's turn; empty is nowhere."""

    email: Annotated[str, Field(max_length=254)] = ""
    webhook: Annotated[str, Field(max_length=500)] = ""
    every: Annotated[
        int, Field(ge=0, le=1440, description="Minutes from e-mail to e-mail; 0: each at once.")
    ] = 0


class NoticeOut(NoticeData):
    """The same as it is. Letters go to `email`; `wanted` is an address that waits for the link sent there."""

    wanted: str = ""

    @classmethod
    def of(cls, notice: Notice) -> NoticeOut:
        return cls(email=notice.email, webhook=notice.webhook, every=notice.every, wanted=notice.wanted)


class NoticeIn(NoticeData):
    """The same, to be set. Another address needs the password: a lost password is mailed there, or turns are told
    there. An e-mail address is used once it is confirmed by the link that is sent to it.
    """

    password: Annotated[str, Field(max_length=200)] = ""


class PersonOut(BaseModel):
    name: str
    guest: bool
    language: str

    @classmethod
    def of(cls, person: Person) -> PersonOut:
        return cls(name=person.name, guest=person.guest, language=person.language)


class TokenOut(BaseModel):
    token: str = Field(description="Send it as 'Authorization: Bearer ...'. It is shown only this once.")
    person: PersonOut
    scopes: list[Scope]
    expires: datetime


class TokenInfo(BaseModel):
    id: int
    label: str
    created: datetime
    scopes: list[str] = Field(
        description="`read` to look, `play` to act at tables, `manage` for the account."
    )
    used: datetime | None = Field(description="When last, to a few minutes.")
    expires: datetime | None = Field(description="null: never.")

    @classmethod
    def of(cls, row: TokenRow) -> TokenInfo:
        scopes = row.scopes.split()
        return cls(
            id=row.id,
            label=row.label,
            created=row.created,
            scopes=scopes,
            used=row.used,
            expires=row.expires,
        )


# -- titles and tables ----------------------------------------------------------------------------


class OptionOut(BaseModel):
    key: str
    default: bool | int | str
    choices: list[bool | int | str]
    summary: str


class TitleOut(BaseModel):
    id: str
    name: str
    players: list[int]
    designer: str
    summary: str
    minutes: int
    difficulty: int
    reconstructed: list[str]
    revision: int
    options: list[OptionOut]

    @classmethod
    def of(cls, info: TitleInfo) -> TitleOut:
        return cls(
            id=info.id,
            name=info.name,
            players=list(info.players),
            designer=info.designer,
            summary=info.summary,
            minutes=info.minutes,
            difficulty=info.difficulty,
            reconstructed=list(info.reconstructed),
            revision=info.revision,
            options=[
                OptionOut(key=o.key, default=o.default, choices=list(o.choices), summary=o.summary)
                for o in info.options
            ],
        )


class SeatIn(Taken):
    """A seat: mine, a bot's, or left free for somebody else."""

    player: Annotated[str, Field(max_length=40, description="Name in the game; empty: found by itself.")] = ""
    mine: bool = False
    bot: Annotated[str, Field(max_length=20)] = ""


class TableIn(Taken):
    title: Annotated[str, Field(max_length=40)]
    mode: Literal["bots", "hotseat", "online"]
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=10)]
    name: Annotated[str, Field(max_length=60)] = ""
    options: Annotated[dict[str, Choice], Field(max_length=50)] = {}
    agreed: Annotated[dict[str, Any], Field(max_length=10, description="How the people at it play.")] = {}
    visibility: Literal["public", "private"] = "private"
    seed: Annotated[int | None, Field(ge=0, lt=2**128)] = None
    edition: Annotated[
        str,
        Field(max_length=400_000, description="The text of an edition of the box; empty: the built-in one."),
    ] = ""


class TranscriptIn(Taken):
    transcript: Annotated[str, Field(max_length=900_000, description="The text of a transcript.")]
    mode: Literal["bots", "hotseat", "online"] = "hotseat"


class SeatOut(BaseModel):
    player: str
    taken: bool
    bot: str
    mine: bool


class TableOut(BaseModel):
    id: str
    title: str
    name: str
    mode: str
    visibility: str
    seats: list[SeatOut]
    mine: bool = Field(description="Whether you have set it up.")
    created: datetime
    updated: datetime
    started: bool
    over: bool
    moves: int
    version: int
    acting: list[str]
    your_turn: bool
    options: dict[str, Any]
    agreed: dict[str, Any]
    edition: str = Field(description="Digest of the edition of the box; empty: the built-in one.")
    undo_asked_by: str
    undo_agreed: list[str]
    keeping: dict[str, Any] = Field(description="Seats to be had (`open`), and what is voted on (`asked`).")
    ended: str = Field(description="Why it was ended before its end: `time` or `agreed`.")

    @classmethod
    def of(cls, info: TableInfo, person: Person | None) -> TableOut:
        me = person.id if person else -1
        own = {seat.player for seat in info.seats if seat.person == me}
        return cls(
            id=info.id,
            title=info.title,
            name=info.name,
            mode=info.mode,
            visibility=info.visibility,
            seats=[
                SeatOut(
                    player=s.player, taken=bool(s.bot) or s.person is not None, bot=s.bot, mine=s.person == me
                )
                for s in info.seats
            ],
            mine=info.owner == me,
            created=info.created,
            updated=info.updated,
            started=info.started,
            over=info.over,
            moves=info.moves,
            version=info.version,
            acting=list(info.acting),
            your_turn=bool(own & set(info.acting)),
            options=dict(info.options),
            agreed=dict(info.agreed),
            edition=info.edition,
            undo_asked_by=info.undo_asked_by,
            undo_agreed=list(info.undo_agreed),
            keeping={k: v for k, v in info.keeping.items() if k in ("open", "asked")},
            ended=info.ended,
        )


class JoinIn(Taken):
    invitation: Annotated[str, Field(max_length=100)] = ""


class InvitationOut(BaseModel):
    invitation: str
    link: str


# -- playing --------------------------------------------------------------------------------------


class RangeOut(BaseModel):
    lo: int
    hi: int
    step: int


class ActionOut(BaseModel):
    """A legal action: as a line of text and as data. Send either back; with a `range`, put an amount in."""

    player: str
    text: str
    data: dict[str, Any]
    amount: str | None = Field(None, description="The field that the range is for.")
    range: RangeOut | None = None


def action_data(player: str, action: Action) -> dict[str, Any]:
    """An action as `ActionOut` describes it; lists of them are long, so no models are made."""
    data = action.to_dict()
    span = data.pop("range", None)
    amount = action.amount if span else None
    return {"player": player, "text": str(action), "data": data, "amount": amount, "range": span}


class LogOut(BaseModel):
    """What one move brought about, in sentences; move 0 is the set-up."""

    move: int
    lines: list[str]


class RuleOut(BaseModel):
    """A rule point in our own words."""

    rule: str
    section: str
    text: str


class LegalOut(BaseModel):
    moves: int
    version: int
    actions: list[ActionOut]
    interjections: list[ActionOut] = []


ActionIn = Annotated[str, Field(max_length=4000)] | Annotated[dict[str, Any], Field(max_length=20)]


class AskIn(Taken):
    action: ActionIn


class ActIn(Taken):
    action: ActionIn
    moves: Moves
    version: Annotated[int | None, Field(ge=0, le=2**31)] = None


class MovesIn(Taken):
    moves: Moves


class AnswerIn(Taken):
    agree: bool


class RefusalOut(BaseModel):
    rule: str
    section: str
    text: str


class WhyNotOut(BaseModel):
    legal: bool
    refusal: RefusalOut | None = None


class LineIn(Taken):
    text: Annotated[str, Field(min_length=1, max_length=1000)]


class LineOut(BaseModel):
    at: datetime
    name: str
    text: str

    @classmethod
    def of(cls, line: Line) -> LineOut:
        return cls(at=line.at, name=line.name, text=line.text)
