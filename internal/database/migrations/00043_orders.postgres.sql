-- +goose Up
-- A stop may follow the best price at a distance: trailing_percent of it, 0 when it does not. stop_trails tells that
-- the stop is where it followed the price to, and not where somebody put it.
ALTER TABLE positions ADD COLUMN trailing_percent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE positions ADD COLUMN stop_trails BOOLEAN NOT NULL DEFAULT false;

-- What somebody wants to buy or sell, and what became of it. A working one holds money in the ledger, under its
-- account's code reserved. Whoever changes one holds its account's row.
CREATE TABLE orders (
    id                 TEXT   PRIMARY KEY,
    tenant_id          TEXT   NOT NULL,
    user_id            TEXT   NOT NULL,
    account_id         TEXT   NOT NULL REFERENCES trading_accounts (id),
    signal_id          TEXT   REFERENCES signals (id), -- where a signal was executed at an exchange
    bot_id             TEXT,
    subscription_id    TEXT,
    closes_position_id TEXT   REFERENCES positions (id), -- where it sells one position
    exit_reason        TEXT   NOT NULL DEFAULT '',       -- why it does
    symbol             TEXT   NOT NULL REFERENCES instruments (symbol),
    side               TEXT   NOT NULL CHECK (side IN ('buy', 'sell')),
    type               TEXT   NOT NULL CHECK (type IN ('market', 'limit', 'stop')),
    status             TEXT   NOT NULL CHECK (status IN ('working', 'filled', 'cancelled', 'expired', 'rejected')),
    quantity           BIGINT NOT NULL CHECK (quantity > 0),
    notional           BIGINT NOT NULL, -- as it was asked for; 0 when a quantity was
    limit_price        BIGINT NOT NULL, -- 0 is none, here and below
    stop_price         BIGINT NOT NULL,
    stop_loss          BIGINT NOT NULL,
    target_price       BIGINT NOT NULL,
    trailing_percent   BIGINT NOT NULL,
    time_in_force      TEXT   NOT NULL CHECK (time_in_force IN ('gtc', 'day')),
    held               BIGINT NOT NULL CHECK (held >= 0),
    filled_quantity    BIGINT NOT NULL,
    average_price      BIGINT NOT NULL,
    fee                BIGINT NOT NULL,
    position_id        TEXT   REFERENCES positions (id), -- what it opened, or the last that it closed
    reason             TEXT   NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    expires_at         BIGINT
);
CREATE INDEX orders_by_user ON orders (user_id, id);
CREATE INDEX orders_working ON orders (id) WHERE status = 'working';
CREATE INDEX orders_working_by_account ON orders (account_id, id) WHERE status = 'working';

-- What an exchange has filled of an order, each fill once.
CREATE TABLE order_fills (
    order_id   TEXT   NOT NULL REFERENCES orders (id),
    fill_id    TEXT   NOT NULL, -- the exchange's
    quantity   BIGINT NOT NULL,
    price      BIGINT NOT NULL,
    fee        BIGINT NOT NULL,
    filled_at  BIGINT NOT NULL,
    PRIMARY KEY (order_id, fill_id)
);
SELECT compare_texts_as_bytes();
