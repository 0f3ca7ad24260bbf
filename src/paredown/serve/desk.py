"""One call of a tool -> its answer, whatever the call holds and whatever became of the index."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from paredown.errors import BadQuery, IndexMissing, IndexUnusable
from paredown.serve.answers import found, shown, surface
from paredown.serve.shelf import Shelf
from paredown.serve.tools import FIND, MAX_LIMIT, MAX_MEMBERS, SHOW, Asked, BadCall, Tool, asked, tool_named

if TYPE_CHECKING:
    from paredown.index import Store

NO_INDEX = "this project has no index; run `paredown index` in it"
BAD_INDEX = "this project's index cannot be read; run `paredown index` again"
FAULT = "paredown failed on this call; other calls still work"


class Reply(NamedTuple):
    """The text of an answer, and whether it tells of a failure."""

    text: str
    failed: bool = False


class Desk:
    """Answers calls, one at a time, from the index that is there when the call comes.

    `stale()` says whether the project's lock files changed since the index was written. `tell` takes a line for the
    person who runs the server; it never holds a call's arguments or anything of a third party.
    """

    def __init__(self, shelf: Shelf, stale: Callable[[], bool], tell: Callable[[str], None]) -> None:
        self._shelf = shelf
        self._stale = stale
        self._tell = tell

    def answer(self, name: str, arguments: Mapping[str, Any] | None) -> Reply:
        """Return the reply to one call. It does not raise: a server outlives its calls."""
        try:
            tool = tool_named(name)
            return Reply(self._text(tool, asked(tool, arguments)))
        except BadCall as error:
            return Reply(str(error), failed=True)
        except BadQuery as error:
            return Reply(f"this query cannot be searched: it {error.reason}", failed=True)
        except IndexMissing:
            return Reply(NO_INDEX, failed=True)
        except IndexUnusable:
            return Reply(BAD_INDEX, failed=True)
        except Exception as error:
            # A damaged file shows only when its pages are read: let the next call open it again.
            self._shelf.close()
            self._tell(f"a call failed: {type(error).__name__}")
            return Reply(FAULT, failed=True)

    def _text(self, tool: Tool, call: Asked) -> str:
        store = self._shelf.store()
        stale = self._is_stale()
        if tool is FIND:
            artifact = _meant(store, call.artifact) if call.artifact else None
            answer = store.find(call.text, kind=call.kind, artifact=artifact, limit=call.limit)
            return found(answer, store.meta, more=call.limit < MAX_LIMIT, stale=stale)
        if tool is SHOW:
            return shown(store.show(call.text, limit=MAX_MEMBERS), store.meta, stale=stale)
        return surface(store.surface(), store.meta, stale=stale)

    def _is_stale(self) -> bool:
        try:
            return self._stale()
        except Exception as error:
            # A lock file that cannot be read now is not the one that was indexed.
            self._tell(f"the lock file could not be read: {type(error).__name__}")
            return True


def _meant(store: Store, artifact: str) -> str:
    """Return the name or package URL of the artifact an agent means; it may copy a heading (`okhttp 5.3.2`)."""
    for line in store.surface():
        if artifact in (line.name, line.purl):
            return artifact
        if artifact in (f"{line.name} {line.version}", f"{line.name}@{line.version}"):
            return line.purl
    raise BadCall("no declared artifact has that name; call surface for the list")
