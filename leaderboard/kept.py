"""What a process keeps in memory under names that say which version it is of."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Name, Value]):
    """The `most` values last used. A name must stand for one value for ever."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Name, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Name) -> Value | None:
        """Return the value of this name; None where it is not kept."""
        with self._lock:
            if name not in self._values:
                return None
            self._values.move_to_end(name)
            return self._values[name]

    def put(self, name: Name, value: Value) -> None:
        """Keep a value; what was used longest ago is forgotten for it."""
        with self._lock:
            self._values[name] = value
            self._values.move_to_end(name)
            while len(self._values) > self.most:
                self._values.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._values.clear()
