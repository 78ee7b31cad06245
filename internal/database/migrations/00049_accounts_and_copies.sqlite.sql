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

-- Who leaves a bot may have its positions closed when their markets open. SQLite changes a check by writing the table
-- anew, to which nothing refers.
CREATE TABLE pending_closings_anew (
    position_id TEXT   PRIMARY KEY REFERENCES positions (id),
    account_id  TEXT   NOT NULL,
    symbol      TEXT   NOT NULL,
    exit_reason TEXT   NOT NULL CHECK (exit_reason IN ('copy_stop', 'account_closed', 'manual')),
    created_at  BIGINT NOT NULL
);
INSERT INTO pending_closings_anew (position_id, account_id, symbol, exit_reason, created_at)
SELECT position_id, account_id, symbol, exit_reason, created_at FROM pending_closings;
DROP TABLE pending_closings;
ALTER TABLE pending_closings_anew RENAME TO pending_closings;
CREATE INDEX pending_closings_by_symbol ON pending_closings (symbol, position_id);
CREATE INDEX pending_closings_by_account ON pending_closings (account_id);
