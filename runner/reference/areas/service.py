"""What goes to people, and what is logged for others to answer."""

from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import day
from runner.reference.script import Script, do
from runner.reference.words import Words

# Policy R37: only these matters go to people; asking once for a person does not.
_PEOPLE = (
    "passed away|died|death|deceased|guzar gay\\w*|dehant|court order"
    "|police (?:order|notice)|forcing me|threatening me|dhamki|lost my job"
    "|cannot pay|can't pay|restructur\\w*|coma|unconscious|repatriat\\w*"
)
_PERSON = "person|human|real person|agent|officer|manager|someone else|insaan|adhikari"
_COMPLAINT = (
    "complain\\w*|complaint|shikayat|rude|waited|queue|crash\\w*|app (?:is|keeps)"
)


_STORY = (
    "on record|behav\\w*|stood in line|waited two hours|two hours queue|do ghante"
    "|atm (?:room|kamre)|certificate|pramanpatra|doorstep|ghar par banking"
    "|blank screen|white screen|statement page|khaali screen|closes by itself"
    "|khulte hi band|rookha"
)
_ASKED_FOR = "certificate|pramanpatra|doorstep|ghar par banking"


def _people_score(words: Words) -> int:
    return 60 if words.has(_PEOPLE) else 0


def _person_score(words: Words) -> int:
    return 18 if words.has(_PERSON) else 0


def _complaint_score(words: Words) -> int:
    if words.has(_STORY) and not words.has("sr-\\w+|sr ?\\d+"):
        return 45
    return 32 if words.has(_COMPLAINT) else 0


def hand_over(desk: Desk, words: Words) -> Script[Words]:
    """Hand the customer over to people, with a summary."""
    summary = f"The customer writes: {words.raw[:500]}"
    yield from do("transfer_to_human_agents", summary=summary)
    return (yield from desk.say("I am handing you over to my colleagues now."))


def person_wanted(desk: Desk, words: Words) -> Script[Words]:
    """Offer help once; hand over when a person is asked for again."""
    if sum(heard.has(_PERSON) for heard in desk.heard) > 1:
        return (yield from hand_over(desk, words))
    return (
        yield from desk.say(
            "I can look into it right here. What is it about? If you still prefer a "
            "person, tell me and I will hand you over."
        )
    )


def complain(desk: Desk, words: Words) -> Script[Words]:
    """Log a complaint once, in the category that fits."""
    app = words.has("app|application|login|crash\\w*|screen")
    category = "app_issue" if app else "service_quality"
    if desk.all_heard().has(_ASKED_FOR):
        category = "general_query"
    agreed, words = yield from confirm(
        desk,
        "I am sorry to hear that. I can log it as a complaint, free of charge.",
        "Shall I log the complaint?",
        "log|complain\\w*",
    )
    if not agreed:
        return words
    told = desk.all_heard().raw[:1000]
    outcome = yield from desk.write(
        "raise_request", category=category, description=f"Complaint: {told}"
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. Your complaint has been logged. The reference is "
            f"{outcome.get('request_id')}; we answer by {day(outcome.get('eta'))}. "
            "Anything else?"
        )
    )


INTENTS = (
    Intent("people", _people_score, hand_over),
    Intent("person", _person_score, person_wanted),
    Intent("complaint", _complaint_score, complain),
)
