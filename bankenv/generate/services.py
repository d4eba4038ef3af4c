"""Insurance, open service requests and offers."""

from datetime import timedelta

from bankenv.generate.days import CLOCK, days_after, days_before
from bankenv.generate.ids import numbered
from bankenv.generate.people import Person
from bankenv.records import Record

# type, share of customers, sum assured and yearly premium in rupees, oldest joining age
COVERS = (
    ("PMJJBY", 0.26, 200_000, 436, 55),
    ("PMSBY", 0.34, 200_000, 20, 70),
    ("bundled_personal_accident", 0.09, 500_000, 599, 65),
)
REQUESTS = {
    "general_query": ("Asked for an interest certificate", "Asked about locker rent"),
    "service_quality": ("Long queue at the branch counter",),
    "app_issue": ("The app closes while loading the statement",),
}
OFFERS = (
    ("deposit", "Festive fixed deposit, 24 to 36 months"),
    ("card", "Lifetime free credit card"),
    ("loan", "Pre-checked personal loan"),
    ("insurance", "Family floater health cover"),
)
ETA_DAYS = 5


def insurance_of(person: Person) -> dict[str, Record]:
    """Return the covers the customer holds, by policy id."""
    held = {}
    for place, (kind, share, assured, premium, oldest) in enumerate(COVERS):
        chance = person.chance.at("cover", kind)
        if person.age > oldest or not chance.at("held").happens(share):
            continue
        since = CLOCK.year - chance.at("years").integer(1, 6)
        policy = numbered("POL", person.serial * len(COVERS) + place, 6)
        held[policy] = {
            "policy_id": policy,
            "type": kind,
            "insurer": "Navdhara Suraksha",
            "sum_assured": float(assured),
            "premium": float(premium),
            "next_premium_date": "2027-05-31",
            "member_since": f"{since}-06-01",
            "status": "ACTIVE",
        }
    return held


def requests_of(person: Person) -> dict[str, Record]:
    """Return the one open request that a fifth of the customers have."""
    chance = person.chance.at("request")
    if not chance.at("any").happens(0.22):
        return {}
    category = chance.at("category").choice(list(REQUESTS))
    made = days_before(chance.at("age").integer(0, 45))
    request = numbered("SR-", person.serial, 8)
    return {
        request: {
            "request_id": request,
            "category": category,
            "description": chance.at("text").choice(REQUESTS[category]),
            "related_transaction_id": None,
            "account_id": None,
            "status": "OPEN",
            "priority": "NORMAL",
            "created_at": f"{made.isoformat()}T00:00:00",
            "eta": (made + timedelta(days=ETA_DAYS)).isoformat(),
        }
    }


def offers_of(person: Person) -> list[Record]:
    """Return none, one or two offers."""
    chance = person.chance.at("offers")
    drawn = chance.at("which").shuffled(OFFERS)
    return [
        {
            "offer_id": numbered("OFR", person.serial * 2 + place, 6),
            "type": kind,
            "title": title,
            "valid_till": days_after(chance.at(place).integer(10, 75)).isoformat(),
        }
        for place, (kind, title) in enumerate(drawn[: chance.at("n").integer(0, 2)])
    ]
