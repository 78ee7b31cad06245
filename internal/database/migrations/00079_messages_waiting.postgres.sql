-- +goose NO TRANSACTION
-- +goose Up
-- Since when messages of a channel wait, whatever was sent and is kept.
DROP INDEX CONCURRENTLY IF EXISTS messages_waiting;
CREATE INDEX CONCURRENTLY messages_waiting ON messages (channel, created_at) WHERE sent_at IS NULL AND failed_at IS NULL;
