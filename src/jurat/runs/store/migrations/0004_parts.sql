-- The results of a run on a cluster stand in a folder of parts; the store keeps its summary and where that is.

ALTER TABLE runs ADD COLUMN parts TEXT;
