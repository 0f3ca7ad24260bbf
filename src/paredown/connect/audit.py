"""A project -> the channels by which third-party text can still reach an agent in it, with counts and their state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from paredown.connect.host import Host, is_server, told, told_toml
from paredown.connect.instructions import pointers
from paredown.connect.registered import HOSTS
from paredown.connect.shipped import Tree, trees
from paredown.names import plain, short

SERVERS = (
    (".mcp.json", "mcpServers"),
    (".cursor/mcp.json", "mcpServers"),
    (".vscode/mcp.json", "servers"),
    ("opencode.json", "mcp"),
    (".codex/config.toml", "mcp_servers"),
)
"""Where projects name servers; in the home folder the same, and the file that Claude Code keeps there."""
HOME_SERVERS = (
    (".claude.json", "mcpServers"),
    (".cursor/mcp.json", "mcpServers"),
    (".codex/config.toml", "mcp_servers"),
    (".config/opencode/opencode.json", "mcp"),
)
ALWAYS = (
    ("package manager, compiler and test output", "open: what a build prints reaches the agent"),
    ("language servers and editor hovers", "open: they quote doc comments"),
    ("the web", "open: fetching and searching are the host's own tools"),
    ("shell commands that name no dependency", "open: a shell evades a rule on its text (docs/connect.md)"),
)


@dataclass(frozen=True, slots=True)
class Channel:
    """One way in. `count` is of files or servers, None where there is nothing to count."""

    name: str
    count: int | None
    state: str
    detail: tuple[str, ...] = ()


class HookState(NamedTuple):
    """Whether a host asks paredown and is refused what it should not read; `doubt` is why the hook may not run."""

    host: str
    server: bool
    hook: bool
    doubt: str

    @property
    def closes(self) -> bool:
        """Whether, as far as files tell, the hook runs."""
        return self.hook and not self.doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What was found in one project."""

    hosts: tuple[HookState, ...]
    channels: tuple[Channel, ...]

    @property
    def told(self) -> dict[str, Any]:
        """The audit as JSON."""
        return {
            "hosts": [{**host._asdict(), "closes": host.closes} for host in self.hosts],
            "channels": [asdict(channel) for channel in self.channels],
        }


def audited(project: Path, home: Path, *, indexed: bool) -> Audit:
    """Return the audit of `project`; nothing is run, and of dependencies only names are read."""
    project = project.resolve()
    hosts = tuple(_state(host, project, home) for host in HOSTS)
    found = trees(project, home)
    return Audit(hosts=hosts, channels=tuple(_channels(project, home, hosts, found, indexed)))


def page(audit: Audit) -> str:
    """Return the audit for a person."""
    rows = [
        ("channel", "count", "state"),
        *((c.name, "–" if c.count is None else f"{c.count:,}", c.state) for c in audit.channels),
    ]
    wide = max(len(row[0]) for row in rows)
    lines = ["What third-party text can still reach an agent in this project", ""]
    for row, channel in zip(rows, (None, *audit.channels), strict=True):
        lines.append(f"  {row[0]:<{wide}}  {row[1]:>9}   {row[2]}")
        lines += [f"  {'':<{wide}}  {'':>9}     {line}" for line in (channel.detail if channel else ())]
    lines += ["", "  host          server    hook"]
    for host in audit.hosts:
        state = "closes" if host.closes else host.doubt or "missing"
        lines.append(f"  {host.host:<12}  {'written' if host.server else 'missing':<8}  {state}")
    return "\n".join(lines)


def _state(host: Host, project: Path, home: Path) -> HookState:
    server, *rest = host.places(("paredown",))
    hook = all(place.finds(_text(project / place.path)) for place in rest)
    return HookState(
        host.slug, server.finds(_text(project / server.path)), hook, host.doubt(project, home) if hook else ""
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _channels(
    project: Path, home: Path, hosts: tuple[HookState, ...], found: tuple[Tree, ...], indexed: bool
) -> Iterator[Channel]:
    closed = [host.host for host in hosts if host.closes]
    connected = [host for host in hosts if host.server or host.hook]
    left = [host.host for host in connected if not host.closes]
    state = "open: no host has a hook that runs" if not closed else f"refused by hook ({', '.join(closed)})"
    state += f"; open in {', '.join(left)}" if closed and left else ""
    yield Channel("MCP answers", None, "symbols and signatures" if indexed else "none: run `paredown index`")
    for tree in found:
        kinds = (("prose", tree.prose), ("source", tree.source), ("archives", tree.archives))
        counted = ", ".join(f"{count:,} {kind}" for kind, count in kinds if count)
        more = () if tree.whole else ("counted in part: there are more files",)
        yield Channel(
            f"{short(tree.path, 40)}, read directly", tree.files, state, (*((counted,) if counted else ()), *more)
        )
    followed = [f"{tree.path}/{name}" for tree in found for name in tree.followed]
    if count := sum(tree.agent_files for tree in found):
        kept = "refused by hook; not loaded by itself" if closed else "open: an agent that meets one may follow it"
        yield Channel(
            "skill and agent files in packages", count, kept, tuple(short(plain(name), 100) for name in followed[:5])
        )
    if led := pointers(project):
        how = tuple(f"{short(pointer.path, 80)} {pointer.how}" for pointer in led[:10])
        yield Channel("instructions that lead into a dependency", len(led), "open: your own files bring it in", how)
    if servers := tuple(_servers(project, home)):
        yield Channel("other MCP servers", len(servers), "open: what they answer is theirs", servers)
    for name, state in ALWAYS:
        yield Channel(name, None, state)


def _servers(project: Path, home: Path) -> Iterator[str]:
    for folder, places, where in ((project, SERVERS, ""), (home, HOME_SERVERS, "~/")):
        for name, table in places:
            content = (told_toml if name.endswith(".toml") else told)(folder / name)
            entries = content.get(table) if isinstance(content, dict) else None
            for server, entry in entries.items() if isinstance(entries, dict) else ():
                if not (server == "paredown" and (is_server(entry) or table == "mcp")):
                    yield f"{short(str(server), 40)} ({where}{name})"
