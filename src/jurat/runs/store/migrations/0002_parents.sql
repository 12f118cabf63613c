-- A run that was rescored from another names it.

ALTER TABLE runs ADD COLUMN parent TEXT;
CREATE INDEX runs_by_parent ON runs (parent);
