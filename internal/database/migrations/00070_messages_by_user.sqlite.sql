-- +goose Up
-- Whose a message is: somebody is also written to at addresses that are not theirs yet, or no longer. NULL: whoever's its
-- recipient is, as in messages from a version that did not note it.
ALTER TABLE messages ADD COLUMN user_id TEXT;
CREATE INDEX messages_by_user ON messages (user_id) WHERE user_id IS NOT NULL;
