"""Rules for the rest: raise the next wish, wait, ask again, give up, say goodbye."""

from bankenv.customer.answer import Answer
from bankenv.customer.phrasing import (
    deed_words,
    fact_words,
    figure_words,
    product_words,
    wanted_product,
)
from bankenv.customer.state import REFUSED, State
from bankenv.scenario import Goal

_COURTESY = frozenset({"greet", "stall", "offer_more"})


def raise_next(state: State, answer: Answer) -> None:
    """Rule 7: raise the wish that is current now, if nobody has heard of it yet."""
    goal = state.current()
    if goal is None or goal.name in state.raised:
        return
    if answer.acts & {"agrees", "asks_figure", "corrects", "presses", "gives"}:
        return
    state.raised.add(goal.name)
    answer.progress = True
    text = state.voice.choose("restate", goal.ask, do=deed_words(state, goal))
    answer.add("7 next", "raises", text, f"goal {goal.name} is next")


def goodbye(state: State, answer: Answer) -> None:
    """End once nothing is wanted any more, never in the turn of a yes."""
    if state.current() is not None or "agrees" in answer.acts:
        return
    refused = REFUSED in state.goals.values()
    text = state.voice.say("refused_end" if refused else "thanks_end")
    answer.add("7 next", "thanks", text, "nothing more is wanted")
    answer.ends = "refused" if refused else "settled"


def talk_on(state: State, answer: Answer) -> None:
    """Rules 8 and 9: wait once, else ask again in other words."""
    goal = state.current()
    if goal is None:
        return
    turn = answer.turn
    if not turn.sentences:
        answer.add("9 unclear", "wonders", state.voice.say("empty"), "an empty message")
        return
    if goal.name in state.agreed:
        _after_yes(state, answer)
        return
    missing = state.missing(goal)
    waits = "stall" in turn.flags or _is_courtesy(answer)
    if waits and not answer.progress and not state.stalls:
        state.stalls += 1
        text = state.voice.say("okay")
        answer.add("8 waits", "waits", text, "the assistant is about to look")
    elif missing and not _decides_only(goal):
        _ask_missing(state, answer, missing[0])
    elif goal.hear_first and goal.settled_by != "told":
        _consent(state, answer, goal)
    else:
        restate(state, answer, goal, "9 unclear")


def _decides_only(goal: Goal) -> bool:
    return goal.settled_by == "told"


def _is_courtesy(answer: Answer) -> bool:
    acts = {act.name for one in answer.turn.heard for act in one.acts}
    return acts <= {"greets", "offers_more"} and "offer_more" not in answer.turn.flags


def _after_yes(state: State, answer: Answer) -> None:
    if "stall" in answer.turn.flags and not state.stalls:
        state.stalls += 1
        answer.add("8 waits", "waits", state.voice.say("okay"), "it is being done")
        return
    text = state.voice.say("ask_done")
    answer.add("9 unclear", "asks_done", text, "agreed, and not yet reported done")


def _ask_missing(state: State, answer: Answer, figure: str) -> None:
    answer.once(state, f"asked for {figure}")
    text = state.voice.say("ask_figure", figure=figure_words(state, figure))
    answer.add("9 unclear", "asks_figure", text, f"{figure} was not said yet")


def _consent(state: State, answer: Answer, goal: Goal) -> None:
    state.agreed.add(goal.name)
    answer.progress = True
    text = state.voice.say("nudge", do=deed_words(state, goal))
    answer.add("3 proposed", "agrees", text, "heard everything, wants it done")


def restate(state: State, answer: Answer, goal: Goal, rule: str) -> None:
    """Say the wish in other words, with one fact that was not said yet."""
    if goal.settled_by == "told" and goal.figure:
        words = figure_words(state, goal.figure)
        pool = list(goal.ask)
        text = state.voice.choose("restate_tell", pool, figure=words)
    else:
        pool = list(goal.ask)
        text = state.voice.choose("restate", pool, do=deed_words(state, goal))
    answer.add(rule, "restates", text, f"goal {goal.name} in other words")
    _add_fact(state, answer, goal)


def _add_fact(state: State, answer: Answer, goal: Goal) -> None:
    slot, product = wanted_product(state, goal)
    if product is not None and not state.told.get(slot):
        state.told[slot] = 1
        words = product_words(state, slot, product)
        if words != state.voice.phrase("product", slot):
            text = state.voice.say("fact", fact=words)
            answer.add("9 unclear", "gives", text, "one fact that was not said yet")
            answer.progress = True
        return
    for fact in state.scenario.knows:
        usable = fact.when == "when_asked" and not state.told.get(fact.slot)
        if usable and fact.slot in goal.about and fact.said:
            state.told[fact.slot] = 1
            text = state.voice.say("fact", fact=fact_words(state, fact))
            answer.add("9 unclear", "gives", text, "one fact that was not said yet")
            answer.progress = True
            return


def give_up(state: State, answer: Answer) -> None:
    """End politely after too many turns without progress."""
    answer.parts.clear()
    answer.acts.clear()
    answer.reasons = [reason for reason in answer.reasons if not reason.act]
    text = state.voice.say("gave_up")
    why = f"{state.idle} turns without progress"
    answer.add("patience", "gives_up", text, why)
    answer.ends = "gave_up"
