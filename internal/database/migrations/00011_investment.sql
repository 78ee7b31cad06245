-- +goose Up
-- An investment account is a trading account of the same id that follows an agent of the house.
CREATE TABLE investment_accounts (
    id              TEXT   PRIMARY KEY REFERENCES trading_accounts (id),
    tenant_id       TEXT   NOT NULL REFERENCES tenants (id),
    user_id         TEXT   NOT NULL,
    trading_agent   TEXT   NOT NULL CHECK (trading_agent IN ('atlas', 'orion', 'nova')),
    initial_capital BIGINT NOT NULL,
    risk_profile    TEXT   NOT NULL CHECK (risk_profile IN ('conservative', 'moderate', 'aggressive')),
    status          TEXT   NOT NULL CHECK (status IN ('pending_kyc', 'active', 'suspended', 'closed')),
    kyc_status      TEXT   NOT NULL CHECK (kyc_status IN ('none', 'submitted', 'approved', 'rejected')),
    kyc_details     BYTEA, -- sealed JSON
    kyc_reason      TEXT   NOT NULL DEFAULT '',
    kyc_decided_by  TEXT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    activated_at    BIGINT,
    closed_at       BIGINT
);
CREATE INDEX investment_accounts_by_user ON investment_accounts (user_id, id);

-- An account at another broker. The credentials are erased when it is disconnected.
CREATE TABLE investment_connections (
    id              TEXT   PRIMARY KEY,
    tenant_id       TEXT   NOT NULL REFERENCES tenants (id),
    user_id         TEXT   NOT NULL,
    provider        TEXT   NOT NULL CHECK (provider IN ('binance', 'mt4', 'mt5')),
    status          TEXT   NOT NULL CHECK (status IN ('pending', 'connected', 'invalid_credentials', 'insufficient_permissions', 'unreachable', 'disconnected')),
    credentials     BYTEA, -- sealed JSON
    credential_hint TEXT   NOT NULL, -- the last four characters
    fingerprint     TEXT   NOT NULL, -- keyed hash of what names the account, so that it is connected once
    permissions     TEXT   NOT NULL, -- JSON: list
    message         TEXT   NOT NULL,
    attempts        BIGINT NOT NULL DEFAULT 0, -- in a row without an answer
    next_check_at   BIGINT, -- null when there is nothing to check
    checked_at      BIGINT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL
);
CREATE INDEX investment_connections_by_user ON investment_connections (user_id, id);
CREATE UNIQUE INDEX investment_connections_once ON investment_connections (user_id, provider, fingerprint) WHERE status <> 'disconnected';
CREATE INDEX investment_connections_due ON investment_connections (next_check_at) WHERE next_check_at IS NOT NULL;
