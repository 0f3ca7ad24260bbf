"""A configuration file as its owner wrote it -> the same file with ours added or taken out, nothing else moved."""

from __future__ import annotations

from paredown.connect.files.block import Block
from paredown.connect.files.json_pieces import JsonPieces, Piece
from paredown.connect.files.place import Added, Place
from paredown.connect.files.whole import Whole

__all__ = ["Added", "Block", "JsonPieces", "Piece", "Place", "Whole"]
