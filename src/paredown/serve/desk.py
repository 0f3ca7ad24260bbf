"""One call of a tool -> its answer, whatever the call holds and whatever became of the index."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from paredown.errors import BadQuery, IndexMissing, IndexUnusable
from paredown.serve.answers import found, shown, surface
from paredown.serve.controls.signature_only import SignatureOnly
from paredown.serve.line import ecosystem
from paredown.serve.shelf import Shelf
from paredown.serve.tools import FIND, MAX_LIMIT, MAX_MEMBERS, SHOW, Asked, BadCall, Tool, asked, tool_named
from paredown.serve.voice import Control, Sources, asks_nothing

if TYPE_CHECKING:
    from paredown.index import Store

NO_INDEX = "this project has no index; run `paredown index` in it"
BAD_INDEX = "this project's index cannot be read; run `paredown index --refresh`"
FAULT = "paredown failed on this call; other calls still work"
STALE = "stale: the lock file changed since this index; run paredown index"
PLAIN = SignatureOnly(Sources(lambda card: "", asks_nothing))

Notice = Callable[[bool], str]
"""What must be said of the index now: a sentence of ours, empty when it is current. It may start a rebuild. It is told
whether the index is missing or broken."""


class Reply(NamedTuple):
    """The text of an answer, and whether it tells of a failure."""

    text: str
    failed: bool = False


class Desk:
    """Answers calls from the index that is there when the call comes, for any number of threads.

    `notice` is asked once a call, or again when the index turns out broken. `tell` takes a line for the person who runs
    the server; it never holds a call's arguments or anything of a third party.
    """

    def __init__(
        self, shelf: Shelf, notice: Notice, tell: Callable[[str], None], control: Control | None = None
    ) -> None:
        self._shelf = shelf
        self._notice = notice
        self._tell = tell
        self._control = control or PLAIN
        self._lock = threading.Lock()

    @property
    def slow(self) -> bool:
        """Whether an answer may take seconds."""
        return self._control.slow

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
            return Reply(self._without(NO_INDEX), failed=True)
        except IndexUnusable:
            # Damage may show only when a page is read: the next call opens the file that is there then.
            with self._lock:
                self._shelf.close()
            return Reply(self._without(BAD_INDEX), failed=True)
        except Exception as error:
            self._tell(f"a call failed: {type(error).__name__}")
            return Reply(FAULT, failed=True)

    def _text(self, tool: Tool, call: Asked) -> str:
        # Asked first: what it starts is under way while the answer is made.
        notice = self._noticed(broken=False)
        with self._lock:
            store = self._shelf.store()
            voice = self._control.voice(store)
            if tool is FIND:
                artifact = _meant(store, call.artifact) if call.artifact else None
                answer = store.find(call.text, kind=call.kind, artifact=artifact, limit=call.limit)
            elif tool is SHOW:
                about = store.show(call.text, limit=MAX_MEMBERS)
            else:
                return surface(store.surface(), store.meta, notice=notice)
        # Outside the lock: a control may ask a model here, and other calls need not wait for it.
        if tool is FIND:
            return found(answer, store.meta, more=call.limit < MAX_LIMIT, notice=notice, voice=voice)
        return shown(about, store.meta, notice=notice, voice=voice)

    def _noticed(self, *, broken: bool) -> str:
        try:
            return self._notice(broken)
        except Exception as error:
            # A lock file that cannot be read now is not the one that was indexed.
            self._tell(f"the lock file could not be read: {type(error).__name__}")
            return STALE

    def _without(self, sentence: str) -> str:
        notice = self._noticed(broken=True)
        return f"{sentence}\n{notice}" if notice else sentence


def _meant(store: Store, artifact: str) -> str:
    """Return the name or package URL of the artifact an agent means; it may copy a heading (`okhttp 5.3.2 · npm`)."""
    named = artifact.partition(" · ")[0]
    kind = artifact.rpartition(" · ")[2]
    for line in store.surface():
        if artifact in (line.name, line.purl):
            return artifact
        same = named in (line.name, f"{line.name} {line.version}", f"{line.name}@{line.version}")
        if same and kind in (artifact, ecosystem(line.purl)):
            return line.purl
    raise BadCall("no declared artifact has that name; call surface for the list")
