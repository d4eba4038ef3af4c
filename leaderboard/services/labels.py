"""Labels of failure behaviours: suggested by rules, said by people."""

from django.contrib.auth.models import User

from leaderboard.models import Conversation, Label


def set_label(
    conversation: Conversation, behaviour: str, user: User, *, seen: bool | None
) -> None:
    """Record that `user` sees a behaviour in a conversation, or does not (False).

    None takes the label back. Raises ValueError for a behaviour there is not.
    """
    if behaviour not in Label.Behaviour.values:
        raise ValueError(f"no behaviour {behaviour!r}")
    if seen is None:
        Label.objects.filter(conversation=conversation, behaviour=behaviour).delete()
        return
    Label.objects.update_or_create(
        conversation=conversation,
        behaviour=behaviour,
        defaults={"is_seen": seen, "set_by": user},
    )
