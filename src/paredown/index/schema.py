"""The index file: its tables, and the number that says which ones.

`fts` is contentless: it finds and gives nothing back. `detail` stays full, since with `column` or `none` bm25
silently ranks by noise. A row is a symbol; its overloads are rows of `entries`. No table has a place for prose:
`doc` holds hashes of word stems (`index.terms`), `beyond` hashes of the symbols of what is not declared
(`index.beyond`). `artifacts.digest` is the key to prose that lies elsewhere, for a control that may read it.
"""

VERSION = 2
"""`PRAGMA user_version`; a file with another one is refused, never guessed at."""

WEIGHTS = (10.0, 4.0, 1.0, 3.0)
"""bm25 weights of name, path, signature and doc, as measured in the research on symbol search."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE artifacts (
    id INTEGER PRIMARY KEY, purl TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL,
    publisher TEXT NOT NULL, declared INTEGER NOT NULL, members TEXT NOT NULL, entries INTEGER NOT NULL,
    digest TEXT NOT NULL
);
CREATE TABLE symbols (
    id INTEGER PRIMARY KEY, symbol TEXT NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, kind TEXT NOT NULL,
    artifact INTEGER NOT NULL REFERENCES artifacts, import_path TEXT NOT NULL
);
CREATE TABLE entries (
    symbol INTEGER NOT NULL REFERENCES symbols, ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
    signature TEXT NOT NULL, deprecated INTEGER NOT NULL, PRIMARY KEY (symbol, ordinal)
) WITHOUT ROWID;
CREATE TABLE beyond (hash INTEGER NOT NULL, origin INTEGER NOT NULL, PRIMARY KEY (hash, origin)) WITHOUT ROWID;
CREATE TABLE bringers (origin INTEGER NOT NULL, purl TEXT NOT NULL, rank INTEGER NOT NULL);
CREATE VIRTUAL TABLE fts USING fts5(
    name, path, signature, doc, content='', tokenize='porter unicode61 remove_diacritics 2'
);
"""

RANK = f"bm25({', '.join(map(str, WEIGHTS))})"
"""Stored in the file, so that `ORDER BY rank` weighs columns whoever opens it."""

INDEXES = """
CREATE INDEX by_symbol ON symbols (symbol);
CREATE INDEX by_name ON symbols (name COLLATE NOCASE);
CREATE INDEX by_owner ON symbols (owner);
INSERT INTO fts(fts) VALUES ('optimize');
PRAGMA optimize;
"""
