"""What Kotlin sources declare, and a `.api` dump of the binary-compatibility validator, in terms that both can say.

A dump lists what the virtual machine sees, a source what somebody wrote. They meet at the member: its class, the name
that the virtual machine calls it by, and how many things it takes. Types are left out: a dump's are erased and resolved,
which takes a compiler.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from truth.kotlin.dumps import read_first_lines, read_lines

from paredown.harvest.jvm.sources.written import Sort, Written
from paredown.model import Kind

PARAMETER = re.compile(r"\[*(?:L[^;]+;|[A-Z])")
HASH = re.compile(r"-[A-Za-z0-9_-]{7}\Z")
"""What keeps two functions apart whose parameters are value classes."""
BODIES = "$DefaultImpls"
SERIALIZER = "serializer ()Lkotlinx/serialization/KSerializer;"
VALUE_OF = ("valueOf", "(Ljava/lang/String;)")
REFUSED = frozenset(
    """add addAll addFirst addLast clear compute computeIfAbsent computeIfPresent merge put putAll putIfAbsent remove
    removeAll removeFirst removeIf removeLast replace replaceAll retainAll set sort toArray""".split()  # noqa: SIM905
)
"""What Java's collections can do and Kotlin's read-only ones refuse: the compiler writes it."""
SEEN_BY_JAVA = frozenset(
    "contains containsKey containsValue entrySet get indexOf keySet lastIndexOf size values".split()  # noqa: SIM905
)
"""What Java calls a member that Kotlin calls by another name, or takes an object of any class."""
WRITE = re.compile(r"(?:private|internal) set\b")


class Member(NamedTuple):
    """A member of a class, or the class itself when `name` is empty; a field takes -1 things."""

    owner: str
    name: str = ""
    takes: int = 0


class Dump(NamedTuple):
    """A dump in these terms.

    `members` are what somebody may have written, `made` counts the lines that nobody did, by reason, and `handed_down`
    are members whose body an interface has, which the compiler repeats in each class that does not write its own.
    """

    members: Counter[Member]
    made: Counter[str]
    handed_down: frozenset[Member]


def of_dump(path: Path) -> Dump:
    """Return what a dump lists, told apart by who wrote it."""
    classes = read_first_lines(path)
    lines: dict[str, list[str]] = {owner: [] for owner in classes}
    for line in read_lines(path):
        if line.text:
            lines[line.owner].append(line.text)
    above = {owner: _above(owner, classes) for owner in classes}
    found: Counter[Member] = Counter()
    made: Counter[str] = Counter()
    for owner, texts in lines.items():
        why = _made_class(owner, classes[owner], texts)
        if why:
            made[why] += 1
        else:
            found[Member(owner)] += 1
        for text in texts:
            *words, name, descriptor = text.split(" ")
            why = _made(owner, words, name, descriptor, above[owner])
            if why:
                made[why] += 1
            else:
                found[_member(owner, words, name, descriptor)] += 1
    bodies = {
        (owner.removesuffix(BODIES), member.name, member.takes - 1)
        for owner, texts in lines.items()
        if owner.endswith(BODIES)
        for member in (_member(owner, *_parts(text)) for text in texts)
    }
    handed = {Member(o, name, n) for o in classes for interface, name, n in bodies if interface in above[o]}
    return Dump(found, made, frozenset(handed))


def _parts(text: str) -> tuple[list[str], str, str]:
    *words, name, descriptor = text.split(" ")
    return words, name, descriptor


def _above(owner: str, classes: dict[str, str]) -> set[str]:
    """Return every class above one, as far as the dump has them."""
    found: set[str] = set()
    todo = [owner]
    while todo:
        for parent in classes.get(todo.pop(), "").partition(" : ")[2].split(", "):
            if parent and parent not in found:
                found.add(parent)
                todo.append(parent)
    return found


def _made_class(owner: str, first: str, texts: Sequence[str]) -> str:
    """Return why nobody wrote a class, or nothing."""
    if owner.endswith(BODIES):
        return "bodies of an interface's functions"
    if owner.endswith("$$serializer") or (owner.endswith("$Impl") and "synthetic" in first):
        return "of a compiler plugin"
    if owner.endswith("$Companion") and all(SERIALIZER in text for text in texts):
        return "of a compiler plugin"
    functions = [text for text in texts if " fun " in text]
    if " : " not in first and all(" static " in text for text in texts) and (functions or owner.endswith("Kt")):
        return "class of a file"
    return ""


def _made(owner: str, words: Sequence[str], name: str, descriptor: str, above: set[str]) -> str:
    """Return why nobody wrote a member, or nothing."""
    if "synthetic" in words:
        return "synthetic"
    if owner.endswith(BODIES):
        return "bodies of an interface's functions"
    if owner.endswith(("$$serializer", "$Impl")) or f"{name} {descriptor}" == SERIALIZER:
        return "of a compiler plugin"
    if "field" in words and (name in ("INSTANCE", "$stable") or descriptor == f"L{owner}${name};"):
        return "object of a class"
    if "java/lang/Enum" in above and (name in ("values", "getEntries") or (name, descriptor[:20]) == VALUE_OF):
        return "of every enum"
    if name in ("box-impl", "unbox-impl", "constructor-impl", "equals-impl", "equals-impl0"):
        return "of a value class"
    read_only = "kotlin/jvm/internal/markers/KMappedMarker" in above or "kotlin/collections/AbstractList" in above
    if read_only and (name in REFUSED or ("final" in words and name in SEEN_BY_JAVA)):
        return "of a read-only collection, for Java"
    return ""


def _member(owner: str, words: Sequence[str], name: str, descriptor: str) -> Member:
    if "field" in words:
        return Member(owner, name, -1)
    takes = len(PARAMETER.findall(descriptor.partition(")")[0]))
    if name.endswith("-impl"):
        return Member(owner, name.removesuffix("-impl"), takes - 1)
    return Member(owner, HASH.sub("", name), takes)


def of_sources(written: Iterable[Written]) -> Counter[Member]:
    """Return the members that the virtual machine sees of what was written."""
    listed = list(written)
    classes = {one.owner: one for one in listed if one.sort is Sort.TYPE and not one.name}
    found: Counter[Member] = Counter()
    for one in listed:
        if one.sort is Sort.TYPE:
            found.update([Member(one.owner)] if not one.name else [])
        elif one.sort is Sort.CALL:
            found.update(_called(one, classes))
        else:
            found.update(_value(one, classes))
    return found


def _mark(one: Written, name: str) -> str | None:
    return next((mark.partition(" ")[2] for mark in one.marks if mark.split()[0] == name), None)


def _words(one: Written) -> list[str]:
    return one.signature.partition("(")[0].split()[:-1]


def _called(one: Written, classes: dict[str, Written]) -> list[Member]:
    if "reified " in one.signature.partition("(")[0] or _mark(one, "JvmSynthetic") is not None:
        return []
    contexts = one.signature.rpartition(" context(")[2].count(":") if " context(" in one.signature else 0
    takes = len(one.types) + contexts + ("suspend" in _words(one))
    of = classes.get(one.owner)
    head = of.signature if of else ""
    if one.kind is Kind.CONSTRUCTOR:
        if re.match(r"(?:\w+ )*(?:sealed|value|annotation) ", head) and "interface" not in head.split()[:3]:
            return []
        return [Member(one.owner, "<init>", takes), *_overloads(one, "<init>", takes)]
    name = _mark(one, "JvmName") or one.name
    members = [Member(one.holder, name, takes), *_overloads(one, name, takes)]
    if _mark(one, "JvmStatic") is not None and of and "companion object " in head:
        members += [member._replace(owner=one.owner.rpartition("$")[0]) for member in members]
    return members


def _overloads(one: Written, name: str, takes: int) -> list[Member]:
    """Return what the compiler makes for callers of other languages, who cannot leave an argument out."""
    defaults = one.signature.count("= …")
    if _mark(one, "JvmOverloads") is not None:
        return [Member(one.holder, name, takes - left) for left in range(1, defaults + 1)]
    if name == "<init>" and defaults and defaults == len(one.types) and "protected" not in _words(one):
        return [Member(one.owner, name, 0)]
    return []


def _value(one: Written, classes: dict[str, Written]) -> list[Member]:
    of = classes.get(one.owner)
    head = of.signature if of else ""
    holder = one.holder or one.owner
    if one.kind is Kind.MEMBER:
        return [Member(holder, one.name, -1)]
    if one.kind is Kind.CONSTANT or _mark(one, "JvmField") is not None:
        outer = holder.rpartition("$")[0]
        companion = "companion object " in head
        interface = companion and outer in classes and classes[outer].kind is Kind.INTERFACE
        places = [outer, holder] if interface else [outer] if companion else [holder]
        return [Member(place, one.name, -1) for place in places]
    if "annotation class " in head:
        return [Member(holder, one.name, 0)]
    stem = one.name if re.match(r"is[^a-z]", one.name) else one.name[:1].upper() + one.name[1:]
    getter = one.name if stem == one.name and one.name.startswith("is") else f"get{stem}"
    takes = len(one.types)
    members = [Member(holder, _mark(one, "JvmName") or getter, takes)]
    if "lateinit" in one.marks and not WRITE.search(one.signature):
        members.append(Member(holder, one.name, -1))
    if "var" in one.signature.partition(":")[0].split() and not WRITE.search(one.signature):
        setter = f"set{stem[2:]}" if getter == one.name else f"set{stem}"
        members.append(Member(holder, setter, takes + 1))
    if _mark(one, "JvmStatic") is not None and "companion object " in head:
        members += [member._replace(owner=one.owner.rpartition("$")[0]) for member in members]
    return members
