-- +goose Up
-- Whether orders may go to a connected account, and how reading it goes. One that is connected is due from its first moment on.
ALTER TABLE investment_connections
    ADD COLUMN trading       BOOLEAN NOT NULL DEFAULT FALSE,
    ADD COLUMN account_id    TEXT, -- its trading account, once its owner has allowed trading
    ADD COLUMN next_sync_at  BIGINT  NOT NULL DEFAULT 0,
    ADD COLUMN sync_attempts BIGINT  NOT NULL DEFAULT 0, -- in a row without an answer
    ADD COLUMN sync_refusals BIGINT  NOT NULL DEFAULT 0, -- in a row
    ADD COLUMN sync_message  TEXT    NOT NULL DEFAULT '',
    ADD COLUMN synced_at     BIGINT;
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
ALTER TABLE portfolio_accounts DROP CONSTRAINT portfolio_accounts_account_id_fkey;
SELECT compare_texts_as_bytes();
