-- What is needed to look at a result: the texts it was judged from, what people say of it, and marks to find it by.
-- A result holds its own texts; articles and contexts, which repeat, stand in texts once for all runs that use them.

ALTER TABLE results ADD COLUMN texts $bytes;

CREATE TABLE texts (
  hash $bytes NOT NULL PRIMARY KEY,
  body $bytes NOT NULL
) $clustered;

CREATE TABLE text_uses (
  run BIGINT NOT NULL,
  hash $bytes NOT NULL,
  PRIMARY KEY (run, hash)
) $clustered;

CREATE INDEX text_uses_by_hash ON text_uses (hash);

CREATE TABLE marks (
  run BIGINT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  place BIGINT NOT NULL,
  PRIMARY KEY (run, kind, value, place)
) $clustered;

CREATE TABLE labels (
  number $serial,
  run BIGINT NOT NULL,
  place BIGINT NOT NULL,
  annotator TEXT NOT NULL,
  at TEXT NOT NULL,
  said TEXT NOT NULL,
  result $bytes
);

CREATE INDEX labels_by_place ON labels (run, place, number);
