"""Programs that agents run -> what their words are: files that are read, code, patterns, questions to a registry."""

from __future__ import annotations

import re
import sys


def named(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())


SILENT = named(
    """
    rm rmdir mkdir touch chmod chown chgrp ln test [ [[ stat du df wc md5 md5sum sha1sum sha256sum sha512sum
    shasum cksum realpath readlink dirname basename which whereis type hash export unset set source . kill sleep
    true false : cd pushd popd pwd tee trap umask alias unalias local declare typeset readonly read shift return
    exit wait jobs
    """
)
"""Programs that print nothing of a file's content, or a number."""
BUILDERS = named(
    """
    corepack lerna nx turbo rush make cmake ninja bazel gradle gradlew mvn mvnw sbt ant tsc tsup esbuild vite
    webpack rollup parcel swc babel sass lessc postcss tailwindcss protoc gcc g++ cc c++ clang clang++ ld rustc
    eslint prettier biome oxlint stylelint jest vitest mocha ava c8 nyc playwright cypress pytest tox nox mypy
    pyright ruff black isort flake8 pylint pre-commit docker podman docker-compose kubectl helm terraform aws
    gcloud az gh cargo rustup go swift swiftc xcodebuild xcrun pod carthage kotlinc kotlin javac scala scalac
    virtualenv venv nvm fnm volta asdf mise direnv paredown actionlint shellcheck act serverless next nuxt astro
    svelte-kit ng vue-cli-service react-scripts remix expo metro wrangler vercel netlify firebase prisma
    drizzle-kit
    """
)
"""Programs that take dependency trees as input of their work. What they print is an open door (docs/connect.md)."""
PRINTERS = frozenset({"echo", "printf"})
LISTERS = frozenset({"ls", "dir", "vdir", "exa", "eza", "lsd", "tree", "find", "fd", "fdfind"})
SEARCHERS = frozenset({"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ugrep", "ggrep"})
KEEPS_OUT_IGNORED = frozenset({"rg", "ag", "ack", "fd", "fdfind"})
"""Searchers that leave out what `.gitignore` names, and hidden folders, unless told otherwise."""
SCRIPTED = frozenset({"sed", "gsed", "awk", "gawk", "mawk", "nawk", "jq", "yq", "perl"})
"""Programs whose first word is a script, unless an option gave it."""
INTERPRETERS = re.compile(
    r"(?:python|pypy)[\d.]*|ipython\d?|node|nodejs|deno|bun|tsx|ts-node|ruby|php|osascript|java|groovy"
)
RUNS = frozenset({"run", "exec", "x", "dlx", "--"})
"""Sub-commands of package managers that run the program in the words behind them."""
MANAGERS = named("npm pnpm yarn bun pip pip3 pipx uv uvx poetry pdm hatch pipenv conda mamba rye")
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "fish", "ash"})
PREFIXES = named(
    """
    env sudo doas time nice ionice nohup timeout gtimeout stdbuf setsid unbuffer command builtin exec xargs
    parallel caffeinate chronic watch busybox
    """
)
"""Programs that run the program in their words."""
TAKES_VALUE = {
    "env": {"-u", "-C", "--unset", "--chdir"},
    "sudo": {"-u", "-g", "-h", "-p"},
    "timeout": {"-s", "-k", "--signal", "--kill-after"},
    "nice": {"-n"},
    "xargs": {"-I", "-n", "-P", "-L", "-d", "-s", "-E", "-a", "--max-args", "--max-procs", "--delimiter"},
    "grep": {"-e", "-f", "-m", "-A", "-B", "-C", "-d", "-D", "--color", "--include", "--exclude", "--exclude-dir"},
    "rg": {"-e", "-f", "-g", "-t", "-T", "-m", "-A", "-B", "-C", "-j", "-d", "-r", "-M", "-E", "--glob", "--iglob",
           "--type", "--type-not", "--max-depth", "--max-count", "--context", "--replace", "--regexp", "--file"},
    "sed": {"-e", "-f", "-l"},
    "awk": {"-F", "-v", "-f"},
    "jq": {"--arg", "--argjson", "--indent", "-f"},
    "ls": {"-I", "-w", "--ignore"},
    "tree": {"-I", "-P", "-L", "-o"},
    "fd": {"-E", "-e", "-t", "-d", "-x", "-X", "--exclude", "--extension", "--type", "--max-depth"},
    "node": {"-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions"},
    "python": {"-W", "-X"},
    "java": {"-cp", "-classpath", "--class-path", "-p", "--module-path", "-jar", "--add-modules", "--add-opens"},
    "head": {"-n", "-c"},
    "tail": {"-n", "-c"},
    "conda": {"-n", "-p", "--name", "--prefix"},
    "mamba": {"-n", "-p", "--name", "--prefix"},
    "npm": {"--prefix", "-w", "--workspace", "--registry", "-C"},
    "pnpm": {"-C", "--dir", "--filter", "-F"},
    "yarn": {"--cwd"},
    "perl": {"-e", "-E", "-ne", "-pe", "-lne", "-lpe", "-i"},
    "find": set(),
    "git": {"-C", "-c", "--git-dir", "--work-tree"},
}  # fmt: skip
"""Options that are followed by a value, which is no file to be read, where the program has any that matter here."""
LEAVES_OUT = re.compile(r"-{1,2}(?:exclude|ignore|skip|prune|not-?match)[\w-]*(?:=.*)?", re.DOTALL)
GIT_SHOWS = frozenset(
    {"show", "diff", "log", "blame", "annotate", "grep", "cat-file", "archive", "whatchanged", "apply"}
)
ARCHIVERS = frozenset(
    {"unzip", "zipinfo", "zipgrep", "funzip", "jar", "javap", "jdeps", "bsdtar", "7z", "7za", "zcat", "cfr"}
)
ARCHIVE = re.compile(r"\.(?:jar|aar|whl|egg|klib)(?:$|[:!])", re.IGNORECASE)
OWN_OUTPUT = frozenset({"build", "target", "dist", "out"})
"""Folders in which a project's own archives are written."""
BUNDLED = dict.fromkeys(SEARCHERS, TAKES_VALUE["grep"]) | {"gawk": TAKES_VALUE["awk"], "gsed": TAKES_VALUE["sed"]}

REGISTRY: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(program), re.compile(words))
    for program, words in (
        (r"npm", r"(?:view|info|show|v|docs|home|bugs|repo|search|s|se|find|diff|explore|pack \S.*)(?: .*)?"),
        (r"pnpm", r"(?:view|info|show|v|docs|home|search|pack \S.*)(?: .*)?"),
        (r"yarn", r"(?:info|npm info|search)(?: .*)?"),
        (r"bun", r"(?:info|pm view)(?: .*)?"),
        (r"pip[\d.]*", r"(?:show|search|inspect)(?: .*)?"),
        (r"uv", r"pip show(?: .*)?"),
        (r"poetry|pdm", r"(?:show(?! --tree)|search)(?: .*)?"),
        (r"conda|mamba", r"(?:search|repoquery)(?: .*)?"),
        (r"mvnw?", r"(?:.* )?(?:help:describe|dependency:unpack\S*)(?: .*)?"),
        (r"pydoc[\d.]*", r".*"),
    )
)
"""Programs and sub-commands that print what publishers wrote about their packages."""

TALKS = re.compile(
    r"\bhelp\s*\(|__doc__|\bgetsource\w*|\bgetdoc\b|\bpydoc\b|\bgetcomments\b|\bget_data\s*\(|importlib\.resources"
    r"|\bmetadata\s*\(|\bdistribution\s*\(|\bget_payload\b|\w\?+\s*$"
    r"|\.__file__|\bgetfile\b|\bgetsourcefile\b|\bfind_spec\b"
)
"""Code that prints documentation or source, or says where it lies."""
RESOLVES = re.compile(r"(?:require|import\.meta)\.resolve")
AT_ONCE = re.compile(r"\bpydoc\b|\bmetadata\s*\(|\bdistribution\s*\(|__import__|import_module")
"""Of such code, what is about installed packages whatever it imports."""
OPENS_FILES = re.compile(r"getline|\bopen\b|<")
"""A script of `awk` or `perl` that reads files of its own."""
TALKED_OF = re.compile(r"(?:\bhelp\s*\(\s*['\"]|^\s*)([A-Za-z_]\w*)(?=[\w.]*(?:['\"]|\?+\s*$))")
IMPORTS = re.compile(r"(?:^|[;\s])(?:from|import)\s+([A-Za-z_][\w.]*(?:\s*,\s*[A-Za-z_][\w.]*)*)")


def is_interactive(program: str, words: list[str]) -> bool:
    """Whether the program would read what it does from a terminal."""
    reads = program in SHELLS or (
        INTERPRETERS.fullmatch(program) is not None and program not in ("java", "deno", "bun")
    )
    return reads and not [word for word in words if not re.fullmatch(r"-[il]+|--login|--interactive|-q", word)]


def asks_registry(program: str, words: str) -> bool:
    """Whether the program, with these words (options left out), prints what publishers wrote."""
    return any(named.fullmatch(program) and asked.fullmatch(words) for named, asked in REGISTRY)


def imported(code: str) -> set[str]:
    """Return the top-level names that Python code imports or asks help for, those of Python itself left out."""
    names = {name.strip().partition(".")[0] for found in IMPORTS.findall(code) for name in found.split(",")}
    return (names | set(TALKED_OF.findall(code))) - sys.stdlib_module_names


def values_of(program: str) -> set[str]:
    """Return the options of a program that are followed by a value."""
    for name in (program, re.sub(r"[\d.]+$", "", program)):
        if name in TAKES_VALUE:
            return TAKES_VALUE[name]
        if name in BUNDLED:
            return BUNDLED[name]
    return set()
