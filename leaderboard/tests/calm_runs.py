"""What a reference assistant's conversations come to where nothing fails."""

from bankenv.dataset import load_dataset
from bankenv.scoring import score
from leaderboard.services.outcomes import first_finding
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.in_process import ChatFunctionAssistant
from runner.reference import REFERENCE


def calm_outcomes(assistant: str, tasks: int) -> dict[str, tuple[object, ...]]:
    """Return what Site.outcomes would say of a calm run in this process."""
    dataset = load_dataset()
    found: dict[str, tuple[object, ...]] = {}
    for task_id in dataset.splits["lite"][:tasks]:
        trajectory = run_conversation(
            ChatFunctionAssistant(REFERENCE[assistant], assistant),
            AgendaCustomer(),
            dataset.tasks[task_id],
            dataset=dataset,
        )
        verdict = score(dataset, trajectory)
        told = (verdict.passed, verdict.final_state_passed, first_finding(verdict))
        found[task_id] = told
    return found
