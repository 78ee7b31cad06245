-- +goose Up
-- How much an account may lose with a trade; empty is as much as the signal says. Investment accounts have that of
-- their risk profile.
ALTER TABLE trading_accounts ADD COLUMN risk_level TEXT NOT NULL DEFAULT '';
UPDATE trading_accounts SET risk_level = COALESCE((
    SELECT CASE i.risk_profile WHEN 'conservative' THEN 'low' WHEN 'moderate' THEN 'medium' ELSE 'high' END
    FROM investment_accounts i WHERE i.id = trading_accounts.id), '')
WHERE kind = 'investment';

-- An account that is being closed is suspended, and closed with its last position.
ALTER TABLE trading_accounts ADD COLUMN closing_since BIGINT;
ALTER TABLE investment_accounts ADD COLUMN closing_since BIGINT;

-- What is to be sold as soon as its market has a price: the rest of a copy-stop, or of an account that is closed.
CREATE TABLE pending_closings (
    position_id TEXT   PRIMARY KEY REFERENCES positions (id),
    account_id  TEXT   NOT NULL,
    symbol      TEXT   NOT NULL,
    exit_reason TEXT   NOT NULL CHECK (exit_reason IN ('copy_stop', 'account_closed')),
    created_at  BIGINT NOT NULL
);
CREATE INDEX pending_closings_by_symbol ON pending_closings (symbol, position_id);
CREATE INDEX pending_closings_by_account ON pending_closings (account_id);

-- What a subscription has received is counted when it is read. signals_received, signals_executed and signals_skipped
-- of bot_subscriptions are not written any more.
CREATE INDEX signals_of_bot ON signals (bot_id, created_at) WHERE bot_id IS NOT NULL;

-- Suspending an investment account ended what it followed. It only pauses now: those that are suspended follow again.
UPDATE bot_subscriptions SET status = 'active', ended_at = NULL
WHERE status = 'ended'
    AND EXISTS (SELECT 1 FROM investment_accounts i WHERE i.id = bot_subscriptions.account_id AND i.status = 'suspended')
    AND NOT EXISTS (SELECT 1 FROM bot_subscriptions newer WHERE newer.account_id = bot_subscriptions.account_id AND newer.id > bot_subscriptions.id);
