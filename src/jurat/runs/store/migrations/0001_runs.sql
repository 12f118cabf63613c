-- Runs, their results, and every metric's value apart, so that results are found by it.
-- $serial, $clustered and $bytes differ by database; see migrate.py.
-- Nothing refers by foreign key: a writer holds its run's row while it adds results, so none can be orphaned.

CREATE TABLE runs (
  number $serial,
  id TEXT NOT NULL UNIQUE,
  judge TEXT NOT NULL,
  version TEXT NOT NULL,
  signature TEXT NOT NULL,
  started TEXT NOT NULL,
  finished TEXT,
  seconds DOUBLE PRECISION NOT NULL,
  done BIGINT NOT NULL,
  plan TEXT NOT NULL,
  summary TEXT NOT NULL,
  writer TEXT NOT NULL,
  dictionary $bytes
);

CREATE TABLE results (
  run BIGINT NOT NULL,
  place BIGINT NOT NULL,
  status TEXT NOT NULL,
  verdict TEXT NOT NULL,
  line $bytes NOT NULL,
  PRIMARY KEY (run, place)
);

CREATE INDEX results_by_status ON results (run, status, place);
CREATE INDEX results_by_verdict ON results (run, verdict, place);

CREATE TABLE scores (
  run BIGINT NOT NULL,
  metric TEXT NOT NULL,
  verdict TEXT NOT NULL,
  value DOUBLE PRECISION NOT NULL,
  place BIGINT NOT NULL,
  PRIMARY KEY (run, metric, verdict, value, place)
) $clustered;
