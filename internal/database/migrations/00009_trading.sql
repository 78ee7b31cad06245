-- +goose Up
-- Where somebody trades: a user's paper account, a bot's own, an investment account. Its money is in the
-- ledger, under its id. Whoever moves money of an account holds its row.
CREATE TABLE trading_accounts (
    id         TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL, -- the nil UUID for a bot's
    user_id    TEXT, -- null for a bot's
    kind       TEXT   NOT NULL CHECK (kind IN ('paper', 'bot', 'investment')),
    status     TEXT   NOT NULL CHECK (status IN ('active', 'suspended', 'closed')),
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX trading_accounts_paper ON trading_accounts (user_id) WHERE kind = 'paper';
CREATE INDEX trading_accounts_by_user ON trading_accounts (user_id) WHERE user_id IS NOT NULL;

-- The platform's catalogue of bots, shared by all tenants.
CREATE TABLE bots (
    id             TEXT   PRIMARY KEY,
    account_id     TEXT   NOT NULL UNIQUE REFERENCES trading_accounts (id),
    name           TEXT   NOT NULL UNIQUE,
    description    TEXT   NOT NULL,
    strategy_type  TEXT   NOT NULL,
    parameters     TEXT   NOT NULL, -- JSON: number by name
    symbols        TEXT   NOT NULL, -- JSON: list
    timeframe      BIGINT NOT NULL, -- seconds of a candle
    risk_level     TEXT   NOT NULL CHECK (risk_level IN ('low', 'medium', 'high')),
    status         TEXT   NOT NULL CHECK (status IN ('active', 'paused', 'stopped', 'error')),
    status_reason  TEXT   NOT NULL,
    failures       BIGINT NOT NULL DEFAULT 0, -- in a row
    capital        BIGINT NOT NULL, -- what its account started with
    total_return   BIGINT NOT NULL DEFAULT 0, -- the performance, computed from its trades at each closing
    win_rate       BIGINT NOT NULL DEFAULT 0,
    sharpe_ratio   BIGINT NOT NULL DEFAULT 0,
    max_drawdown   BIGINT NOT NULL DEFAULT 0,
    profit_factor  BIGINT NOT NULL DEFAULT 0,
    expectancy     BIGINT NOT NULL DEFAULT 0,
    closed_trades  BIGINT NOT NULL DEFAULT 0,
    observations   BIGINT NOT NULL DEFAULT 0,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL
);
CREATE INDEX bots_by_status ON bots (status, id);

CREATE TABLE signals (
    id           TEXT   PRIMARY KEY,
    bot_id       TEXT   REFERENCES bots (id), -- null for an analyst's
    author_id    TEXT, -- null for a bot's
    symbol       TEXT   NOT NULL REFERENCES instruments (symbol),
    signal_type  TEXT   NOT NULL CHECK (signal_type IN ('entry_long', 'entry_short', 'exit_long', 'exit_short', 'hold')),
    confidence   TEXT   NOT NULL CHECK (confidence IN ('low', 'medium', 'high', 'very_high')),
    risk_level   TEXT   NOT NULL CHECK (risk_level IN ('low', 'medium', 'high')),
    price        BIGINT NOT NULL,
    target_price BIGINT NOT NULL DEFAULT 0, -- 0 is none
    stop_loss    BIGINT NOT NULL DEFAULT 0, -- 0 is none
    reason       TEXT   NOT NULL,
    candle_at    BIGINT, -- the candle that a bot decided on
    proportion   BIGINT NOT NULL DEFAULT 0, -- the bot's quantity for each million of its equity; what copies scale by
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    copied_at    BIGINT -- when the last auto subscription had it; null while copying goes on
);
CREATE UNIQUE INDEX signals_once ON signals (bot_id, symbol, candle_at, signal_type) WHERE candle_at IS NOT NULL;
CREATE INDEX signals_by_symbol ON signals (symbol, id);
CREATE INDEX signals_by_type ON signals (signal_type, id);
CREATE INDEX signals_by_bot ON signals (bot_id, expires_at);
CREATE INDEX signals_to_copy ON signals (id) WHERE copied_at IS NULL;

CREATE TABLE bot_subscriptions (
    id                TEXT   PRIMARY KEY,
    tenant_id         TEXT   NOT NULL,
    user_id           TEXT   NOT NULL,
    bot_id            TEXT   NOT NULL REFERENCES bots (id),
    account_id        TEXT   NOT NULL REFERENCES trading_accounts (id),
    mode              TEXT   NOT NULL CHECK (mode IN ('manual', 'auto')),
    allocated_capital BIGINT NOT NULL, -- 0 is all that the account has
    copy_stop_percent BIGINT NOT NULL, -- 0 is none
    status            TEXT   NOT NULL CHECK (status IN ('active', 'stopped', 'ended')),
    realized_pnl      BIGINT NOT NULL DEFAULT 0,
    signals_received  BIGINT NOT NULL DEFAULT 0,
    signals_executed  BIGINT NOT NULL DEFAULT 0,
    signals_skipped   BIGINT NOT NULL DEFAULT 0,
    created_at        BIGINT NOT NULL,
    ended_at          BIGINT
);
CREATE UNIQUE INDEX bot_subscriptions_active ON bot_subscriptions (account_id, bot_id) WHERE status = 'active';
CREATE INDEX bot_subscriptions_by_user ON bot_subscriptions (user_id, id);
CREATE INDEX bot_subscriptions_to_tell ON bot_subscriptions (bot_id, id) WHERE status = 'active';

-- What became of a signal for somebody: executed once, by hand or by a subscription, or passed over.
CREATE TABLE signal_executions (
    owner_id        TEXT   NOT NULL, -- the user, or the account of a bot
    signal_id       TEXT   NOT NULL REFERENCES signals (id),
    account_id      TEXT   NOT NULL REFERENCES trading_accounts (id),
    subscription_id TEXT,
    outcome         TEXT   NOT NULL CHECK (outcome IN ('executed', 'skipped')),
    reason          TEXT   NOT NULL, -- a code; empty when executed
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (owner_id, signal_id)
);
CREATE INDEX signal_executions_by_subscription ON signal_executions (subscription_id, signal_id) WHERE subscription_id IS NOT NULL;

CREATE TABLE positions (
    id                TEXT   PRIMARY KEY,
    tenant_id         TEXT   NOT NULL,
    user_id           TEXT, -- null for a bot's
    account_id        TEXT   NOT NULL REFERENCES trading_accounts (id),
    signal_id         TEXT   REFERENCES signals (id), -- null for history that was brought in
    bot_id            TEXT,
    subscription_id   TEXT,
    symbol            TEXT   NOT NULL,
    side              TEXT   NOT NULL CHECK (side IN ('buy', 'sell')),
    status            TEXT   NOT NULL CHECK (status IN ('open', 'closed', 'liquidated')),
    quantity          BIGINT NOT NULL, -- what is open; once closed, what was
    opened_quantity   BIGINT NOT NULL CHECK (opened_quantity > 0),
    entry_price       BIGINT NOT NULL CHECK (entry_price > 0),
    exit_price        BIGINT NOT NULL DEFAULT 0, -- of the last closing
    stop_loss         BIGINT NOT NULL, -- 0 is none
    target_price      BIGINT NOT NULL, -- 0 is none
    liquidation_price BIGINT NOT NULL, -- 0 is none
    margin            BIGINT NOT NULL CHECK (margin >= 0), -- what is still held for it
    entry_fee         BIGINT NOT NULL, -- the part of it that no closing has carried yet
    realized_pnl      BIGINT NOT NULL DEFAULT 0,
    opened_at         BIGINT NOT NULL,
    closed_at         BIGINT
);
CREATE INDEX positions_by_user ON positions (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX positions_open_by_user ON positions (user_id) WHERE status = 'open' AND user_id IS NOT NULL;
CREATE INDEX positions_open_by_id ON positions (id) WHERE status = 'open';
CREATE INDEX positions_open ON positions (account_id, symbol) WHERE status = 'open';
CREATE INDEX positions_open_by_subscription ON positions (subscription_id) WHERE status = 'open' AND subscription_id IS NOT NULL;

-- One row for each closing fill.
CREATE TABLE trades (
    id            TEXT   PRIMARY KEY,
    tenant_id     TEXT   NOT NULL,
    user_id       TEXT,
    account_id    TEXT   NOT NULL REFERENCES trading_accounts (id),
    position_id   TEXT   NOT NULL REFERENCES positions (id),
    signal_id     TEXT,
    bot_id        TEXT,
    type          TEXT   NOT NULL CHECK (type IN ('close', 'partial_close', 'liquidation')),
    symbol        TEXT   NOT NULL,
    side          TEXT   NOT NULL, -- of the position
    quantity      BIGINT NOT NULL,
    entry_price   BIGINT NOT NULL,
    exit_price    BIGINT NOT NULL,
    fees          BIGINT NOT NULL, -- the closing's and its share of the opening's
    gross_pnl     BIGINT NOT NULL,
    realized_pnl  BIGINT NOT NULL,
    exit_reason   TEXT   NOT NULL CHECK (exit_reason IN ('manual', 'signal', 'stop_loss', 'take_profit', 'liquidation', 'copy_stop', 'account_closed')),
    balance_after BIGINT NOT NULL, -- cash and margin of the account
    opened_at     BIGINT NOT NULL,
    closed_at     BIGINT NOT NULL
);
CREATE INDEX trades_by_user ON trades (user_id, closed_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX trades_by_account ON trades (account_id, closed_at);
CREATE INDEX trades_by_position ON trades (position_id);
