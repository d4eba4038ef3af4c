"""What is stored, one model a file."""

from leaderboard.models.allowance import Allowance
from leaderboard.models.api_token import ApiToken
from leaderboard.models.audit_entry import AuditEntry
from leaderboard.models.board import Board
from leaderboard.models.comparison import Comparison
from leaderboard.models.conversation import Conversation
from leaderboard.models.credential import Credential
from leaderboard.models.finding_count import FindingCount
from leaderboard.models.label import Label
from leaderboard.models.note import Note
from leaderboard.models.notice import Notice
from leaderboard.models.outcomes import Outcomes
from leaderboard.models.recorded import (
    Import,
    RecordedOutcome,
    RecordedSuite,
    RecordedTask,
)
from leaderboard.models.standing import Standing
from leaderboard.models.submission import Submission
from leaderboard.models.task_figure import TaskFigure
from leaderboard.models.task_report import TaskReport
from leaderboard.models.trajectory import Trajectory
from leaderboard.models.upload import Upload, UploadPart
from leaderboard.models.worker_sign import WorkerSign

__all__ = [
    "Allowance",
    "ApiToken",
    "AuditEntry",
    "Board",
    "Comparison",
    "Conversation",
    "Credential",
    "FindingCount",
    "Import",
    "Label",
    "Note",
    "Notice",
    "Outcomes",
    "RecordedOutcome",
    "RecordedSuite",
    "RecordedTask",
    "Standing",
    "Submission",
    "TaskFigure",
    "TaskReport",
    "Trajectory",
    "Upload",
    "UploadPart",
    "WorkerSign",
]
