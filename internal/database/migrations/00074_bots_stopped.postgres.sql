-- +goose Up
-- The number of the last signal, of anybody, when a bot was stopped last: what it had published by then has ended, though it may run
-- again. NULL: never, as far as is known.
ALTER TABLE bots ADD COLUMN stopped_behind BIGINT;
-- Who owns bots: whoever takes one up that was stopped holds this row while those that are not stopped are counted.
CREATE TABLE bot_owners (
    tenant_id TEXT PRIMARY KEY -- the nil UUID for the platform's
);
SELECT compare_texts_as_bytes();
CREATE INDEX bots_not_stopped ON bots (tenant_id) WHERE status <> 'stopped';
