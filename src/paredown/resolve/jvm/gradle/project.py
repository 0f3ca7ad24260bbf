"""A Gradle project -> the libraries of its graph: locked or listed where they are, else resolved as Gradle would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paredown.resolve.jvm.coordinates import Coordinates, Module, exact
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.gradle.build import SPRING_BOM, Said, read_build
from paredown.resolve.jvm.gradle.configurations import Use
from paredown.resolve.jvm.gradle.descriptors import Descriptors
from paredown.resolve.jvm.gradle.locks import Locked, kept, read_listing, read_lock
from paredown.resolve.jvm.gradle.mediate import Node, Rules, mediate
from paredown.resolve.jvm.gradle.members import listings, lock_files, read_layout
from paredown.resolve.jvm.gradle.notation import KOTLIN
from paredown.resolve.jvm.gradle.scripts import Declared
from paredown.resolve.jvm.gradle.settle import settle
from paredown.resolve.jvm.gradle.wanted import Platform, Rich, Wanted
from paredown.resolve.jvm.maven.model import Models
from paredown.resolve.jvm.maven.poms import Poms
from paredown.resolve.jvm.maven.profiles import Circumstances
from paredown.resolve.jvm.reached import Id, Library, Reached, merge
from paredown.resolve.jvm.reading import ProjectFile
from paredown.resolve.jvm.stores import Stores

GRADLE = Circumstances(jdk="")
NOT_LISTED = "is listed without a version, and nothing that the scripts name leads to it"
KOTLIN_LIBRARY = Module(KOTLIN, "kotlin-stdlib")
"""What Kotlin's plugin adds to what a project names."""
