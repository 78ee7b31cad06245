-- +goose Up
-- Whose customer a message is for: one address may be somebody's at several brands, which know nothing of each other.
-- NULL: from a version that did not note it.
ALTER TABLE messages ADD COLUMN tenant_id TEXT;
