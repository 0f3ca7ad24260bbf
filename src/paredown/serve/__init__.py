"""A store -> what an agent is told: names and signatures on lines of text, and nothing else.

`found`, `shown` and `surface` make the text of an answer; `serve_stdio` gives the same texts to an MCP client. Only
`server` and `relay` import the MCP package, and only `serve_stdio` imports these.
"""

from paredown.serve.answers import found, shown, surface
from paredown.serve.stdio import serve_stdio

__all__ = ["found", "serve_stdio", "shown", "surface"]
