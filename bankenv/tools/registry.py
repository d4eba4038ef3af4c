"""All tools, in the order that models see them."""

from collections.abc import Mapping
from types import MappingProxyType

from bankenv.tools import service
from bankenv.tools.declaration import Tool

_ORDER = (service.transfer_to_human_agents,)

TOOLS: Mapping[str, Tool] = MappingProxyType({tool.name: tool for tool in _ORDER})
