from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ESCAPE = "\x1b[31m\u202e"


class Project:
    """A folder with an npm project whose packages are installed, and the command line run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache = root.parent / "cache"
        root.mkdir()

    def npm(self, **packages: str) -> Project:
        """Install `packages`, a name and its declarations each."""
        names = dict.fromkeys(packages, "1.0.0")
        self.write("package.json", {"name": "app", "version": "1.0.0", "dependencies": names})
        locked = {f"node_modules/{name}": {"version": "1.0.0"} for name in packages}
        self.write(
            "package-lock.json",
            {"lockfileVersion": 3, "packages": {"": {"name": "app", "dependencies": names}, **locked}},
        )
        for name, types in packages.items():
            self.write(f"node_modules/{name}/package.json", {"name": name, "version": "1.0.0", "types": "index.d.ts"})
            self.write(f"node_modules/{name}/index.d.ts", types)
        return self

    def write(self, name: str, content: object) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if k != "VIRTUAL_ENV"} | {"PAREDOWN_CACHE": str(self.cache)}
        command = [sys.executable, "-m", "paredown.cli", *arguments]
        return subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)

    def index(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run("index", "--offline", *arguments)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "app")


MIME = "export declare function getType(path: string): string | null;\n"


def test_index_then_find_then_show(project: Project) -> None:
    project.npm(mime=MIME)
    indexed = project.index()
    assert (indexed.returncode, indexed.stderr) == (0, "")
    assert "100 % of the entries reach your agent" in indexed.stdout
    assert "mime.getType(path: string): string | null" in project.run("find", "get a type").stdout
    assert "mime.getType(path: string)" in project.run("show", "mime.getType").stdout


def test_json_keeps_its_contract(project: Project) -> None:
    project.npm(mime=MIME)
    told = json.loads(project.index("--json").stdout)
    assert {"ledger", "unread", "unresolved", "index", "lock_digest"} <= told.keys()
    assert [step["step"] for step in told["ledger"]] == ["harvest", "dedupe", "declared", "usable", "bounds"]
    assert {"step", "entries", "artifacts", "publishers", "seconds"} <= told["ledger"][0].keys()
    assert Path(told["index"]).is_file()
    found = json.loads(project.run("find", "type", "--json").stdout)
    assert found["cards"][0] == {
        "symbol": "mime.getType",
        "kind": "function",
        "signature": "getType(path: string): string | null",
        "artifact": "pkg:npm/mime@1.0.0",
        "import": "mime",
        "deprecated": False,
    }


def test_an_unchanged_project_is_not_read_again_and_a_changed_lock_file_is(project: Project) -> None:
    project.npm(mime=MIME)
    project.index()
    project.write("node_modules/mime/index.d.ts", MIME.replace("getType", "getOther"))
    again = project.index()
    assert "unchanged since" in again.stderr
    assert "getOther" not in project.run("find", "other").stdout
    project.npm(mime=MIME.replace("getType", "getOther"), extra="export declare const n: number;\n")
    assert "unchanged" not in project.index().stderr
    assert "getOther" in project.run("find", "other").stdout


def test_settings_that_change_the_index_count_as_a_change(project: Project) -> None:
    project.npm(mime=MIME)
    project.index()
    assert "unchanged" not in project.index("--scope", "all").stderr
    assert "unchanged" in project.index("--scope", "all").stderr


def test_a_missing_package_is_listed_with_its_reason_and_the_rest_is_served(project: Project) -> None:
    project.npm(mime=MIME, gone=MIME)
    for name in ("index.d.ts", "package.json"):
        (project.root / "node_modules/gone" / name).unlink()
    (project.root / "node_modules/gone").rmdir()
    indexed = project.index()
    assert indexed.returncode == 0
    assert "1 artifact not read in full" in indexed.stdout
    assert "pkg:npm/gone@1.0.0" in project.run("report", "--unread").stdout
    assert "mime.getType" in project.run("find", "type").stdout


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("package-lock.json", {"lockfileVersion": 99, "packages": {}}, "lockfileVersion that paredown does not know"),
        ("package-lock.json", {"lockfileVersion": 1, "dependencies": {}}, "lockfileVersion 1"),
        ("package-lock.json", "{ not json", "JSON"),
        ("package.json", "[]", "package.json"),
    ],
)
def test_an_input_that_cannot_be_understood_is_named_with_the_reason(
    project: Project, name: str, content: object, reason: str
) -> None:
    project.npm(mime=MIME)
    project.write(name, content)
    run = project.index()
    assert run.returncode == 2
    assert run.stderr.startswith("paredown: ")
    assert name in run.stderr
    assert reason in run.stderr
    assert "Traceback" not in run.stderr


def test_an_index_stays_whole_when_the_next_run_fails(project: Project) -> None:
    project.npm(mime=MIME)
    project.index()
    before = (project.root / ".paredown/index.sqlite").read_bytes()
    project.write("package-lock.json", "{ broken")
    assert project.index().returncode == 2
    assert (project.root / ".paredown/index.sqlite").read_bytes() == before
    assert "mime.getType" in project.run("find", "type").stdout


def test_an_index_is_kept_when_nothing_is_at_hand_any_more(project: Project) -> None:
    project.npm(mime=MIME)
    project.index()
    shutil.rmtree(project.root / "node_modules")
    run = project.index("--refresh")
    assert (run.returncode, "is kept" in run.stderr) == (2, True)
    assert "mime.getType" in project.run("find", "type").stdout


def test_a_folder_without_a_manifest_says_so(project: Project) -> None:
    run = project.index()
    assert (run.returncode, "holds no manifest" in run.stderr) == (2, True)


def test_a_second_run_at_the_same_time_is_told_to_wait(project: Project) -> None:
    project.npm(mime=MIME)
    (project.root / ".paredown").mkdir()
    with (project.root / ".paredown/lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = project.index()
    assert (run.returncode, "another `paredown index`" in run.stderr) == (2, True)
    assert project.index().returncode == 0


def test_a_project_folder_that_takes_no_index_is_named(project: Project) -> None:
    project.npm(mime=MIME)
    project.write(".paredown", "a file where the folder should be")
    run = project.index()
    assert (run.returncode, ".paredown" in run.stderr) == (2, True)


def test_find_and_show_without_an_index_say_what_to_run(project: Project) -> None:
    for command in (("find", "x"), ("show", "x"), ("report",), ("serve",)):
        run = project.run(*command)
        assert (run.returncode, "paredown index" in run.stderr) == (2, True)


def test_an_unknown_symbol_is_not_guessed_and_exits_with_one(project: Project) -> None:
    project.npm(mime=MIME)
    project.index()
    run = project.run("show", "mime.getTipe")
    assert run.returncode == 1
    assert "not in the declared surface" in run.stdout


def test_an_unknown_configuration_key_names_the_nearest_known_one(project: Project) -> None:
    project.npm(mime=MIME)
    project.write("paredown.toml", 'scop = "all"\n')
    run = project.index()
    assert (run.returncode, "'scope'" in run.stderr) == (2, True)


def test_the_command_line_wins_over_the_configuration(project: Project) -> None:
    project.npm(mime=MIME)
    project.write("paredown.toml", 'scope = "all"\n')
    steps = [step["step"] for step in json.loads(project.index("--json").stdout)["ledger"]]
    assert "declared" not in steps
    steps = [step["step"] for step in json.loads(project.index("--json", "--scope", "declared").stdout)["ledger"]]
    assert "declared" in steps


def test_nothing_that_drives_a_terminal_is_ever_printed(project: Project) -> None:
    project.npm(mime=MIME)
    project.write(
        "node_modules/mime/index.d.ts",
        f'export * from "./{ESCAPE}";\nexport interface A {{ "{ESCAPE}x": string }}\n{MIME}',
    )
    runs = [
        project.index(),
        project.run("report"),
        project.run("show", "mime.A"),
        project.run("report", "--format", "html"),
    ]
    for run in runs:
        assert "\x1b" not in run.stdout + run.stderr
        assert "\u202e" not in run.stdout + run.stderr


def test_an_html_report_escapes_names_and_asks_for_nothing(project: Project) -> None:
    project.npm(mime=MIME)
    project.write("package.json", {"name": "app", "dependencies": {"mime": "1", "<script>": "1"}})
    project.index()
    page = project.run("report", "--format", "html").stdout
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    out = project.run("report", "--format", "html", "-o", "report.html")
    assert (out.returncode, (project.root / "report.html").is_file()) == (0, True)


def test_a_reader_that_goes_away_is_no_error(project: Project) -> None:
    project.npm(mime=MIME)
    project.index()
    command = f"{sys.executable} -m paredown.cli report --format html | head -c 1"
    ran = subprocess.run(["bash", "-c", command], cwd=project.root, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
