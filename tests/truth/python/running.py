"""What a distribution has when it runs: one line of JSON on standard output, after `@@`.

usage: PYTHON running.py < request.json

This IMPORTS the distribution, in a process and an interpreter of its own: it is an oracle, for packages that were
installed to be run, and it needs nothing but the standard library. The request is {"modules": [name], "listed":
[[module, name, …]]}; the answer {"failed": [module], "claims": [{"member", "paths", "home"}], "there": [bool]}, where
a claim is one object under one name, with every path it has, and the module that it says it is from; `there` says of
each listed path whether it leads anywhere.

Claims are what a module lists in `__all__`; of a module without it, the classes and functions that it defines, and
those from below a package that the package itself binds. The members of a class are what its own body bound.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import enum
import importlib
import inspect
import io
import json
import os
import sys
import textwrap
import types
import typing
import warnings

MISSING = object()
OWNED = (type, types.FunctionType, types.BuiltinFunctionType)
"""What says which module it is from. A lazy object wakes up when its class is asked for: `type` does not ask it."""
KEPT = ("__init__", "__call__")


def main() -> None:
    request = json.load(sys.stdin)
    warnings.simplefilter("ignore")
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what libraries print is no answer
    with contextlib.suppress(Exception):
        from django.conf import settings

        settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"])
        import django

        django.setup()
    loaded: dict[str, types.ModuleType] = {}
    for name in request["modules"]:
        with contextlib.redirect_stderr(io.StringIO()):
            try:
                loaded[name] = importlib.import_module(name)
            except BaseException:  # a module may exit, skip its test, or refuse the platform
                continue
    answer = {
        "failed": [name for name in request["modules"] if name not in loaded],
        "claims": claims(loaded),
        "there": [there(loaded, path) for path in request["listed"]],
    }
    os.write(out, f"\n@@{json.dumps(answer)}\n".encode())
    os._exit(0)


def claims(loaded: dict[str, types.ModuleType]) -> list[dict[str, object]]:
    found: dict[tuple[int, str], object] = {}
    paths: dict[tuple[int, str], list[list[str]]] = {}
    for module, loaded_module in loaded.items():
        for name, value in public(module, loaded_module):
            found.setdefault((id(value), name), value)
            paths.setdefault((id(value), name), []).append([module, name])
    for module, loaded_module in loaded.items():
        for name, value in list(vars(loaded_module).items()):
            if (id(value), name) in found:
                paths.setdefault((id(value), name), []).append([module, name])
    result: list[dict[str, object]] = []
    members: dict[tuple[int, str], list[list[str]]] = {}
    homes: dict[tuple[int, str], str] = {}
    for key, value in found.items():
        home = home_of(value)
        at = paths[key]
        result.append({"member": False, "paths": at, "home": home})
        for name in bound(value) if issubclass(type(value), type) else ():
            members.setdefault((id(value), name), []).extend([*path, name] for path in at)
            homes[id(value), name] = home
    return result + [{"member": True, "paths": at, "home": homes[key]} for key, at in members.items()]


def public(module: str, loaded: types.ModuleType) -> list[tuple[str, object]]:
    top = module.partition(".")[0]
    names = getattr(loaded, "__all__", None)
    if isinstance(names, list | tuple | set):
        given = []
        for name in names:
            with contextlib.suppress(Exception):
                given.append((name, getattr(loaded, name, MISSING)))
        return [(n, v) for n, v in given if v is not MISSING and not issubclass(type(v), types.ModuleType)]
    found = []
    for name, value in list(vars(loaded).items()):
        if name.startswith("_") or not issubclass(type(value), OWNED):
            continue
        home = home_of(value)
        below = hasattr(loaded, "__path__") and (home == module or home.startswith(module + "."))
        if home == module or (below and home.partition(".")[0] == top):
            found.append((name, value))
    return found


def home_of(value: object) -> str:
    """Return the module that a value says it is from; a lazy one may refuse to answer."""
    try:
        return str(getattr(value, "__module__", None) or "")
    except Exception:
        return ""


def bound(cls: type) -> list[str]:
    """Return what the body of a class binds; `__slots__` are of instances, and inherited keys are not its own."""
    annotated = dict(vars(cls).get("__annotations__", {}))
    if typing.is_typeddict(cls):
        annotated = {name: None for name in annotated if name in annotated_in_source(cls)}
    plain = {n: v for n, v in vars(cls).items() if not isinstance(v, types.MemberDescriptorType) or n in annotated}
    own = {**plain, **annotated}
    if isinstance(cls, enum.EnumMeta):
        own |= dict.fromkeys(cls.__members__)
    kept = KEPT if written(vars(cls).get("__init__"), cls) else KEPT[1:]
    return [name for name in own if not name.startswith("_") or name in kept]


def annotated_in_source(cls: type) -> set[str]:
    """Return the names that the body of a class annotates: a `TypedDict` does not tell its own from others'."""
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return set()
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    return {s.target.id for s in body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)}


def written(value: object, cls: type) -> bool:
    """Whether a function stands in the file of its class, rather than made by a decorator or by `typing`."""
    code = getattr(typing.cast(typing.Any, value), "__code__", None)
    home = sys.modules.get(cls.__module__)
    return code is not None and home is not None and code.co_filename == getattr(home, "__file__", None)


def there(loaded: dict[str, types.ModuleType], path: list[str]) -> bool:
    module, *names = path
    value: object = loaded.get(module, MISSING)
    for at, name in enumerate(names):
        owner = value
        try:
            value = getattr(owner, name, MISSING)
        except Exception:
            value = None  # it is there, and does not work here
        if value is not MISSING:
            continue
        return at == len(names) - 1 and issubclass(type(owner), type) and declared(owner, name)
    return value is not MISSING


def declared(cls: type, name: str) -> bool:
    """Whether instances of a class have `name`, as far as the class says so."""
    for base in cls.__mro__:
        if name in vars(base).get("__annotations__", {}) or name in vars(base):
            return True
        fields = [
            vars(base).get(each) or () for each in ("model_fields", "__pydantic_fields__", "__attrs_attrs__", "_fields")
        ]
        if any(name in (getattr(field, "name", field) for field in of) for of in fields):
            return True
        if dataclasses.is_dataclass(base) and name in {field.name for field in dataclasses.fields(base)}:
            return True
    return False


if __name__ == "__main__":
    main()
