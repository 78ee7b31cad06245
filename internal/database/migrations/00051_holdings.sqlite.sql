-- +goose Up
-- Whether orders may go to a connected account, and how reading it goes. One that is connected is due from its first moment on.
ALTER TABLE investment_connections ADD COLUMN trading BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE investment_connections ADD COLUMN account_id TEXT; -- its trading account, once its owner has allowed trading
ALTER TABLE investment_connections ADD COLUMN next_sync_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE investment_connections ADD COLUMN sync_attempts BIGINT NOT NULL DEFAULT 0; -- in a row without an answer
ALTER TABLE investment_connections ADD COLUMN sync_refusals BIGINT NOT NULL DEFAULT 0; -- in a row
ALTER TABLE investment_connections ADD COLUMN sync_message TEXT NOT NULL DEFAULT '';
ALTER TABLE investment_connections ADD COLUMN synced_at BIGINT;
CREATE INDEX investment_connections_to_sync ON investment_connections (next_sync_at) WHERE status = 'connected';

-- What a connected account held when it was last read. id is the connection's.
CREATE TABLE investment_holdings (
    id        TEXT   PRIMARY KEY REFERENCES investment_connections (id),
    tenant_id TEXT   NOT NULL REFERENCES tenants (id),
    user_id   TEXT   NOT NULL,
    balances  TEXT   NOT NULL, -- JSON: each asset with the price of then
    positions TEXT   NOT NULL, -- JSON: open ones of a terminal account
    payments  TEXT   NOT NULL, -- JSON: ids of those that are counted already
    synced_at BIGINT NOT NULL
);
CREATE INDEX investment_holdings_by_user ON investment_holdings (user_id, id);

-- What a connected account was worth when it was last read on a UTC day, and what came to it and left it on that day.
CREATE TABLE investment_holding_days (
    connection_id TEXT   NOT NULL REFERENCES investment_connections (id),
    day           BIGINT NOT NULL, -- its beginning
    value         BIGINT NOT NULL,
    paid_in       BIGINT NOT NULL,
    paid_out      BIGINT NOT NULL,
    PRIMARY KEY (connection_id, day)
);

-- A portfolio may look at connected accounts, which are no trading accounts.
CREATE TABLE portfolio_accounts_of_any_kind (
    portfolio_id TEXT NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
    account_id   TEXT NOT NULL,
    PRIMARY KEY (portfolio_id, account_id)
);
INSERT INTO portfolio_accounts_of_any_kind (portfolio_id, account_id) SELECT portfolio_id, account_id FROM portfolio_accounts;
DROP TABLE portfolio_accounts;
ALTER TABLE portfolio_accounts_of_any_kind RENAME TO portfolio_accounts;
