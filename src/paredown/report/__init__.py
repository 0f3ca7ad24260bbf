"""A run's record -> a page: text for a terminal, JSON, or one HTML file."""

from paredown.report.record import Record, Source, Step
from paredown.report.table import gaps, ledger

__all__ = ["Record", "Source", "Step", "gaps", "ledger"]
