"""The tables after all migrations."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

Big = BigInteger().with_variant(Integer, "sqlite")

runs = Table(
    "runs",
    metadata,
    Column("number", Big, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("judge", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("started", Text, nullable=False),
    Column("finished", Text),
    Column("seconds", Double, nullable=False),
    Column("done", BigInteger, nullable=False),
    Column("plan", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("writer", Text, nullable=False),
    Column("dictionary", LargeBinary),
    Column("parent", Text),
    Column("parts", Text),
    Column("name", Text),
    Column("tags", Text),
    Column("note", Text),
    Column("deleted", Text),
    Index("runs_by_parent", "parent"),
)

results = Table(
    "results",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("status", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("texts", LargeBinary),
    Index("results_by_status", "run", "status", "place"),
    Index("results_by_verdict", "run", "verdict", "place"),
)

scores = Table(
    "scores",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("metric", Text, primary_key=True),
    Column("verdict", Text, primary_key=True),
    Column("value", Double, primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
)

texts = Table(
    "texts",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

text_uses = Table(
    "text_uses",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, primary_key=True),
    Index("text_uses_by_hash", "hash"),
)

marks = Table(
    "marks",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
)

milestones = Table(
    "milestones",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("verdict", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Double),
    Column("place", BigInteger, nullable=False),
)

labels = Table(
    "labels",
    metadata,
    Column("number", Big, primary_key=True),
    Column("run", BigInteger, nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("annotator", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("result", LargeBinary),
    Index("labels_by_place", "run", "place", "number"),
)
