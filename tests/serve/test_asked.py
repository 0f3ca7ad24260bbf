"""`paredown serve` as it is asked on the command line: transport, token, control, model."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.project import CANARY, indexed
from tests.serve.test_http import Served, text_of
from tests.serve.test_stdio import Talk, find, hello


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("asked") / "app"
    indexed(root, root.parent / "cache")
    return root


def command(root: Path, *options: str) -> list[str]:
    return ["-m", "paredown.cli", "serve", *options, str(root)]


def asked(root: Path, *options: str, **environment: str) -> str:
    """Return the answer to one search of a server started with `options`."""
    with Talk(*command(root, *options), PAREDOWN_CACHE=str(root.parent / "cache"), **environment) as talk:
        talk.ask(hello())
        said = text_of(talk.ask(find(1, "content label")))
        assert talk.end() == (b"", b"")
        return said


def refused(root: Path, *options: str) -> str:
    environment = {**os.environ, "PAREDOWN_CACHE": str(root.parent / "cache")}
    run = subprocess.run([sys.executable, *command(root, *options)], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)  # fmt: skip
    assert (run.returncode, run.stdout) == (2, "")
    return run.stderr


def test_http_is_served_with_a_token_that_is_made_and_never_told(app: Path) -> None:
    environment = {**os.environ, "PAREDOWN_CACHE": str(app.parent / "cache")}
    line = [sys.executable, *command(app, "--transport", "http", "--port", "0")]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr
    told = [process.stderr.readline(), process.stderr.readline()]
    kept = app.parent / "cache/http-token"
    assert str(kept) in told[0]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    token = kept.read_text().strip()
    assert token not in "".join(told)
    served = Served(int(told[1].rpartition(":")[2].partition("/")[0]), token, process)
    assert "mime.getType(" in text_of(served.post(find(1, "content label"))[1])
    assert served.post(find(1, "content label"), Authorization="Bearer x")[0] == 401
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (0, "", "")


def test_the_default_says_no_prose_and_quoted_says_it_between_marks(app: Path) -> None:
    assert CANARY not in asked(app)
    said = asked(app, "--control", "quoted").splitlines()
    mark = said[1].split()[4]
    assert said[4] == f"{mark}{f'Look up a content label. {CANARY} must never arrive.'.replace(' ', mark)}{mark}"
    assert "getType" not in asked(app, "--control", "names-only").split("function mime.getType")[-1]


def test_a_model_is_a_command_that_reads_the_prompt(app: Path, tmp_path: Path) -> None:
    script = tmp_path / "model.py"
    script.write_text(f"import sys; assert '{CANARY}' in sys.stdin.read(); print('Looks up a label.')", "utf-8")
    model = f"{sys.executable} {script}"
    said = asked(app, "--control", "paraphrased", "--model-command", model)
    assert said.splitlines()[-1] == "≈ Looks up a label."
    assert CANARY not in said
    script.write_text('print(\'{"nullable": true, "throws": ["Mime", "zq"]}\')', "utf-8")
    said = asked(app, "--control", "closed-schema", PAREDOWN_MODEL_COMMAND=model)
    assert said.splitlines()[-1] == "⊢ may be null · throws mime.Mime"


def test_a_slow_model_does_not_hold_up_another_call(app: Path, tmp_path: Path) -> None:
    script = tmp_path / "model.py"
    script.write_text("import time; time.sleep(3)", "utf-8")
    options = ("--control", "paraphrased", "--model-command", f"{sys.executable} {script}")
    with Talk(*command(app, *options), PAREDOWN_CACHE=str(app.parent / "cache")) as talk:
        talk.ask(hello())
        talk.say(find(1, "content label"))
        talk.say({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "surface", "arguments": {}}})
        assert [talk.hear()["id"], talk.hear()["id"]] == [2, 1]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--control", "qouted"), "no such control; the nearest is 'quoted'"),
        (("--control", "paraphrased"), "this control asks a model"),
        (("--control", "paraphrased", "--model-shape", "openai", "--model", "m", "--model-url", "file:///etc"), "http"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(app: Path, options: tuple[str, ...], why: str) -> None:
    said = refused(app, *options)
    assert why in said
    assert len(said.splitlines()) == 1


def test_a_folder_without_an_index_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    assert "run `paredown index`" in refused(tmp_path / "app")
