-- +goose NO TRANSACTION
-- +goose Up
-- An email is unique within its tenant: one person may be a customer of two brands. SQLite drops a unique constraint by
-- writing the table anew, with its foreign keys off meanwhile: they cannot be switched inside a transaction. What was
-- done by a start that ended before it was noted is done again without harm.
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;
CREATE TABLE users_of_tenants (
    id                TEXT    PRIMARY KEY,
    tenant_id         TEXT    NOT NULL REFERENCES tenants (id),
    email             TEXT    NOT NULL, -- lower case
    password_hash     TEXT    NOT NULL,
    role              TEXT    NOT NULL CHECK (role IN ('user', 'trader', 'analyst', 'admin', 'super_admin')),
    email_verified_at BIGINT,
    suspended_at      BIGINT,
    phone             TEXT, -- E.164, only once verified
    phone_verified_at BIGINT,
    totp_secret       BYTEA, -- sealed; set while enrolling and while enabled
    totp_enabled_at   BIGINT,
    totp_last_step    BIGINT  NOT NULL DEFAULT 0, -- a code of this step or an earlier one is spent
    created_at        BIGINT  NOT NULL,
    updated_at        BIGINT  NOT NULL
);
INSERT INTO users_of_tenants (id, tenant_id, email, password_hash, role, email_verified_at, suspended_at, phone, phone_verified_at,
    totp_secret, totp_enabled_at, totp_last_step, created_at, updated_at)
SELECT id, tenant_id, email, password_hash, role, email_verified_at, suspended_at, phone, phone_verified_at,
    totp_secret, totp_enabled_at, totp_last_step, created_at, updated_at
FROM users;
DROP TABLE users;
ALTER TABLE users_of_tenants RENAME TO users;
CREATE INDEX users_by_tenant ON users (tenant_id, created_at DESC, id DESC);
CREATE INDEX users_by_role ON users (tenant_id, role, created_at DESC, id DESC);
-- The index also finds all tenants in which an email is known.
CREATE UNIQUE INDEX users_by_email ON users (email, tenant_id);

-- Who has forgotten a password, or says so. A row is written whether or not there is such a user, so that the answer
-- does not tell by its time; a worker then mails the link to those there are. It is gone within moments.
CREATE TABLE IF NOT EXISTS reset_requests (
    id         TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL, -- the nil UUID where a tenant was named that there is not
    email      TEXT   NOT NULL, -- lower case
    ip_address TEXT   NOT NULL,
    user_agent TEXT   NOT NULL,
    request_id TEXT   NOT NULL,
    due_at     BIGINT NOT NULL, -- later than now while a failure is waited out
    expires_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS reset_requests_due ON reset_requests (due_at, id);
CREATE INDEX IF NOT EXISTS reset_requests_by_email ON reset_requests (email, tenant_id);
COMMIT;
PRAGMA foreign_keys = ON;
