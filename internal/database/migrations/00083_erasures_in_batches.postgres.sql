-- +goose Up
-- What the id of a person who has left finds is erased in batches. The version before looks at next_at alone, which is set when that
-- is done; what it has begun is gone through again.
ALTER TABLE erasures ADD COLUMN rows_at         BIGINT;                         -- when to go on; null once the rows are erased
ALTER TABLE erasures ADD COLUMN are_rows_erased BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE erasures ADD COLUMN entry_at        BIGINT;                         -- entries of the audit log up to this one are clean
ALTER TABLE erasures ADD COLUMN after_entry     TEXT    NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
SELECT compare_texts_as_bytes();
CREATE INDEX erasures_of_rows ON erasures (rows_at) WHERE rows_at IS NOT NULL;
