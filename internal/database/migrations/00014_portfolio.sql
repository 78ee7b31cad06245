-- +goose Up
CREATE TABLE portfolios (
    id           TEXT    PRIMARY KEY,
    tenant_id    TEXT    NOT NULL REFERENCES tenants (id),
    user_id      TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    risk_profile TEXT    NOT NULL CHECK (risk_profile IN ('conservative', 'moderate', 'aggressive')),
    is_primary   BOOLEAN NOT NULL, -- over all accounts of the user
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL
);
CREATE INDEX portfolios_by_user ON portfolios (user_id, id);
CREATE UNIQUE INDEX portfolios_primary ON portfolios (user_id) WHERE is_primary;

-- What a portfolio that is not the primary one looks at.
CREATE TABLE portfolio_accounts (
    portfolio_id TEXT NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
    account_id   TEXT NOT NULL REFERENCES trading_accounts (id),
    PRIMARY KEY (portfolio_id, account_id)
);

CREATE TABLE portfolio_targets (
    portfolio_id TEXT   NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
    asset        TEXT   NOT NULL,
    percent      BIGINT NOT NULL CHECK (percent >= 0),
    PRIMARY KEY (portfolio_id, asset)
);

CREATE TABLE portfolio_goals (
    id                   TEXT   PRIMARY KEY,
    portfolio_id         TEXT   NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
    name                 TEXT   NOT NULL,
    target_amount        BIGINT NOT NULL CHECK (target_amount > 0),
    target_date          BIGINT NOT NULL, -- the beginning of the UTC day
    monthly_contribution BIGINT NOT NULL CHECK (monthly_contribution >= 0),
    achieved_at          BIGINT, -- once achieved, it stays so
    created_at           BIGINT NOT NULL,
    updated_at           BIGINT NOT NULL
);
CREATE INDEX portfolio_goals_by_portfolio ON portfolio_goals (portfolio_id, target_date, id);
CREATE INDEX portfolio_goals_open ON portfolio_goals (portfolio_id) WHERE achieved_at IS NULL;
