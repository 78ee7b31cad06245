-- +goose Up
-- When a bot's parameters or risk level became others last; null while they are those that it began with.
ALTER TABLE bots ADD COLUMN settings_changed_at BIGINT;
