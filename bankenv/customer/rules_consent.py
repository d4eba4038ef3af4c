"""Rules for what the assistant puts forward: yes, not yet, not that one, no."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bankenv.customer.agreement import (
    disagreement,
    goals_of,
    is_deed_of,
    names_others_too,
)
from bankenv.customer.answer import Answer
from bankenv.customer.lexicon import cues
from bankenv.customer.phrasing import (
    deed_words,
    figure_words,
    product_words,
    wanted_product,
    wish_words,
)
from bankenv.customer.recognition import product_verdict
from bankenv.customer.rules_outcome import change_after_yes
from bankenv.customer.rules_talk import restate
from bankenv.customer.state import DROPPED, SETTLED, State
from bankenv.customer.understanding import Deed, Turn, understand
from bankenv.scenario import Goal

_RULE = "3 proposed"
# What a bank may try to sell to somebody who came for something else.
_THINGS = frozenset({"loan", "card", "mandate", "deposit", "rd", "cheque_book"})
_NONE: frozenset[str] = frozenset()
_KINDS = frozenset({"credit", "debit"})
# Questions that do not stand before the deed they come with.
_ASIDE = frozenset({"recognise", "topic"})


@dataclass(frozen=True, slots=True)
class Proposal:
    """One deed put forward and the goal that wants it; None: nobody does."""

    deed: Deed
    goal: Goal | None


def proposals(state: State, answer: Answer) -> None:
    """Rule 3: agree to what is wanted and complete; say no to the rest."""
    found = _proposals(state, answer.turn)
    if not found:
        return
    named = [p.deed.actions for p in found if p.deed.actions]
    state.last_proposed = named[-1] if named else state.last_proposed
    wanted = [p for p in found if p.goal is not None]
    for proposal in _each_goal_once(wanted):
        _wanted(state, answer, proposal)
    unwanted = [p for p in found if p.goal is None and _awaits(answer.turn, p, wanted)]
    if unwanted:
        _unwanted(state, answer, unwanted, bool(wanted))


def _proposals(state: State, turn: Turn) -> list[Proposal]:
    deeds = [d for d in turn.deeds if d.mode == "proposal"]
    if any(slot not in _ASIDE for _, slot in turn.asks):
        deeds = [d for d in deeds if d.asked and d.actions] or [
            d for d in deeds if d.asked and not _only_a_question(turn, d)
        ]
    named = [d for d in deeds if d.actions]
    if named:
        asked = any(d.asked for d in deeds)
        return _matched_all(state, turn, [replace(d, asked=asked) for d in named])
    bare = [d for d in turn.deeds if d.mode == "bare" and d.actions]
    if deeds and bare:
        return _matched_all(state, turn, [replace(d, asked=True) for d in bare])
    return [_generic(state, turn, d) for d in deeds[:1]]


def _only_a_question(turn: Turn, deed: Deed) -> bool:
    return any(number == deed.sentence for number, _ in turn.asks)


def _matched_all(state: State, turn: Turn, deeds: Sequence[Deed]) -> list[Proposal]:
    """Return a proposal for each goal that a deed is about; a deed may be of two."""
    found: list[Proposal] = []
    for deed in deeds:
        strange = _it_is_strange(state, turn, deed)
        goals = [] if strange else goals_of(state, turn, deed)
        found += [Proposal(deed, goal) for goal in goals] or [Proposal(deed, None)]
    return found


def _generic(state: State, turn: Turn, deed: Deed) -> Proposal:
    """Read "shall I proceed?": with what was put forward last, else with the wish."""
    if _is_strange(state, _things(turn, deed.sentence)) or (
        deed.sentence
        and _is_another_kind(state, turn.sentences[deed.sentence - 1].tokens)
    ):
        return Proposal(deed, None)
    if state.last_proposed and "look_up" not in turn.flags:
        last = goals_of(state, turn, replace(deed, actions=state.last_proposed))
        if last:
            return Proposal(deed, last[0])
    return Proposal(deed, state.current())


def _it_is_strange(state: State, turn: Turn, deed: Deed) -> bool:
    """Return whether "shall I order it?" is about a thing that nobody asked about.

    What a sentence names itself is compared with the wish, but for a statement: one
    of a card is not that of the account.
    """
    named = set(turn.sentences[deed.sentence].names("object")) - {"request"}
    if "statement" in named:
        return _is_strange(state, _things(turn, deed.sentence))
    if named or not deed.sentence:
        return False
    before = deed.sentence - 1
    return _is_strange(state, _things(turn, before)) or _is_another_kind(
        state, turn.sentences[before].tokens
    )


def _is_another_kind(state: State, words: Sequence[str]) -> bool:
    """Return whether only a kind of card is named that the customer has not spoken of.

    "We have a credit card for you. Shall I order it?" to somebody whose debit card is
    to be replaced.
    """
    said = _KINDS.intersection(words)
    if not said:
        return False
    wished = {
        str(product.features.get("type", ""))
        for goal in state.scenario.agenda
        for value in goal.about.values()
        if (product := state.product(value)) is not None
    }
    texts = " ".join(state.scenario.opening_lines).lower()
    return not said & ({kind for kind in _KINDS if kind in texts} | wished)


def _objects_of(action: str) -> frozenset[str]:
    return frozenset(cues().actions[action][1]) if action in cues().actions else _NONE


def _things(turn: Turn, sentence: int) -> frozenset[str]:
    return _THINGS.intersection(turn.sentences[sentence].names("object"))


def _is_strange(state: State, things: frozenset[str]) -> bool:
    """Return whether the customer has never spoken of any of these things."""
    if not things:
        return False
    goals = state.scenario.agenda
    texts = [
        *state.scenario.opening_lines,
        *(text for goal in goals for text in goal.ask),
    ]
    spoken = {
        name
        for text in texts
        for sentence in understand(text).sentences
        for name in sentence.names("object")
    }
    wished = {
        name for goal in goals for name in (*goal.about, *_objects_of(goal.action))
    }
    return not things & (spoken | wished)


def _each_goal_once(found: list[Proposal]) -> list[Proposal]:
    """Keep one proposal a goal; the one that names most comes last in a turn."""
    last = {p.goal.name: p for p in found if p.goal is not None}
    return list(last.values())


def _wanted(state: State, answer: Answer, proposal: Proposal) -> None:
    goal, turn, deed = proposal.goal, answer.turn, proposal.deed
    if goal is None:
        return
    slot = disagreement(state, goal, turn, deed)
    if slot is not None and "changes_mind" in answer.acts:
        return  # Nobody could know yet.
    if slot is not None and not state.unlearned(slot, goal.about[slot]):
        _correct(state, answer, goal, slot)
    elif goal.settled_by == "told" or ("look_up" in turn.flags and not deed.actions):
        text = state.voice.say("please_do")
        answer.add(_RULE, "lets_look", text, "offers to look up what is wanted")
    elif state.missing(goal):
        _not_yet(state, answer, goal, deed)
    elif goal.name in state.agreed and change_after_yes(state, answer, goal):
        return
    else:
        _agree(state, answer, goal, names_others_too(state, goal, turn, deed))


def _correct(state: State, answer: Answer, goal: Goal, slot: str) -> None:
    product = state.product(goal.about[slot])
    answer.once(state, f"corrected {goal.name} {slot}")
    if product is not None:
        words = product_words(state, slot, product)
        text = state.voice.say("correct_product", product=words)
    else:
        text = state.voice.say("correct_fact", fact=wish_words(state, goal, slot))
    answer.add(_RULE, "corrects", text, f"another {slot} than the customer means")


def _not_yet(state: State, answer: Answer, goal: Goal, deed: Deed) -> None:
    slot, product = wanted_product(state, goal)
    asks_which = not deed.actions and not state.unlearned(slot, goal.about.get(slot))
    if asks_which and product is not None:
        found = product_verdict(product, state.scenario, answer.turn, deed)
        if found == "agrees" and answer.once(state, f"that one {goal.name}"):
            text = state.voice.say("that_one")
            answer.add(_RULE, "recognises", text, "the right product, no yes yet")
    ask_for(state, answer, state.missing(goal)[0], _RULE)


def ask_for(state: State, answer: Answer, figure: str, rule: str) -> None:
    """Ask for a figure that the customer wants to hear before a yes."""
    answer.once(state, f"asked for {figure}")
    text = state.voice.say("ask_figure", figure=figure_words(state, figure))
    answer.add(rule, "asks_figure", text, f"wants to hear {figure} first")


def _agree(state: State, answer: Answer, goal: Goal, names_others: bool) -> None:
    again = goal.name in state.agreed
    state.agreed.add(goal.name)
    state.raised.add(goal.name)
    act = "yes_again" if again else "yes"
    text = state.voice.say(act, do=deed_words(state, goal))
    answer.add(_RULE, "agrees", text, f"just what goal {goal.name} wants")
    answer.progress = answer.progress or not again
    if names_others:
        more = state.voice.say("only_that")
        answer.add(_RULE, "declines", more, "more than that was put forward")


def agree_unasked(state: State, answer: Answer, goal: Goal) -> None:
    """Give the word when everything was told and the assistant just waits."""
    state.agreed.add(goal.name)
    state.raised.add(goal.name)
    answer.progress = True
    text = state.voice.say("nudge", do=deed_words(state, goal))
    answer.add("3 proposed", "agrees", text, "heard everything, wants it done")


def _awaits(turn: Turn, proposal: Proposal, wanted: list[Proposal]) -> bool:
    return proposal.deed.asked or (not wanted and "ask_confirm" in turn.flags)


def _unwanted(
    state: State, answer: Answer, found: list[Proposal], beside: bool
) -> None:
    actions = frozenset().union(*(p.deed.actions for p in found))
    before = _pending(state, actions)
    if before is not None:
        ask_for(state, answer, before, _RULE)
        return
    if _was_settled(state, actions):
        text = state.voice.say("already_done")
        answer.add(_RULE, "declines", text, "that was reported done already")
        return
    act = "only_that" if beside else "no_unwanted"
    if _was_dropped(state, actions):
        if "changes_mind" in answer.acts:  # It was called off in the same breath.
            return
        act = "not_then"
    if actions == {"hand_over"} and state.current() is not None:
        act = "no_handover"
    first = answer.once(state, f"declined {sorted(actions)}")
    why = f"nobody asked for {', '.join(sorted(actions)) or 'that'}"
    answer.add(_RULE, "declines", state.voice.say(act), why)
    goal = state.current()
    if goal is not None and not first and not beside:
        restate(state, answer, goal, _RULE)


def _pending(state: State, actions: frozenset[str]) -> str | None:
    """Return the figure that still decides whether a deed will be wanted."""
    for goal in state.open_goals():
        if goal.decide is None or goal.name in state.decided:
            continue
        for name in (goal.decide.then, goal.decide.otherwise):
            branch = state.goal(name)
            if branch is not None and is_deed_of(branch, actions):
                return next(iter(state.missing(goal)), goal.decide.figure)
    return None


def _was_dropped(state: State, actions: frozenset[str]) -> bool:
    return any(
        is_deed_of(goal, actions) and state.goals[goal.name] == DROPPED
        for goal in state.scenario.agenda
    )


def _was_settled(state: State, actions: frozenset[str]) -> bool:
    return any(
        is_deed_of(goal, actions) and state.goals[goal.name] == SETTLED
        for goal in state.scenario.agenda
        if goal.settled_by != "told"
    )
