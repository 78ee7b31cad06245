-- +goose Up
CREATE TABLE tenants (
    id         TEXT   PRIMARY KEY,
    slug       TEXT   NOT NULL UNIQUE,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- One email is one person on the whole installation, so that logging in needs no tenant.
CREATE TABLE users (
    id                TEXT    PRIMARY KEY,
    tenant_id         TEXT    NOT NULL REFERENCES tenants (id),
    email             TEXT    NOT NULL UNIQUE, -- lower case
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
CREATE INDEX users_by_tenant ON users (tenant_id, created_at DESC, id DESC);

CREATE TABLE sessions (
    id                    TEXT   PRIMARY KEY,
    tenant_id             TEXT   NOT NULL REFERENCES tenants (id),
    user_id               TEXT   NOT NULL REFERENCES users (id),
    ip_address            TEXT   NOT NULL,
    user_agent            TEXT   NOT NULL,
    assurance             BIGINT NOT NULL, -- 1: password, 2: password and second factor
    authenticated_at      BIGINT NOT NULL, -- when the caller last showed the password
    refresh_hash          BYTEA  NOT NULL,
    refresh_generation    BIGINT NOT NULL,
    refreshed_at          BIGINT NOT NULL,
    created_at            BIGINT NOT NULL,
    last_activity_at      BIGINT NOT NULL,
    expires_at            BIGINT NOT NULL,
    revoked_at            BIGINT,
    revoked_reason        TEXT
);
CREATE INDEX sessions_open_by_user ON sessions (user_id, last_activity_at DESC, id DESC) WHERE revoked_at IS NULL;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE login_challenges (
    id         TEXT   PRIMARY KEY,
    token_hash BYTEA  NOT NULL UNIQUE,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    expires_at BIGINT NOT NULL
);
CREATE INDEX login_challenges_by_expiry ON login_challenges (expires_at);

CREATE TABLE backup_codes (
    id         TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    lookup     BYTEA  NOT NULL, -- keyed hash of the code
    sealed     BYTEA  NOT NULL, -- the code, to show it again
    position   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT,
    UNIQUE (user_id, lookup)
);

-- The newest code only: one row a user.
CREATE TABLE phone_codes (
    user_id    TEXT   PRIMARY KEY REFERENCES users (id),
    phone      TEXT   NOT NULL,
    code_hash  BYTEA  NOT NULL,
    attempts   BIGINT NOT NULL,
    sent_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX phone_codes_by_expiry ON phone_codes (expires_at);

-- Links sent by mail. One open link a user and purpose.
CREATE TABLE mail_tokens (
    token_hash BYTEA  PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    purpose    TEXT   NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    UNIQUE (user_id, purpose)
);
CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);

-- How often something secret was guessed wrong, by who guessed at what.
CREATE TABLE failed_attempts (
    subject        TEXT   PRIMARY KEY,
    failures       BIGINT NOT NULL,
    window_ends_at BIGINT NOT NULL
);
CREATE INDEX failed_attempts_by_end ON failed_attempts (window_ends_at);

CREATE TABLE signing_keys (
    id          TEXT   PRIMARY KEY, -- the kid
    state       TEXT   NOT NULL CHECK (state IN ('next', 'active', 'previous')),
    public_key  BYTEA  NOT NULL,
    private_key BYTEA  NOT NULL, -- sealed
    created_at  BIGINT NOT NULL,
    retired_at  BIGINT
);
CREATE UNIQUE INDEX signing_keys_one_each ON signing_keys (state) WHERE state <> 'previous';

CREATE TABLE audit_log (
    id         TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL REFERENCES tenants (id),
    actor_id   TEXT, -- who did it; nobody when not logged in
    user_id    TEXT, -- to whom it was done
    action     TEXT   NOT NULL,
    ip_address TEXT   NOT NULL,
    user_agent TEXT   NOT NULL,
    request_id TEXT   NOT NULL,
    details    TEXT   NOT NULL, -- JSON object, no secrets
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_log_by_tenant ON audit_log (tenant_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_user ON audit_log (user_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_time ON audit_log (created_at);
