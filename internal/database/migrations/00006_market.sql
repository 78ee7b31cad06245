-- +goose Up
-- What can be traded. The platform's catalogue, shared by all tenants.
CREATE TABLE instruments (
    symbol            TEXT    PRIMARY KEY,
    name              TEXT    NOT NULL,
    kind              TEXT    NOT NULL CHECK (kind IN ('crypto', 'fx', 'equity')),
    base_asset        TEXT    NOT NULL,
    quote_asset       TEXT    NOT NULL,
    venue_symbol      TEXT    NOT NULL, -- what an exchange calls it
    session           TEXT    NOT NULL CHECK (session IN ('always', 'weekdays', 'us_equity')),
    tick_size         BIGINT  NOT NULL CHECK (tick_size > 0),
    lot_step          BIGINT  NOT NULL CHECK (lot_step > 0),
    spread_bp         BIGINT  NOT NULL CHECK (spread_bp >= 0), -- basis points, a decimal
    reference_price   BIGINT  NOT NULL CHECK (reference_price > 0), -- where the simulation starts
    annual_volatility BIGINT  NOT NULL CHECK (annual_volatility >= 0), -- a fraction, a decimal
    is_active         BOOLEAN NOT NULL,
    created_at        BIGINT  NOT NULL,
    updated_at        BIGINT  NOT NULL
);

-- Closed candles only: a row never changes.
CREATE TABLE candles (
    symbol    TEXT   NOT NULL REFERENCES instruments (symbol),
    seconds   BIGINT NOT NULL, -- the interval: 60, 300, 3600 or 86400
    opened_at BIGINT NOT NULL,
    open      BIGINT NOT NULL,
    high      BIGINT NOT NULL,
    low       BIGINT NOT NULL,
    close     BIGINT NOT NULL,
    volume    BIGINT NOT NULL,
    PRIMARY KEY (symbol, seconds, opened_at)
);
