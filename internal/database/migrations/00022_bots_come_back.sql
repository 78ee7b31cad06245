-- +goose Up
-- A bot that came to a halt because its prices stayed away goes back to the state it was in when they return.
-- Empty for one that nothing but an administrator brings back.
ALTER TABLE bots ADD COLUMN halted_from TEXT NOT NULL DEFAULT '' CHECK (halted_from IN ('', 'active', 'paused'));
UPDATE bots SET halted_from = 'active' WHERE status = 'error' AND status_reason LIKE 'prices are stale:%';
