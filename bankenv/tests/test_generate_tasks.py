"""The generated tasks: real ids, one right answer each, and words that vary."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase

import pytest

from bankenv.bank import FIXTURES
from bankenv.generate import CUSTOMERS, build, write
from bankenv.generate.chance import Chance
from bankenv.generate.customers import Customer, draw_customers
from bankenv.generate.desk import Desk
from bankenv.generate.families import FAMILIES
from bankenv.generate.splits import make_splits
from bankenv.generate.tasks import make_tasks
from bankenv.records import JsonValue, Record
from bankenv.scoring.told import was_told
from bankenv.task_io import task_from_json, task_to_json
from bankenv.tasks import GoldStep, Task
from bankenv.tests.plan import PLAN
from bankenv.tools import TOOLS

ID = re.compile(r"\b(?:(?:SB|CA|NO)\d{10}|(?:FD|RD|MND|[HPVGEB]L)\d{6}|CARD\d{5})\b")
# A statement and a plain complaint need no look-up: policy R33, R34.
NOTHING_TO_READ = ("CT_STM", "CT_CMP")
ALL_FAMILIES = tuple(family.id for family, _ in FAMILIES)


@cache
def everything() -> dict[str, bytes]:
    return build()


@cache
def customers() -> dict[str, Customer]:
    return {customer.id: customer for customer in draw_customers(CUSTOMERS)}


@cache
def tasks() -> tuple[Task, ...]:
    return tuple(
        task_from_json(line, name)
        for name, content in everything().items()
        if name.startswith("tasks/")
        for line in content.splitlines()
    )


def of(family: str) -> list[Task]:
    return [task for task in tasks() if task.family == family]


def opened(task: Task) -> Desk:
    return Desk(customers()[task.customer_id], task.opening)


def strings(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


def ids_in(value: JsonValue) -> set[str]:
    return {found for text in strings(value) for found in ID.findall(text)}


def writes(task: Task) -> list[GoldStep]:
    return [step for step in task.gold if TOOLS[step.tool].kind == "write"]


def chosen_deposit(task: Task) -> str:
    return str(writes(task)[0].arguments["deposit_id"])


def test_the_committed_fixtures_are_what_the_generator_makes() -> None:
    for name, content in everything().items():
        assert (FIXTURES / name).read_bytes() == content, name


def test_writing_puts_every_file_in_its_place(tmp_path: pytest.TempPathFactory) -> None:
    root = FIXTURES.__class__(str(tmp_path))
    written = write(root)
    assert {path.relative_to(root).as_posix() for path in written} == set(everything())


def test_shuffled_customers_give_the_same_tasks() -> None:
    drawn = draw_customers(CUSTOMERS)
    shuffled = Chance("test/shuffle").shuffled(drawn)
    assert [customer.id for customer in shuffled] != [customer.id for customer in drawn]
    assert make_tasks(shuffled) == make_tasks(drawn)


def test_no_customer_plays_twice_in_a_family() -> None:
    for family in ALL_FAMILIES:
        assert len({t.customer_id for t in of(family)}) == len(of(family))


def test_every_family_has_the_tasks_that_the_plan_gives_it() -> None:
    assert {family.id: family.counts for family, _ in FAMILIES} == {
        name: counts for name, counts in PLAN.items() if name in ALL_FAMILIES
    }


def test_lite_is_train_and_test_which_share_no_customer() -> None:
    splits = make_splits(tasks())
    assert splits["base"] == [task.id for task in tasks()]
    assert (len(splits["train"]), len(splits["test"])) == (150, 50)
    assert set(splits["lite"]) == {*splits["train"], *splits["test"]}
    by_id = {task.id: task for task in tasks()}
    trained, tested = (
        {by_id[task_id].customer_id for task_id in splits[name]}
        for name in ("train", "test")
    )
    assert not trained & tested


def test_each_family_has_its_share_of_every_split() -> None:
    splits = make_splits(tasks())
    for name, size in (("lite", 200), ("test", 50)):
        counts = Counter(task_id[:-4] for task_id in splits[name])
        for family in ALL_FAMILIES:
            share = size * len(of(family)) / len(tasks())
            assert abs(counts[family] - share) < 1


def test_titles_are_words_for_people_and_no_names_of_data() -> None:
    for task in tasks():
        assert not re.search(r"\w_\w", task.title), task.title
        assert task.title[0] not in ascii_lowercase, task.title


def test_a_task_survives_being_written_and_read() -> None:
    for task in tasks():
        assert task_from_json(task_to_json(task), task.id) == task


def test_every_id_in_a_task_is_of_its_customer() -> None:
    for task in tasks():
        desk = opened(task)
        for step in task.gold:
            desk.call(step.tool, **step.arguments)
        maps = [part for part in desk.record.values() if isinstance(part, dict)]
        known = ids_in(desk.record) | {key for part in maps for key in part}
        named = ids_in([[step.arguments for step in task.gold], task.decoys])
        named |= {product.id for product in task.scenario.products}
        assert named <= known, task.id


def test_every_gold_chain_replays_and_changes_something_unless_it_only_reads() -> None:
    for task in tasks():
        desk = opened(task)
        before = desk.record
        for step in task.gold:
            desk.call(step.tool, **step.arguments)
        assert (desk.record != before) == bool(writes(task)), task.id


def test_every_id_written_to_is_linked_or_was_read_before() -> None:
    for task in tasks():
        desk = opened(task)
        linked: Record = desk.record["login_context"]
        known = {one for ids in linked.values() for one in ids}
        for step in task.gold:
            if TOOLS[step.tool].kind == "write":
                assert ids_in({**step.arguments, "description": ""}) <= known, task.id
            known |= ids_in(desk.call(step.tool, **step.arguments))


def test_no_customer_says_the_id_of_a_product() -> None:
    for task in tasks():
        lines = [task.scenario.opening_lines]
        said = [fact.said for fact in task.scenario.knows]
        asks = [goal.ask for goal in task.scenario.agenda]
        own = ids_in(opened(task).record) | set(opened(task).record["deposits"])
        assert not ids_in([lines, said, asks]) & own, task.id


def test_steps_come_only_after_earlier_ones_and_writes_after_their_reads() -> None:
    for task in tasks():
        for step in task.gold:
            assert all(number < step.step for number in step.after)
        for step in writes(task):
            follows = bool(step.after) or task.family in NOTHING_TO_READ
            assert follows, f"{task.id}: a write that follows nothing"


def test_every_step_says_why_in_one_sentence_and_cites_rules() -> None:
    for task in tasks():
        for step in task.gold:
            assert step.why.endswith(".") and len(step.why) < 160
            assert step.rules and all(re.fullmatch(r"R\d+", r) for r in step.rules)


@pytest.mark.parametrize("family", ALL_FAMILIES)
def test_first_messages_vary(family: str) -> None:
    first = Counter(
        re.sub(r"[\d,₹.]+", "#", task.scenario.opening_lines[0]) for task in of(family)
    )
    assert len(first) >= 8
    assert max(first.values()) <= 4
    everyone = {line for task in of(family) for line in task.scenario.opening_lines}
    assert len(everyone) >= 16


def test_each_task_opens_differently_each_trial_and_fills_every_blank() -> None:
    for task in tasks():
        lines = task.scenario.opening_lines
        assert len(set(lines)) == len(lines) >= 2
        texts = [lines, [f.said for f in task.scenario.knows]]
        texts.append([goal.ask for goal in task.scenario.agenda])
        for text in strings(texts):
            assert not re.search(r"[{}]|None|  |\s$", text), f"{task.id}: {text!r}"


def test_a_third_of_the_customers_write_hindi_or_hinglish() -> None:
    registers = Counter(task.scenario.register for task in tasks())
    assert set(registers) == {"plain", "indian", "hinglish", "hindi"}
    assert 0.3 <= (registers["hinglish"] + registers["hindi"]) / len(tasks()) <= 0.4


def test_goals_name_facts_and_goals_that_exist() -> None:
    for task in tasks():
        names = {goal.name for goal in task.scenario.agenda}
        products = {product.id for product in task.scenario.products}
        for goal in task.scenario.agenda:
            assert goal.ask, task.id
            if goal.decide:
                assert {goal.decide.then, goal.decide.otherwise} <= names | {""}
            product = goal.about.get("deposit") or goal.about.get("card")
            assert product is None or product in products


def test_a_threshold_lies_near_the_payout_and_picks_the_branch() -> None:
    branches = Counter[str]()
    for task in of("SQ_FDC"):
        decide = next((g.decide for g in task.scenario.agenda if g.decide), None)
        if decide is None:
            continue
        payout = float(task.scenario.must_be_told["payout"])
        wanted = (
            "close_deposit" if payout >= decide.at_least else "update_deposit_renewal"
        )
        assert writes(task)[0].tool == wanted
        assert abs(payout - decide.at_least) <= 1000
        branches[wanted] += 1
    assert 0 < branches["update_deposit_renewal"] <= 0.4 * branches.total()


def test_the_kept_deposit_would_have_been_renewed() -> None:
    for task in of("SQ_FDC"):
        if writes(task)[0].tool == "update_deposit_renewal":
            deposit = opened(task).record["deposits"][chosen_deposit(task)]
            assert deposit["maturity_instruction"] != "no_renewal"


def test_two_deposits_matured_yesterday_and_carry_no_penalty() -> None:
    matured = [t for t in of("SQ_FDC") if "penalty" not in t.scenario.must_be_told]
    assert len(matured) == 2
    for task in matured:
        deposit = opened(task).record["deposits"][chosen_deposit(task)]
        assert deposit["maturity_date"] == "2026-07-15"


def test_only_one_deposit_answers_the_clue_and_another_has_the_same_amount() -> None:
    for task in of("EC_AMB"):
        features = {p.id: p.features for p in task.scenario.products if p.kind == "fd"}
        mine = features.pop(chosen_deposit(task))
        clue = next(f.value for f in task.scenario.knows if f.slot == "clue")
        key = {"amount": "amount", "month": "matures", "nominee": "nominee"}[str(clue)]
        cut = 7 if clue == "month" else None
        same = [
            f
            for f in features.values()
            if str(f.get(key))[:cut] == str(mine[key])[:cut]
        ]
        assert same == [], task.id
        decoy = features[task.decoys[0]["deposit"]]
        assert (decoy["amount"] == mine["amount"]) == (clue != "amount"), task.id


def test_the_candidates_of_an_ambiguous_closure_are_all_open_deposits() -> None:
    for task in of("EC_AMB"):
        open_ones = {p.id for p in task.scenario.products if p.kind == "fd"}
        assert set(task.gold[0].arguments["deposit_ids"]) == open_ones
        assert 2 <= len(open_ones) <= 4


def test_money_for_a_new_deposit_is_free_and_needs_no_minimum() -> None:
    for task in of("SQ_FDB"):
        booking = writes(task)[0].arguments
        account = opened(task).record["accounts"][booking["source_account"]]
        assert account["account_type"] in ("salary", "bsbd")
        free = account["available_balance"] - account["hold_amount"]
        assert booking["principal_amount"] <= free


def test_the_look_alike_mandate_is_active_and_is_not_the_one_cancelled() -> None:
    for task in of("SQ_MND"):
        rows = {m["mandate_id"]: m for m in opened(task).record["mandates"]}
        cancelled = rows[writes(task)[0].arguments["mandate_id"]]
        decoy = rows[task.decoys[0]["mandate"]]
        assert decoy["status"] == "active" and decoy is not cancelled
        assert decoy["payee"].split()[0] == cancelled["payee"].split()[0]
        assert cancelled["linked_loan"] is None


def test_some_loans_are_covered_by_the_account_and_some_fall_short() -> None:
    short = 0
    for task in of("SQ_LFQ"):
        told = task.scenario.must_be_told
        falls_short = told["total_payable"] > told["balance"]
        description = writes(task)[0].arguments["description"]
        assert description.startswith("Part-payment" if falls_short else "Foreclosure")
        short += falls_short
    assert 3 <= short <= len(of("SQ_LFQ")) / 2


def test_a_lost_card_has_a_neighbour_of_like_digits_in_most_tasks() -> None:
    alike = 0
    for task in of("SQ_LST"):
        cards = {p.id: str(p.features["last4"]) for p in task.scenario.products}
        mine = cards.pop(str(writes(task)[0].arguments["card_id"]))
        alike += any(sorted(other) == sorted(mine) for other in cards.values())
    assert alike >= 4


def test_what_is_not_on_offer_is_said_with_the_task_it_was_for() -> None:
    with pytest.raises(ValueError, match=r"[A-Z_]+_\d{3}: no customer fits"):
        make_tasks(draw_customers(3))


def test_what_must_be_told_can_be_looked_for_among_dates() -> None:
    words = ["Your deposit matures on 12 March 2027, the payout is ₹1,25,000."]
    for task in tasks():
        for value in task.scenario.must_be_told.values():
            was_told(value, words)
