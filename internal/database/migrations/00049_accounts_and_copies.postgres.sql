-- +goose Up
-- A subscription that is paused stays active, and enters nothing.
ALTER TABLE bot_subscriptions ADD COLUMN paused_at BIGINT;

-- Why a signal was skipped, in words; empty for what an older version has skipped.
ALTER TABLE signal_executions ADD COLUMN detail TEXT NOT NULL DEFAULT '';

-- What an analyst was called who has published a signal; empty for bots, which have a name of their own.
ALTER TABLE signals ADD COLUMN author_name TEXT NOT NULL DEFAULT '';

-- How many accounts follow a bot. Whoever follows or leaves changes it, and it is counted again every minute. It refers
-- to nothing: a reference would wait for a bot that trades.
CREATE TABLE bot_followers (
    bot_id    TEXT   PRIMARY KEY,
    followers BIGINT NOT NULL
);
INSERT INTO bot_followers (bot_id, followers)
SELECT bot_id, COUNT(*) FROM bot_subscriptions WHERE status = 'active' GROUP BY bot_id;

-- What a subscription has opened for a signal.
CREATE INDEX positions_by_subscription ON positions (subscription_id, signal_id) WHERE subscription_id IS NOT NULL;

-- Who leaves a bot may have its positions closed when their markets open.
ALTER TABLE pending_closings DROP CONSTRAINT pending_closings_exit_reason_check;
ALTER TABLE pending_closings ADD CONSTRAINT pending_closings_exit_reason_check
    CHECK (exit_reason IN ('copy_stop', 'account_closed', 'manual'));
SELECT compare_texts_as_bytes();
