-- +goose Up
-- Who leaves is looked for among the authors. A bot's signals have none.
CREATE INDEX signals_by_author ON signals (author_id) WHERE author_id IS NOT NULL;
