"""The tasks, the policy and the documents."""

import pytest
from django.test import Client

from bankenv.dataset import load_dataset
from leaderboard.queries.policy import policy_page
from leaderboard.queries.tasks import TaskFilter, task_rows

pytestmark = pytest.mark.django_db


def test_every_task_is_listed_and_opens(client: Client) -> None:
    tasks = load_dataset().tasks
    said = client.get("/tasks/").content.decode()
    for task_id in tasks:
        assert task_id in said
    for task_id in list(tasks)[::17]:
        assert client.get(f"/tasks/{task_id}/").status_code == 200


def test_tasks_are_filtered_by_what_they_are() -> None:
    assert {row.task.family for row in task_rows(TaskFilter(family="SQ_FDC"))} == {
        "SQ_FDC"
    }
    assert not task_rows(TaskFilter(category="control", family="SQ_FDC"))


def test_a_filter_that_fits_nothing_says_so(client: Client) -> None:
    assert "No task fits" in client.get("/tasks/?text=zzzz").content.decode()


def test_a_task_shows_each_step_with_its_rule(client: Client) -> None:
    said = client.get("/tasks/SQ_FDC_001/").content.decode()
    assert "get_deposit_closure_quote" in said
    assert 'href="/policy/#R12"' in said


def test_a_task_there_is_not_is_no_page(client: Client) -> None:
    assert client.get("/tasks/NOPE_001/").status_code == 404


def test_every_rule_has_an_anchor(client: Client) -> None:
    said = client.get("/policy/").content.decode()
    for rule in load_dataset().policy.rules:
        assert f'id="{rule}"' in said


def test_every_rule_is_shown_once_under_a_heading() -> None:
    shown = [use.rule.id for group in policy_page().groups for use in group.rules]
    assert shown == list(load_dataset().policy.rules)


def test_every_document_opens(client: Client) -> None:
    for document in load_dataset().documents:
        response = client.get(f"/policy/{document.slug}/")
        assert document.sections[0].label in response.content.decode()
    assert client.get("/policy/nope/").status_code == 404
