-- +goose NO TRANSACTION
-- +goose Up
-- Bots, signals and courses belong to the platform, which is the nil UUID and what everything until now becomes, or
-- to one tenant. Names and slugs are unique within their owner. SQLite drops a unique constraint by writing the
-- table anew, with its foreign keys off meanwhile: they cannot be switched inside a transaction.
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;
CREATE TABLE bots_owned (
    id             TEXT   PRIMARY KEY,
    tenant_id      TEXT   NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    agent_key      TEXT   CHECK (agent_key IN ('atlas', 'orion', 'nova')), -- what investment accounts follow; null for any other bot
    account_id     TEXT   NOT NULL UNIQUE REFERENCES trading_accounts (id),
    name           TEXT   NOT NULL,
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
    updated_at     BIGINT NOT NULL,
    halted_from    TEXT   NOT NULL DEFAULT '' CHECK (halted_from IN ('', 'active', 'paused')) -- the state that missing prices ended
);
INSERT INTO bots_owned (id, agent_key, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level,
    status, status_reason, failures, capital, total_return, win_rate, sharpe_ratio, max_drawdown, profit_factor, expectancy,
    closed_trades, observations, created_at, updated_at, halted_from)
SELECT id, CASE WHEN name IN ('Atlas', 'Orion', 'Nova') THEN LOWER(name) END, account_id, name, description, strategy_type,
    parameters, symbols, timeframe, risk_level, status, status_reason, failures, capital, total_return, win_rate, sharpe_ratio,
    max_drawdown, profit_factor, expectancy, closed_trades, observations, created_at, updated_at, halted_from
FROM bots;
DROP TABLE bots;
ALTER TABLE bots_owned RENAME TO bots;
CREATE INDEX bots_by_status ON bots (status, id);
CREATE UNIQUE INDEX bots_by_name ON bots (tenant_id, name);
CREATE UNIQUE INDEX bots_by_agent ON bots (agent_key) WHERE agent_key IS NOT NULL;

ALTER TABLE signals ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
DROP INDEX signals_by_symbol;
DROP INDEX signals_by_type;
CREATE INDEX signals_by_owner ON signals (tenant_id, id);
CREATE INDEX signals_by_symbol ON signals (tenant_id, symbol, id);
CREATE INDEX signals_by_type ON signals (tenant_id, signal_type, id);

CREATE TABLE courses_owned (
    id                TEXT   PRIMARY KEY,
    tenant_id         TEXT   NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    slug              TEXT   NOT NULL,
    title             TEXT   NOT NULL,
    short_description TEXT   NOT NULL,
    description       TEXT   NOT NULL,
    thumbnail_url     TEXT   NOT NULL,
    difficulty_level  TEXT   NOT NULL CHECK (difficulty_level IN ('beginner', 'intermediate', 'advanced', 'expert')),
    status            TEXT   NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
    price_usd         BIGINT NOT NULL CHECK (price_usd >= 0), -- 0 is free
    access_days       BIGINT NOT NULL CHECK (access_days >= 0), -- 0 is for ever
    featured_rank     BIGINT, -- among its owner's; null is not featured
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL,
    published_at      BIGINT -- the first time; null while it is a draft
);
INSERT INTO courses_owned (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd,
    access_days, featured_rank, created_at, updated_at, published_at)
SELECT id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd, access_days,
    featured_rank, created_at, updated_at, published_at
FROM courses;
DROP TABLE courses;
ALTER TABLE courses_owned RENAME TO courses;
CREATE UNIQUE INDEX courses_by_slug ON courses (tenant_id, slug);
CREATE INDEX courses_listed ON courses (tenant_id, published_at, id) WHERE status = 'published';
CREATE INDEX courses_by_status ON courses (tenant_id, status, id);
CREATE INDEX courses_featured ON courses (tenant_id, featured_rank, id) WHERE featured_rank IS NOT NULL;

-- Whoever chooses an owner's featured courses holds its row here, so that two choices do not mix.
CREATE TABLE course_showcases (
    tenant_id  TEXT   PRIMARY KEY, -- the nil UUID for the platform's
    updated_at BIGINT NOT NULL
);
COMMIT;
PRAGMA foreign_keys = ON;
