"""Rules for what the assistant did: handed over, reported, told, refused."""

from bankenv.customer.agreement import disagreement, goals_of, is_deed_of, names_settled
from bankenv.customer.answer import Answer
from bankenv.customer.listening import listen
from bankenv.customer.phrasing import (
    deed_words,
    figure_words,
    product_words,
    wish_words,
)
from bankenv.customer.state import DROPPED, OPEN, REFUSED, SETTLED, State
from bankenv.customer.understanding import Deed
from bankenv.scenario import Goal

# An order to change a loan is refused in many words: not waived, paused, closed.
_REFUSED_AS = {
    "change_loan": frozenset(
        {"waive_charge", "freeze_card", "close_loan", "cancel_mandate"}
    )
}


def hear(state: State, answer: Answer) -> None:
    """Note the figures that were said."""
    fresh = listen(state, answer.turn)
    if fresh:
        answer.note("hears", f"heard for the first time: {', '.join(fresh)}")


def handed_over(state: State, answer: Answer) -> None:
    """Rule 1: thank and end when the assistant says that it hands over."""
    reported = [d for d in answer.turn.deeds if d.mode == "report"]
    if not any(d.actions == {"hand_over"} for d in reported):
        return
    for goal in list(state.open_goals()):
        if goal.settled_by == "hand_over" or goal.action == "hand_over":
            state.close(goal, SETTLED)
    text = state.voice.say("handed_over")
    answer.add("1 handed over", "thanks", text, "the assistant hands over to people")
    answer.ends = "handed_over"


def reports(state: State, answer: Answer) -> None:
    """Rule 2: take what is reported done; object once to what was not wanted."""
    deeds = [
        deed
        for deed in answer.turn.deeds
        if deed.mode == "report" and "hand_over" not in deed.actions
    ]
    current = state.current()
    says_what = current and any(is_deed_of(current, d.actions) for d in deeds)
    for deed in deeds:
        # "Done. The card has been frozen." is one report, not two.
        if deed.actions or not says_what:
            _report(state, answer, deed)


def _report(state: State, answer: Answer, deed: Deed) -> None:
    goals = _reported_goals(state, answer, deed)
    if not goals:
        _not_wanted(state, answer, deed)
    for goal in goals:
        _report_of(state, answer, deed, goal)


def _report_of(state: State, answer: Answer, deed: Deed, goal: Goal) -> None:
    slot = disagreement(state, goal, answer.turn, deed)
    if slot is None:
        _premature(state, answer, goal)
        state.close(goal, SETTLED)
        answer.note("7 settled", f"goal {goal.name}: reported done")
    elif names_settled(state, answer.turn, deed):
        answer.note("7 settled", "reported once more")
    elif answer.once(state, f"wrong done {goal.name}"):
        text = _wrong_done(state, goal, slot)
        answer.add("2 reported", "objects", text, f"done, but with another {slot}")


def _wrong_done(state: State, goal: Goal, slot: str) -> str:
    product = state.product(goal.about[slot])
    if product is not None:
        words = product_words(state, slot, product)
        return state.voice.say("wrong_done", product=words)
    return state.voice.say("wrong_fact_done", fact=wish_words(state, goal, slot))


def _reported_goals(state: State, answer: Answer, deed: Deed) -> list[Goal]:
    """Return the open goals that a report settles; "done" alone is the current one."""
    if deed.actions:
        return goals_of(state, answer.turn, deed)
    current = state.current()
    return [current] if current and current.settled_by != "told" else []


def _not_wanted(state: State, answer: Answer, deed: Deed) -> None:
    asked_for = any(
        is_deed_of(goal, deed.actions) and state.goals[goal.name] in (SETTLED, OPEN)
        for goal in state.scenario.agenda
    )
    about_it = len(deed.actions) > 1 or _tells_a_state(state, deed)
    if not deed.actions or asked_for or about_it:
        return
    if answer.once(state, f"unwanted {sorted(deed.actions)}"):
        text = state.voice.say("unwanted_done")
        why = f"nobody asked for {', '.join(sorted(deed.actions))}"
        answer.add("2 reported", "objects", text, why)


def _tells_a_state(state: State, deed: Deed) -> bool:
    """Return whether "it is frozen" describes what the customer wants undone."""
    actions = {goal.action for goal in state.scenario.agenda}
    return deed.actions == {"freeze_card"} and "unfreeze_card" in actions


def _premature(state: State, answer: Answer, goal: Goal) -> None:
    missing = state.missing(goal)
    if not missing or goal.name in state.agreed:
        return
    if answer.once(state, f"premature {goal.name}"):
        text = state.voice.say("premature", figure=figure_words(state, missing[0]))
        why = f"done before {', '.join(missing)} was said"
        answer.add("2 reported", "objects", text, why)


def decide(state: State, answer: Answer) -> None:
    """Rule 5: take the branch that a figure decides; change the mind after a fact.

    A goal that is raised here may be decided by what the same turn said.
    """
    seen: set[str] = set()
    while goal := next((g for g in state.open_goals() if g.name not in seen), None):
        seen.add(goal.name)
        if goal.decide and goal.name not in state.decided:
            _branch(state, answer, goal)
        if goal.change and goal.change.after in state.heard:
            _change(state, answer, goal)


def _branch(state: State, answer: Answer, goal: Goal) -> None:
    decision = goal.decide
    if decision is None or decision.figure not in state.heard:
        return
    if goal.settled_by == "told" and state.missing(goal):
        return  # What the figure is held against was not said yet.
    heard = state.heard[decision.figure].amount
    enough = heard is None or heard >= decision.at_least
    chosen = decision.then if enough else decision.otherwise
    dropped = decision.otherwise if enough else decision.then
    state.decided.add(goal.name)
    if dropped and dropped != goal.name and state.goals.get(dropped) == "dormant":
        state.goals[dropped] = DROPPED
    _raise(state, chosen)
    if chosen != goal.name:
        told = goal.settled_by == "told" or goal.action == "tell"
        state.close(goal, SETTLED if told else DROPPED)
    against = f"{decision.figure} {heard} against {decision.at_least:g}"
    answer.note("5 decides", f"{against}: {chosen or 'leave it'}")


def _change(state: State, answer: Answer, goal: Goal) -> None:
    """Drop a goal for the one that a change of mind raises."""
    if goal.change is None or state.goals[goal.name] != OPEN:
        return
    _raise(state, goal.change.to)
    state.close(goal, DROPPED)
    text = state.voice.choose("change", goal.accept)
    answer.add("5 decides", "changes_mind", text, f"after {goal.change.after}")
    answer.progress = True


def change_after_yes(state: State, answer: Answer, goal: Goal) -> bool:
    """Change the mind when asked to confirm once more, if the goal says so."""
    if goal.change is None or goal.change.after != "yes":
        return False
    _change(state, answer, goal)
    return True


def _raise(state: State, name: str) -> None:
    if state.goals.get(name) == "dormant":
        state.goals[name] = OPEN
        state.current_since.setdefault(name, state.turn)


def told(state: State, answer: Answer) -> None:
    """Rule 7: a goal that wants a figure is settled once the figure itself was said."""
    while True:
        goal = state.current()
        if goal is None or goal.settled_by != "told" or goal.figure is None:
            return
        heard = state.heard.get(goal.figure)
        if heard is None or heard.turn < state.current_since.get(goal.name, 0):
            return
        state.close(goal, SETTLED)
        answer.note("7 settled", f"goal {goal.name}: {goal.figure} was said")


def refusals(state: State, answer: Answer) -> None:
    """Rule 6: press a refusal as scripted, then accept it."""
    for deed in answer.turn.deeds:
        if deed.mode != "refusal":
            continue
        goal = _refused_goal(state, answer, deed)
        if goal is None:
            continue
        if state.pressed.get(goal.name, 0) < goal.press:
            _press(state, answer, goal)
        else:
            _accept(state, answer, goal)
        return


def _refused_goal(state: State, answer: Answer, deed: Deed) -> Goal | None:
    """Return the goal that a refusal is about, unless it is offered all the same."""
    if deed.actions:
        fitting = (g for g in state.open_goals() if _is_refusal_of(g, deed.actions))
        goal = next(fitting, None)
    else:
        goal = state.current()
    offered = (d for d in answer.turn.deeds if d.mode == "proposal" and d.actions)
    if goal is None or any(is_deed_of(goal, d.actions) for d in offered):
        return None
    return None if _has_just_come_up(state, goal) else goal


def _is_refusal_of(goal: Goal, actions: frozenset[str]) -> bool:
    return bool(actions & {goal.action, *_REFUSED_AS.get(goal.action, ())})


def _has_just_come_up(state: State, goal: Goal) -> bool:
    """Return whether this very turn raised the goal, so refuses the one before it."""
    names = (
        name
        for other in state.scenario.agenda
        for name in (
            *((other.decide.then, other.decide.otherwise) if other.decide else ()),
            *((other.change.to,) if other.change else ()),
        )
        if name != other.name
    )
    return goal.name in names and state.current_since.get(goal.name) == state.turn


def _press(state: State, answer: Answer, goal: Goal) -> None:
    times = state.pressed.get(goal.name, 0)
    state.pressed[goal.name] = times + 1
    answer.progress = True
    if goal.insist:
        own = goal.insist[times % len(goal.insist) :] + goal.insist
        text = state.voice.choose("press", own)
    else:
        text = state.voice.say("press", do=deed_words(state, goal))
    why = f"refused; pressed {times + 1} of {goal.press} times"
    answer.add("6 refused", "presses", text, why)


def _accept(state: State, answer: Answer, goal: Goal) -> None:
    expected = goal.settled_by == "refusal" or goal.optional
    state.close(goal, SETTLED if expected else REFUSED)
    answer.progress = True
    if state.current() is None and not goal.accept:
        answer.note("6 refused", f"goal {goal.name}: refused, accepted")
        return
    text = state.voice.choose("accept", goal.accept)
    answer.add("6 refused", "accepts", text, f"goal {goal.name}: refused, accepted")
