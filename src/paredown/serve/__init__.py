"""A store -> what an agent is told: names and signatures on lines of text, and nothing else.

`found`, `shown` and `surface` make the text of an answer; `serve_stdio` and `streamable.serve_http` give the same texts
to MCP clients. Only `server`, `relay`, `lines` and `streamable` import the MCP package and what it stands on, and only
when one of these two is called.
"""

from paredown.serve.answers import found, shown, surface
from paredown.serve.desk import Desk
from paredown.serve.shelf import Shelf
from paredown.serve.stdio import serve_stdio

__all__ = ["Desk", "Shelf", "found", "serve_stdio", "shown", "surface"]
