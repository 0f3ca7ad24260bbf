"""Print what the protocol's conformance suite says of `paredown serve PROJECT`, every scenario.

python -m tests.live.conformance.table PROJECT [FOLDER FOR THE SUITE]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.live.conformance.suite import APPLY, DO_NOT_APPLY, Suite, served


def main(project: Path, folder: Path) -> None:
    suite = Suite(folder)
    if missing := suite.bring():
        print(missing)
        return
    reasons = {name: why for why, names in DO_NOT_APPLY.items() for name in names}
    print(f"{'scenario':32}{'passed':>7}{'failed':>7}{'warned':>7}   applies")
    with served(project) as port:
        for name in (*APPLY, *reasons):
            outcome = suite.run(port, name)
            print(
                f"{name:32}{outcome.passed:>7}{outcome.failed:>7}{outcome.warned:>7}   {reasons.get(name, 'yes')}",
                flush=True,
            )


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(Path(sys.argv[1]).resolve(), Path(scratch))
