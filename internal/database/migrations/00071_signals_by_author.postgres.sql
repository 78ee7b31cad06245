-- +goose NO TRANSACTION
-- +goose Up
-- Who leaves is looked for among the authors. A bot's signals have none.
DROP INDEX CONCURRENTLY IF EXISTS signals_by_author;
CREATE INDEX CONCURRENTLY signals_by_author ON signals (author_id) WHERE author_id IS NOT NULL;
