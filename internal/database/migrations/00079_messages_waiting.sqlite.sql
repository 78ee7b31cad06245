-- +goose Up
-- Since when messages of a channel wait, whatever was sent and is kept.
CREATE INDEX messages_waiting ON messages (channel, created_at) WHERE sent_at IS NULL AND failed_at IS NULL;
