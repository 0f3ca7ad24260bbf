"""A store -> what an agent is told: names and signatures on lines of text, and nothing else.

`found`, `shown` and `listed` make the text of an answer; `serve_stdio` gives the same texts to an MCP client. Only
`server` and `relay` import the MCP package, and only `serve_stdio` imports these.
"""

from paredown.serve.answers import found, listed, shown
from paredown.serve.stdio import serve_stdio

__all__ = ["found", "listed", "serve_stdio", "shown"]
