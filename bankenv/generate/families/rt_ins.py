"""RT_INS: covers taken through the bank: joining, claiming, stopping the next year."""

from dataclasses import dataclass

from bankenv.generate.card_steps import search_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.mandates import mandate
from bankenv.generate.parts import Chain, Draft, Family, mandate_products, serves_all
from bankenv.generate.wording import lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal, Product
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("RT_INS", "rare_tool", "service", (10, 10))
PREMIUMS = {"PMJJBY": 436.0, "PMSBY": 20.0, "bundled_personal_accident": 599.0}
# The first variant: a cover that may be joined, one that may not, a claim.
MATTERS = ("join-PMJJBY", "too-old", "claim", "double", "join-PMSBY")
ASKED = {
    "join-PMJJBY": "Joining PMJJBY", "too-old": "Joining PMJJBY when too old",
    "claim": "A claim", "double": "PMJJBY a second time", "join-PMSBY": "Joining PMSBY",
}  # fmt: skip
OLDEST_JOINING = {"PMJJBY": 50, "PMSBY": 70}
PAYEE = "Navdhara Suraksha"
PLACES = {"PMJJBY": 13, "PMSBY": 14, "bundled_personal_accident": 15}
NEXT_DEBIT, JOINED_ON = "2027-05-26", "2024-05-20"
HELD_TWO = 2


@dataclass(frozen=True, slots=True)
class Stop:
    """The cover whose next year is not wanted, and the mandates of all covers."""

    policy: Record
    mandate: Record
    others: tuple[Record, ...]

    @property
    def opening(self) -> tuple[Edit, ...]:
        return tuple(Edit("mandates.-", one) for one in (self.mandate, *self.others))


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer's covers and age allow it."""
    policies = list(customer.record["insurance"].values())
    if not policies:
        return None
    if case.variant == 1:
        return _stopping(case, customer, policies)
    matter = case.pick(MATTERS)
    return _asking(case, customer, policies, matter)


def _named(cover: str) -> str:
    return cover.replace("_", " ")


def _asking(
    case: Case, customer: Customer, policies: list[Record], matter: str
) -> Draft | None:
    held = {policy["type"]: policy for policy in policies}
    if not _suits(matter, customer.person.age, held):
        return None
    first = policies[0]
    refused = matter in ("too-old", "double")
    wanted = "PMSBY" if matter == "join-PMSBY" else "PMJJBY"
    told: dict[str, JsonValue] = {"cover": first["sum_assured"]}
    if matter.startswith("join"):
        told = {"premium": PREMIUMS[wanted]}
    cover = lines(case, f"cover-{first['type']}")[0]
    age = str(customer.person.age)
    return Draft(
        customer=customer,
        title=f"{ASKED[matter]}, age {age}, with {' and '.join(map(_named, held))}",
        opening_lines=openings(case, f"opening-{matter}", age=age, cover=cover),
        wants=_wants(matter, wanted),
        knows=(
            Fact("age", customer.person.age, lines(case, "age-said", age=age)),
            *(Fact("purpose", what, lines(case, what)) for what in _matters(matter)),
        ),
        products=_policies(policies),
        conditions=("No cover is joined that the rules do not allow.",) * refused,
        must_be_told=told,
        agenda=_asking_agenda(case, matter, cover),
        gold=_asking_gold(policies, matter, wanted),
    )


def _suits(matter: str, age: int, held: dict[str, Record]) -> bool:
    """Tell whether the covers held and the age make the matter what it is."""
    if matter == "join-PMSBY":
        return "PMSBY" not in held and age <= OLDEST_JOINING["PMSBY"]
    if matter == "join-PMJJBY":
        return "PMJJBY" not in held and age <= OLDEST_JOINING["PMJJBY"]
    if matter == "too-old":
        return "PMJJBY" not in held and age > OLDEST_JOINING["PMJJBY"]
    return matter == "claim" or list(held) == ["PMJJBY"]


def _wants(matter: str, wanted: str) -> str:
    if matter == "claim":
        return "To hear what the cover pays and to have help with a claim logged."
    if matter.startswith("join"):
        return f"To hear what {wanted} costs a year and to have the joining logged."
    why = "too old" if matter == "too-old" else "covered already"
    return (
        f"To join PMJJBY, for which the customer is {why}; then to hear what the "
        "present cover pays, and to have help with a claim logged."
    )


def _matters(matter: str) -> tuple[str, ...]:
    return ("joining",) if matter.startswith("join") else ("claim help",)


def _policies(policies: list[Record]) -> tuple[Product, ...]:
    return tuple(
        Product(policy["policy_id"], "policy", {"type": policy["type"]})
        for policy in policies
    )


def _asking_agenda(case: Case, matter: str, cover: str) -> tuple[Goal, ...]:
    if matter.startswith("join"):
        return (
            _tell(case, "premium"),
            Goal(
                "join", "log_request", lines(case, "ask-join"), {"purpose": "joining"}
            ),
        )
    pays = Goal(
        "cover",
        "tell",
        lines(case, "ask-cover", cover=cover),
        settled_by="told",
        figure="cover",
    )
    claim = Goal(
        "claim", "log_request", lines(case, "ask-claim"), {"purpose": "claim help"}
    )
    if matter == "claim":
        return pays, claim
    join = Goal(
        "join",
        "log_request",
        lines(case, "ask-join"),
        {"purpose": "joining"},
        settled_by="refusal",
        press=1,
        insist=lines(case, "insist"),
        accept=lines(case, "accept"),
    )
    return join, pays, claim


def _tell(case: Case, figure: str) -> Goal:
    ask = lines(case, f"ask-{figure}")
    return Goal(figure, "tell", ask, settled_by="told", figure=figure)


def _asking_gold(
    policies: list[Record], matter: str, wanted: str
) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        _cover_step(chain, policies),
        search_step(
            chain,
            f"{wanted} who may join, age, premium, claim",
            "Ages, premiums and the one cover a person stand in the document.",
            "R3 R42",
        ),
    ]
    what = "Joining" if matter.startswith("join") else "Help with a claim"
    chain.add(
        "raise_request",
        {
            "category": "general_query",
            "description": f"{what}: insurance cover, as the customer asked.",
        },
        f"{what} is logged as a general query; nothing is joined in the chat.",
        "R41 R42",
        after=seen,
    )
    return tuple(chain.steps)


def _cover_step(chain: Chain, policies: list[Record]) -> int:
    return chain.add(
        "get_insurance_details",
        {"policy_ids": [policy["policy_id"] for policy in policies]},
        "What the customer holds, pays and is covered for stands in the record alone.",
        "R41",
    )


def _stopping(case: Case, customer: Customer, policies: list[Record]) -> Draft | None:
    stop = _stop(case, customer, policies)
    if stop is None:
        return None
    kind = stop.policy["type"]
    cover = lines(case, f"cover-{kind}")[0]
    return Draft(
        customer=customer,
        title=f"Stop the next year of {_named(kind)}, of {len(policies)} covers",
        opening=stop.opening,
        opening_lines=openings(case, "opening-stop", cover=cover),
        wants=f"Not to pay for {kind} next year, to know what is paid, and to be shown "
        "that the payment is cancelled; the other cover goes on.",
        knows=(
            Fact("mandate", stop.mandate["mandate_id"], lines(case, f"cover-{kind}")),
        ),
        products=mandate_products(Desk(customer, stop.opening).record),
        conditions=("The other cover's payment goes on.",),
        must_be_told={"premium": stop.policy["premium"]},
        agenda=_stop_agenda(case, stop),
        gold=_stop_gold(policies, stop),
        decoys=tuple(
            {
                "mandate": other["mandate_id"],
                "why": f"The same payee; {rupees(other['amount'])} pay another cover.",
            }
            for other in stop.others
        ),
    )


def _stop(case: Case, customer: Customer, policies: list[Record]) -> Stop | None:
    accounts = customer.record["accounts"].values()
    account = next((a for a in accounts if serves_all(a)), None)
    if len(policies) != HELD_TWO or account is None:
        return None
    policy = policies[case.number % HELD_TWO]
    made = {
        one["policy_id"]: _premium(customer, account["account_id"], one)
        for one in policies
    }
    chosen = made.pop(policy["policy_id"])
    return Stop(policy, chosen, tuple(made.values()))


def _premium(customer: Customer, account_id: str, policy: Record) -> Record:
    """Return the yearly mandate that pays a cover; its payee is the insurer."""
    place = PLACES[policy["type"]]
    made = mandate(customer.person, account_id, PAYEE, policy["premium"], place)
    return made | {
        "frequency": "yearly",
        "type": "SI",
        "next_debit_date": NEXT_DEBIT,
        "registered_on": JOINED_ON,
    }


def _stop_agenda(case: Case, stop: Stop) -> tuple[Goal, ...]:
    cancel = Goal(
        "cancel",
        "cancel_mandate",
        lines(case, "ask-stop"),
        {"mandate": stop.mandate["mandate_id"]},
        hear_first=("premium",),
    )
    proof = Goal(
        "proof", "tell", lines(case, "ask-proof"), settled_by="told", figure="proof"
    )
    return cancel, proof


def _stop_gold(policies: list[Record], stop: Stop) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        _cover_step(chain, policies),
        chain.add(
            "show_mandates",
            {},
            "Both covers are paid to one insurer; the premium tells whose mandate it "
            "is.",
            "R27",
            compare=(),
        ),
    ]
    cancelled = chain.add(
        "cancel_mandate",
        {"mandate_id": stop.mandate["mandate_id"]},
        "Only the cover that was named is stopped; the other goes on.",
        "R27 R41 R4",
        after=seen,
    )
    chain.add(
        "show_mandates",
        {"status": "cancelled"},
        "The customer asked for proof, which only a fresh look at the cancelled ones "
        "gives.",
        "R27",
        after=[cancelled],
        compare=("status",),
    )
    return tuple(chain.steps)
