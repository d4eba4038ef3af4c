"""The agenda customer: a simulated customer that needs no model.

It sees the words of the conversation and nothing else, and its next message is a pure
function of the task, the trial and those words. docs/customer.md explains the rules
and lists the words that a scenario may use.
"""

from bankenv.customer.agenda import explain, reply
from bankenv.customer.speech import Explanation, Line, Utterance

__all__ = ["Explanation", "Line", "Utterance", "explain", "reply"]
