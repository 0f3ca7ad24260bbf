"""A file of lines (TOML, ignore patterns) -> the same with one block of ours at its end."""

from __future__ import annotations

from dataclasses import dataclass

from paredown.connect.files.place import Added, Span

BEGIN = "# paredown connect: begin"
END = "# paredown connect: end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A file and the lines of ours in it, between two comments by which they are found again.

    In a TOML file (`table` is its table, by name) the block must be the only one that defines the table.
    """

    path: str
    lines: tuple[str, ...]
    table: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The block as written, with its comments."""
        return "\n".join((BEGIN, *self.lines, END, ""))

    def holds(self, text: str) -> bool:
        """Whether the block is in `text` as it would be written now."""
        return self.text in text.replace("\r\n", "\n")

    def finds(self, text: str) -> bool:
        """Whether a block of ours is in `text`."""
        return BEGIN in text and END in text

    def add(self, text: str) -> Added:
        """Return `text` with the block behind it; raises `ValueError` for no TOML, or where the table is defined."""
        self._readable(text)
        if self.holds(text):
            return Added(text, ())
        without = self.remove(text)
        if self.table and self._defined(without):
            name = ".".join(self.table)
            raise ValueError(f"has a table {name!r} that paredown did not write; rename or remove it first")
        before = "" if not without else "\n" if without.endswith("\n") else "\n\n"
        written = before + self.text
        added = without + (written.replace("\n", "\r\n") if "\r\n" in without else written)
        self._readable(added)
        return Added(added, (Span(len(without), len(added)),) if without == text else ())

    def remove(self, text: str) -> str:
        """Return `text` without the block and the blank line before it."""
        self._readable(text)
        start = text.find(BEGIN)
        end = text.find(END, start)
        if start < 0 or end < 0:
            return text
        rest = text[end + len(END) :].removeprefix("\r").removeprefix("\n")
        before = text[:start]
        for blank in ("\r\n\r\n", "\n\n"):
            if before.endswith(blank):
                before = before[: -len(blank) // 2]
                break
        return before + rest

    def _readable(self, text: str) -> None:
        if self.table:
            import tomllib

            try:
                tomllib.loads(text.removeprefix("\ufeff"))
            except tomllib.TOMLDecodeError as error:
                raise ValueError(f"is not valid TOML ({error})") from None

    def _defined(self, text: str) -> bool:
        import tomllib

        inside: object = tomllib.loads(text.removeprefix("\ufeff"))
        for name in self.table:
            if not isinstance(inside, dict) or name not in inside:
                return False
            inside = inside[name]
        return True
