"""Reference assistants: pure functions from chat messages to the next chat message.

They know no task and no gold chain. Over HTTP (`python -m runner.reference`) they are
models of an OpenAI-compatible endpoint; the model's name picks the assistant.
"""

from collections.abc import Mapping

from runner.assistants import ReplyFunction
from runner.reference.teller import careful_teller, eager_teller, hasty_teller
from runner.reference.trivial import always_transfer, call_everything, echo, silent

REFERENCE: Mapping[str, ReplyFunction] = {
    "careful-teller": careful_teller,
    "hasty-teller": hasty_teller,
    "eager-teller": eager_teller,
    "silent": silent,
    "always-transfer": always_transfer,
    "call-everything": call_everything,
    "echo": echo,
}
