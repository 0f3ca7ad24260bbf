"""Sources beside class files: they add what classes do not hold, and never change what there is."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from harvest.jvm.assembler import PUBLIC, STATIC, Made, classes, jar, package
from harvest.jvm.told import told

from paredown.harvest import jvm
from paredown.model import Entry, Files, Form, Kind, Prose, Unread

FIXTURES = Path(__file__).parent / "fixtures"
JAR = FIXTURES / "kotlin.jar"
COUNT = "declarations are in no source file"


def with_sources(classes_: Path, sources: Path) -> list[Entry | Unread]:
    form = Form.FOLDER if sources.is_dir() else Form.ZIP
    return list(jvm.harvest(package(classes_, sources=Files(root=sources, form=form))))


def entries(found: list[Entry | Unread]) -> list[Entry]:
    return [item for item in found if isinstance(item, Entry)]


def said(found: list[Entry | Unread]) -> list[tuple[str, str]]:
    return [(item.path, item.why) for item in found if isinstance(item, Unread)]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A class with overloads whose compiler kept no names, in another order than its source."""
    made = Made("demo/Shop").method("sell", "(Ljava/util/Date;I)V").method("sell", "(Ljava/lang/String;I)V")
    made.method("buy", "([Ljava/lang/String;)I", PUBLIC | STATIC).method("<init>", "(J)V").field_("open", "Z")
    return classes(tmp_path / "shop.jar", made)


SHOP = """
package demo;
/** A shop. */
public class Shop {
    /** Whether it is open. */
    public boolean open;
    public Shop(long seed) {}
    /** Buys. */
    public static int buy(String[] things) { return 0; }
    public void sell(String name, int count) {}
    /** Sells by date. */
    public void sell(java.util.Date when, int count) {}
    public void notCompiled() {}
}
"""


def test_parameters_get_the_names_of_their_source_and_overloads_are_told_apart(shop: Path, tmp_path: Path) -> None:
    found = with_sources(shop, jar(tmp_path / "s.jar", {"demo/Shop.java": SHOP.encode()}))
    assert [e.signature for e in entries(found)] == [
        "class Shop",
        "open: boolean",
        "Shop(long seed)",
        "static buy(String[] things): int",
        "sell(String name, int count): void",
        "sell(Date when, int count): void",
    ]
    assert said(found) == []


def test_doc_comments_come_as_prose_and_stay_with_their_overload(shop: Path, tmp_path: Path) -> None:
    found = entries(with_sources(shop, jar(tmp_path / "s.jar", {"demo/Shop.java": SHOP.encode()})))
    assert [e.prose for e in found] == [
        Prose("A shop."),
        Prose("Whether it is open."),
        Prose(""),
        Prose("Buys."),
        Prose(""),
        Prose("Sells by date."),
    ]


def test_a_source_that_does_not_fit_leaves_the_signature_of_the_class_file_and_is_counted(
    shop: Path, tmp_path: Path
) -> None:
    other = SHOP.replace("Date when, int", "Date when, long").replace("public boolean open", "boolean closed")
    found = with_sources(shop, jar(tmp_path / "s.jar", {"demo/Shop.java": other.encode()}))
    assert "sell(Date, int): void" in [e.signature for e in entries(found)]
    ((path, why),) = said(found)
    assert path == "sources/"
    assert why.startswith(f"2 {COUNT}")


def test_a_class_that_no_source_has_counts_once(shop: Path, tmp_path: Path) -> None:
    found = with_sources(shop, jar(tmp_path / "s.jar", {"demo/Other.java": b"package demo; class Other {}"}))
    assert [e.signature for e in entries(found)] == [e.signature for e in entries(with_sources(shop, tmp_path / "no"))]
    assert f"1 {COUNT}" in said(found)[-1][1]


def test_members_that_a_hidden_parent_declares_get_its_names(tmp_path: Path) -> None:
    base = Made("demo/Base", access=0).method("of", "(I)V", PUBLIC | STATIC)
    path = classes(tmp_path / "a.jar", base, Made("demo/Open", parent="demo/Base"))
    source = b"package demo; class Base { public static void of(int count) {} }"
    found = with_sources(
        path,
        jar(
            tmp_path / "s.jar",
            {"demo/Base.java": source, "demo/Open.java": b"package demo; public class Open extends Base {}"},
        ),
    )
    assert "static of(int count): void" in [e.signature for e in entries(found)]


def test_a_truncated_archive_of_sources_costs_only_what_sources_add(shop: Path, tmp_path: Path) -> None:
    whole = jar(tmp_path / "s.jar", {"demo/Shop.java": SHOP.encode()}).read_bytes()
    (tmp_path / "s.jar").write_bytes(whole[: len(whole) // 2])
    found = with_sources(shop, tmp_path / "s.jar")
    assert len(entries(found)) == 6
    assert said(found) == [("sources/", "is truncated or not a zip file")]


def test_a_file_that_is_no_text_or_too_large_costs_only_itself(shop: Path, tmp_path: Path) -> None:
    files = {
        "demo/Shop.java": SHOP.encode(),
        "demo/A.java": b"\xff\xfe",
        "demo/B.kt": b"\xff",
        "C.kt": b" " * (50 << 20),
    }
    found = with_sources(shop, jar(tmp_path / "s.jar", files))
    assert "sell(String name, int count): void" in [e.signature for e in entries(found)]
    assert [path for path, _ in said(found)] == ["sources/C.kt", "sources/demo/A.java", "sources/demo/B.kt"]


def test_kotlin_declarations_get_the_comments_of_their_source_in_its_order() -> None:
    found = with_sources(JAR, FIXTURES / "kotlin")
    plain = entries(list(jvm.harvest(package(JAR))))
    told_ = entries(found)
    assert sorted((str(e.symbol), e.signature) for e in told_) == sorted((str(e.symbol), e.signature) for e in plain)
    assert sum(bool(e.prose) for e in plain) == 0
    box = next(e for e in told_ if str(e.symbol) == "demo.shapes.Box")
    assert box.prose == Prose("A class with type parameters that vary and are bound.")
    names = [e.symbol.name for e in told_ if e.symbol.parts[1:-1] == ("Sorter",)]
    assert names[:4] == ["sort", "later", "count", "width"]
    assert said(found) == []


def test_sources_alone_tell_what_the_class_files_tell() -> None:
    """All but what only a compiler finds out: five of 138."""
    compiled = {(str(e.symbol), e.kind, e.signature, e.deprecation) for e in entries(list(jvm.harvest(package(JAR))))}
    written = {
        (str(e.symbol), e.kind, e.signature, e.deprecation)
        for e in entries(list(jvm.harvest(package(FIXTURES / "kotlin"))))
    }
    assert {symbol for symbol, *_ in compiled} == {symbol for symbol, *_ in written}
    differ = {symbol for symbol, *_ in compiled - written}
    assert differ == {
        "demo.shapes.Shape.Circle.scaled",  # a class named from within
        "demo.shapes.Shape.Empty.scaledTo",  # what an expression returns
        "demo.shapes.measured",
        "demo.shapes.twice",
        "demo.withdrawn.hiddenGetter",  # an annotation for the getter alone
    }


def test_a_multi_platform_declaration_is_told_once_with_the_comment_that_there_is(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        {
            "commonMain/A.kt": "package a\n/** Reads. */\nexpect fun read(size: Int = 1): String\nexpect class Only",
            "jvmMain/A.kt": 'package a\nactual fun read(size: Int): String = ""',
            "jsMain/A.kt": 'package a\nactual fun read(size: Int): String = ""\nfun onlyThere() {}',
        },
    )
    assert found.lines == ["function a.read | read(size: Int = …): String"]


def test_an_override_is_as_visible_as_what_it_overrides(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        {
            "A.kt": "package a\ninternal abstract class Base {\n  internal abstract fun hidden()\n  protected abstract fun kept()\n"
            "  abstract fun shown()\n}\n",
            "B.kt": "package a\nopen class Open : Base() {\n  override fun hidden() {}\n  override fun kept() {}\n"
            "  override fun shown() {}\n}\nclass Shut : Base() {\n  override fun kept() {}\n  override fun shown() {}\n}\n",
        },
    )
    assert [line for line in found.lines if line.startswith("method")] == [
        "method a.Open.kept | protected open kept()",
        "method a.Open.shown | open shown()",
        "method a.Shut.shown | open shown()",
    ]


def test_what_is_internal_is_told_only_where_it_is_published(tmp_path: Path) -> None:
    text = (
        "internal fun a() {}\n@PublishedApi internal fun b() {}\nprivate fun c() {}\ninternal class D { fun e() {} }\n"
        "@PublishedApi\ninternal class F { fun g() {}\n  internal fun h() {} }"
    )
    assert [e.symbol.name for e in told(tmp_path, {"A.kt": text}).entries] == ["b", "F", "F", "g"]


def test_a_withdrawn_declaration_is_marked_by_its_level(tmp_path: Path) -> None:
    text = (
        '@Deprecated("x")\nfun a() {}\n@Deprecated("level = HIDDEN", level = DeprecationLevel.ERROR)\nfun b() {}\n'
        '@Deprecated("x", ReplaceWith("y()"), DeprecationLevel.HIDDEN) fun c() {}\n'
        '@Deprecated("x")\n@DeprecatedSinceKotlin(warningSince = "1.3", errorSince = "1.6", hiddenSince = "9.0") fun d() {}'
    )
    found = told(tmp_path, {"A.kt": text})
    assert [str(e.deprecation) for e in found.entries] == ["warning", "error", "hidden", "hidden"]


def test_a_comment_with_the_tag_withdraws_a_java_declaration(tmp_path: Path) -> None:
    text = "public class A { /** @deprecated gone */ public int a; @Deprecated(forRemoval = true) public int b; public int c; }"
    found = told(tmp_path, {"A.java": text})
    assert [str(e.deprecation) for e in found.entries if e.kind is Kind.PROPERTY] == ["warning", "removal", "none"]


def test_the_text_of_a_constant_is_no_part_of_its_signature(tmp_path: Path) -> None:
    text = 'object A {\n  const val SECRET: String = "ask the reader"\n}'
    entry = told(tmp_path, {"A.kt": text}).one("A.SECRET")
    assert entry.signature == 'const val SECRET: String = "…"'
    assert entry.constants == (Prose("ask the reader"),)


def test_a_package_of_java_and_kotlin_tells_both(tmp_path: Path) -> None:
    found = told(tmp_path, {"a/J.java": "package a; public interface J {}", "a/K.kt": "package a\ninterface K : J"})
    assert [(str(e.symbol.language), str(e.symbol)) for e in found.entries] == [("java", "a.J"), ("kotlin", "a.K")]


def test_the_module_of_a_jar_is_read_without_a_grammar_when_it_has_no_sources(tmp_path: Path) -> None:
    import subprocess
    import sys

    path = classes(tmp_path / "a.jar", Made("demo/A"))
    code = (
        "import sys; from pathlib import Path; sys.path[:0] = sys.argv[2:]\n"
        "from harvest.jvm.assembler import package; from paredown.harvest import jvm\n"
        "assert list(jvm.harvest(package(Path(sys.argv[1]))))\n"
        "assert not {'tree_sitter', 'tree_sitter_java_orchard', 'ast_grep_py'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(path), str(Path(__file__).parents[2])], check=True)


DEEP = 20_000
HOSTILE = {
    "Braces.java": "public class A { " + "{" * DEEP + "}" * DEEP + " }",
    "Types.java": "public class B { public " + "A<" * DEEP + "X" + ">" * DEEP + " f; }",
    "Classes.java": "".join(f"public class C{n} {{ " for n in range(3000)) + "}" * 3000,
    "Arrays.java": "public class D { public int" + "[]" * DEEP + " f; }",
    "Strings.java": 'public class E { public String s = "' + "x" * 3_000_000 + '"; }',
    "Braces.kt": "fun a() " + "{" * DEEP + "}" * DEEP,
    "Types.kt": "val b: " + "A<" * DEEP + "X" + ">" * DEEP + " = c",
    "Classes.kt": "".join(f"class C{n} {{ " for n in range(3000)) + "}" * 3000,
    "Comments.kt": "/*" * DEEP,
    "Contexts.kt": "context(" * DEEP,
    "Annotations.kt": '@A("' * DEEP,
    "Heads.kt": "class a<" * DEEP,
    "Heads2.kt": "class a /* " * DEEP,
    "Open.java": "/** " * DEEP,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_nesting_is_read_or_said_and_never_fails(name: str, tmp_path: Path) -> None:
    found = told(tmp_path, {name: HOSTILE[name], "Good.java": "public class Good {}"})
    assert "class Good | class Good" in found.lines
    assert all(len(e.signature) <= 1001 for e in found.entries)


def test_a_source_file_cut_anywhere_never_fails(tmp_path: Path) -> None:
    kotlin = (FIXTURES / "kotlin" / "shapes.kt").read_text()
    java = (FIXTURES / "java" / "demo" / "Shelf.java").read_text()
    files: dict[str, str | bytes] = {}
    for cut in range(0, len(kotlin), 41):
        files[f"k{cut}.kt"] = kotlin[:cut]
        files[f"r{cut}.kt"] = kotlin[cut:]
    for cut in range(0, len(java), 41):
        files[f"j{cut}.java"] = java[:cut]
        files[f"s{cut}.java"] = java[cut:]
    with zipfile.ZipFile(JAR) as archive:
        files["Class.java"] = archive.read(archive.namelist()[0])
    found = told(tmp_path, files)
    assert found.entries
    assert found.unread
