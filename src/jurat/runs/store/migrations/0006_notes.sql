-- What people call a run and write about it; a run that is deleted stays for a moment, so that this can be undone.

ALTER TABLE runs ADD COLUMN name TEXT;
ALTER TABLE runs ADD COLUMN tags TEXT;
ALTER TABLE runs ADD COLUMN note TEXT;
ALTER TABLE runs ADD COLUMN deleted TEXT;
