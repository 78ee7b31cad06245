-- +goose Up
-- Settings of a bot that an author has played on candles of the past.
CREATE TABLE backtests (
    id             TEXT   PRIMARY KEY,
    tenant_id      TEXT   NOT NULL,
    user_id        TEXT   NOT NULL,
    bot_id         TEXT,            -- whose settings were the beginning; NULL: nobody's
    strategy_type  TEXT   NOT NULL,
    parameters     TEXT   NOT NULL, -- JSON
    symbols        TEXT   NOT NULL, -- JSON
    timeframe      BIGINT NOT NULL, -- seconds
    risk_level     TEXT   NOT NULL,
    begins_at      BIGINT NOT NULL, -- of the candles
    ends_at        BIGINT NOT NULL,
    capital        BIGINT NOT NULL,
    slot           BIGINT NOT NULL, -- the place that it takes of those that a user may have waiting
    status         TEXT   NOT NULL, -- queued, running, done, failed, cancelled
    progress       BIGINT NOT NULL,
    failure_code   TEXT   NOT NULL,
    failure        TEXT   NOT NULL,
    trades         BIGINT NOT NULL,
    candles        BIGINT NOT NULL,
    minute_candles BIGINT NOT NULL, -- those whose minutes were stored
    figures        TEXT   NOT NULL, -- JSON
    equity         TEXT   NOT NULL DEFAULT '[]', -- JSON, a point a day
    attempts       BIGINT NOT NULL,
    lease_until    BIGINT NOT NULL, -- it is whoever's claims it next from then on
    fence          BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    started_at     BIGINT,
    finished_at    BIGINT
);
CREATE UNIQUE INDEX backtests_waiting ON backtests (user_id, slot) WHERE status IN ('queued', 'running');
CREATE INDEX backtests_due ON backtests (id) WHERE status IN ('queued', 'running');
CREATE INDEX backtests_by_user ON backtests (user_id, id);
CREATE INDEX backtests_by_age ON backtests (created_at);

CREATE TABLE backtest_trades (
    backtest_id   TEXT   NOT NULL REFERENCES backtests (id),
    number        BIGINT NOT NULL, -- from 1 on, without gaps
    type          TEXT   NOT NULL,
    symbol        TEXT   NOT NULL,
    side          TEXT   NOT NULL,
    quantity      BIGINT NOT NULL,
    entry_price   BIGINT NOT NULL,
    exit_price    BIGINT NOT NULL,
    fees          BIGINT NOT NULL,
    gross_pnl     BIGINT NOT NULL,
    realized_pnl  BIGINT NOT NULL,
    exit_reason   TEXT   NOT NULL,
    balance_after BIGINT NOT NULL,
    opened_at     BIGINT NOT NULL,
    closed_at     BIGINT NOT NULL,
    PRIMARY KEY (backtest_id, number)
);
SELECT compare_texts_as_bytes();
