-- +goose Up
-- Orders of connected accounts as their exchange has them: what is to be sent, what may have been sent, what works there.
-- id is the order's. The states: to_send (certainly not there), sent (on its way, or lost with the process that sent it),
-- unknown (no answer came), working (there), done (ended on both sides).
CREATE TABLE live_orders (
    id                TEXT    PRIMARY KEY REFERENCES orders (id),
    tenant_id         TEXT    NOT NULL,
    account_id        TEXT    NOT NULL REFERENCES trading_accounts (id),
    connection_id     TEXT    NOT NULL,
    client_order_id   TEXT    NOT NULL UNIQUE, -- what the exchange knows it by
    state             TEXT    NOT NULL CHECK (state IN ('to_send', 'sent', 'unknown', 'working', 'done')),
    symbol            TEXT    NOT NULL, -- the exchange's
    side              TEXT    NOT NULL,
    type              TEXT    NOT NULL,
    quantity          BIGINT  NOT NULL, -- as it is sent: in lots of the exchange, its prices on its ticks
    limit_price       BIGINT  NOT NULL,
    stop_price        BIGINT  NOT NULL,
    exchange_order_id TEXT    NOT NULL, -- empty until the exchange has told it
    executed          BIGINT  NOT NULL, -- what is booked of it, in the exchange's count
    cancel_asked      BOOLEAN NOT NULL,
    error             TEXT    NOT NULL, -- of the last attempt
    attempts          BIGINT  NOT NULL, -- in a row that failed
    sent_at           BIGINT,           -- by the exchange's clock, before it was sent the last time
    expires_at        BIGINT,
    next_at           BIGINT,           -- when it is due; NULL when it is done
    leased_until      BIGINT,           -- somebody is at it until then
    lease             BIGINT  NOT NULL, -- counts claims, and fences off who had it before
    created_at        BIGINT  NOT NULL,
    changed_at        BIGINT  NOT NULL
);
CREATE INDEX live_orders_due ON live_orders (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX live_orders_open ON live_orders (connection_id) WHERE state <> 'done';
SELECT compare_texts_as_bytes();
