-- +goose Up
-- KYC is of a person: one case, which all their accounts follow.
CREATE TABLE kyc_cases (
    id                 TEXT   PRIMARY KEY,
    tenant_id          TEXT   NOT NULL REFERENCES tenants (id),
    user_id            TEXT   NOT NULL UNIQUE,
    state              TEXT   NOT NULL CHECK (state IN ('none', 'submitted', 'approved', 'rejected', 'expired')),
    submission         BYTEA, -- sealed JSON: the person and where the documents are
    submission_id      TEXT,  -- of what is there now; a decision from outside names it
    reason             TEXT   NOT NULL DEFAULT '',
    provider           TEXT   NOT NULL DEFAULT '', -- who was asked
    provider_reference TEXT   NOT NULL DEFAULT '',
    attempts           BIGINT NOT NULL DEFAULT 0, -- to tell the provider, in a row
    next_attempt_at    BIGINT, -- null when there is nothing to tell; the end of a lease while somebody does
    submitted_at       BIGINT,
    decided_at         BIGINT,
    decided_by         TEXT,
    expires_at         BIGINT,
    noticed_at         BIGINT, -- when the person was told that it will expire
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL
);

-- What the provider has told, so that each callback counts once.
CREATE TABLE kyc_callbacks (
    id            TEXT    PRIMARY KEY, -- the provider's
    submission_id TEXT    NOT NULL,
    applied       BOOLEAN NOT NULL,
    received_at   BIGINT  NOT NULL
);
CREATE INDEX kyc_callbacks_by_age ON kyc_callbacks (received_at);

-- Accounts show that their owner's case has expired. SQLite changes a check by writing the table anew, to which nothing refers.
CREATE TABLE investment_accounts_anew (
    id               TEXT   PRIMARY KEY REFERENCES trading_accounts (id),
    tenant_id        TEXT   NOT NULL REFERENCES tenants (id),
    user_id          TEXT   NOT NULL,
    trading_agent    TEXT   NOT NULL CHECK (trading_agent IN ('atlas', 'orion', 'nova')),
    initial_capital  BIGINT NOT NULL,
    risk_profile     TEXT   NOT NULL CHECK (risk_profile IN ('conservative', 'moderate', 'aggressive')),
    status           TEXT   NOT NULL CHECK (status IN ('pending_kyc', 'active', 'suspended', 'closed')),
    kyc_status       TEXT   NOT NULL CHECK (kyc_status IN ('none', 'submitted', 'approved', 'rejected', 'expired')),
    kyc_details      BYTEA, -- sealed JSON, of the version before
    kyc_reason       TEXT   NOT NULL DEFAULT '',
    kyc_decided_by   TEXT,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    activated_at     BIGINT,
    closed_at        BIGINT,
    kyc_submitted_at BIGINT,
    kyc_decided_at   BIGINT,
    closing_since    BIGINT
);
INSERT INTO investment_accounts_anew (id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status, kyc_details, kyc_reason,
    kyc_decided_by, created_at, updated_at, activated_at, closed_at, kyc_submitted_at, kyc_decided_at, closing_since)
SELECT id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status, kyc_details, kyc_reason,
    kyc_decided_by, created_at, updated_at, activated_at, closed_at, kyc_submitted_at, kyc_decided_at, closing_since
FROM investment_accounts;
DROP TABLE investment_accounts;
ALTER TABLE investment_accounts_anew RENAME TO investment_accounts;
CREATE INDEX investment_accounts_by_user ON investment_accounts (user_id, id);
CREATE INDEX investment_accounts_by_kyc ON investment_accounts (tenant_id, kyc_status, COALESCE(kyc_submitted_at, created_at), id);
CREATE INDEX investment_accounts_kyc_waiting ON investment_accounts (kyc_submitted_at) WHERE kyc_status = 'submitted';

-- A person's best account becomes the case and gives it its id, by which what was sealed for the account still opens. What
-- was handed in for an account that was closed meanwhile waits for nobody.
INSERT INTO kyc_cases (id, tenant_id, user_id, state, submission, reason, submitted_at, decided_at, decided_by, created_at, updated_at)
SELECT id, tenant_id, user_id, state,
    CASE WHEN state = 'none' THEN NULL ELSE kyc_details END,
    kyc_reason,
    CASE WHEN state = 'none' THEN NULL ELSE kyc_submitted_at END,
    kyc_decided_at, kyc_decided_by, created_at, updated_at
FROM (
    SELECT known.*, ROW_NUMBER() OVER (
        PARTITION BY user_id
        ORDER BY CASE state WHEN 'approved' THEN 0 WHEN 'submitted' THEN 1 WHEN 'rejected' THEN 2 ELSE 3 END,
            CASE WHEN kyc_details IS NULL THEN 1 ELSE 0 END, COALESCE(kyc_submitted_at, 0) DESC, id DESC) AS place
    FROM (
        SELECT i.*, CASE WHEN status = 'closed' AND kyc_status = 'submitted' THEN 'none' ELSE kyc_status END AS state
        FROM investment_accounts i
    ) known
) ranked
WHERE place = 1;

-- All accounts show their owner's case, and what was handed in is in one place.
UPDATE investment_accounts SET
    kyc_status       = (SELECT c.state FROM kyc_cases c WHERE c.user_id = investment_accounts.user_id),
    kyc_reason       = (SELECT c.reason FROM kyc_cases c WHERE c.user_id = investment_accounts.user_id),
    kyc_decided_by   = (SELECT c.decided_by FROM kyc_cases c WHERE c.user_id = investment_accounts.user_id),
    kyc_submitted_at = (SELECT c.submitted_at FROM kyc_cases c WHERE c.user_id = investment_accounts.user_id),
    kyc_decided_at   = (SELECT c.decided_at FROM kyc_cases c WHERE c.user_id = investment_accounts.user_id);
UPDATE investment_accounts SET kyc_details = NULL WHERE id IN (SELECT id FROM kyc_cases WHERE submission IS NOT NULL);

CREATE UNIQUE INDEX kyc_cases_by_submission ON kyc_cases (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX kyc_cases_by_state ON kyc_cases (tenant_id, state, COALESCE(submitted_at, created_at), id);
CREATE INDEX kyc_cases_waiting ON kyc_cases (submitted_at) WHERE state = 'submitted';
CREATE INDEX kyc_cases_to_tell ON kyc_cases (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX kyc_cases_to_expire ON kyc_cases (expires_at) WHERE expires_at IS NOT NULL AND state <> 'expired';
CREATE INDEX kyc_cases_to_notice ON kyc_cases (expires_at) WHERE state = 'approved' AND noticed_at IS NULL;
CREATE INDEX kyc_cases_undated ON kyc_cases (id) WHERE state = 'approved' AND expires_at IS NULL;
-- Accounts that wait although their owner is known.
CREATE INDEX investment_accounts_to_activate ON investment_accounts (id) WHERE status = 'pending_kyc' AND kyc_status = 'approved';
