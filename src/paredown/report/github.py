"""What the gate found -> the workflow commands that GitHub shows as annotations of a file."""

from __future__ import annotations

from collections.abc import Mapping

from paredown.report.checked import Checked, counted, per_rule

IN_MESSAGE: Mapping[int, str] = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY: Mapping[int, str] = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def github(checked: Checked) -> str:
    """Return an error for each breach and one line that sums them up; nothing in a name can end a command."""
    lines = []
    for remark in checked.breaches:
        file, title = (text.translate(IN_PROPERTY) for text in (remark.place.path, f"paredown: {remark.rule}"))
        message = f"{remark.name} {remark.version}: {remark.sentence}".translate(IN_MESSAGE)
        lines.append(f"::error file={file},line={remark.place.line},title={title}::{message}")
    told = f"{counted(len(checked.breaches), 'breach')} in {checked.counts.entries:,} entries"
    lines.append(told + (f": {per_rule(checked.breaches)}" if checked.breaches else ""))
    return "\n".join(lines)
