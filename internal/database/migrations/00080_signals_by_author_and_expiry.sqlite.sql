-- +goose Up
-- Who may publish no longer, or leaves, is looked for among the authors of what is active. A bot's signals have none.
CREATE INDEX signals_by_author_and_expiry ON signals (author_id, expires_at) WHERE author_id IS NOT NULL;
DROP INDEX signals_by_author;
