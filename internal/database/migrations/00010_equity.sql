-- +goose Up
-- What an account was worth at the end of a UTC day, open positions marked to the market. Days on which
-- nobody looked are missing: readers carry the day before forward.
CREATE TABLE equity_snapshots (
    account_id TEXT   NOT NULL REFERENCES trading_accounts (id),
    day        BIGINT NOT NULL, -- its beginning
    value      BIGINT NOT NULL,
    PRIMARY KEY (account_id, day)
);
