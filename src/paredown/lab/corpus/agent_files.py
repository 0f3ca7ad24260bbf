"""An artifact's archive -> the files in it that coding agents read and follow, as rows."""

from __future__ import annotations

from paredown.errors import ParedownError
from paredown.lab.corpus.rows import key_columns, sound
from paredown.model import Artifact
from paredown.names.agent_files import followed_by_agents
from paredown.tree import open_tree

MARKDOWN = (".md", ".mdc", ".txt")


def agent_columns(artifact: Artifact) -> dict[str, list[object]]:
    """Return the rows of one artifact; an archive that cannot be opened was reported by its harvest."""
    found: list[tuple[str, str]] = []
    try:
        with open_tree(artifact.files) as tree:
            paths = [path for path in sorted(tree.names()) if followed_by_agents(path)]
            texts = [path for path in paths if path.lower().endswith(MARKDOWN)]
            found = [(path, tree.read(path).decode("utf-8", "replace")) for path in texts]
    except ParedownError:
        found = []
    return {
        **key_columns(artifact, len(found)),
        "path": [sound(path) for path, _ in found],
        "text": [sound(text) for _, text in found],
    }
