-- Every so many results of a list that an index orders, where it stands: a count or a jump reads from the nearest on.
-- They are written when a run is finished; the row with an empty kind says that all of them are there.

CREATE TABLE milestones (
  run BIGINT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  verdict TEXT NOT NULL,
  number BIGINT NOT NULL,
  value DOUBLE PRECISION,
  place BIGINT NOT NULL,
  PRIMARY KEY (run, kind, name, verdict, number)
) $clustered;
