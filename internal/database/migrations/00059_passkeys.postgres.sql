-- +goose Up
-- What people log in with instead of a password: the public half of a key whose private half stays with them. It belongs
-- to the domain that the brand's app had when it was made, and is of no use to another one.
CREATE TABLE passkeys (
    id               TEXT    PRIMARY KEY,
    tenant_id        TEXT    NOT NULL REFERENCES tenants (id),
    user_id          TEXT    NOT NULL REFERENCES users (id),
    relying_party_id TEXT    NOT NULL, -- the domain
    credential_id    BYTEA   NOT NULL UNIQUE,
    public_key       BYTEA   NOT NULL,
    sign_count       BIGINT  NOT NULL, -- the last one seen; zero for ever where the authenticator does not count
    transports       TEXT    NOT NULL, -- JSON
    aaguid           TEXT,             -- the model of the authenticator, where it says so
    name             TEXT    NOT NULL,
    backup_eligible  BOOLEAN NOT NULL,
    backed_up        BOOLEAN NOT NULL,
    created_at       BIGINT  NOT NULL,
    last_used_at     BIGINT,
    disabled_at      BIGINT            -- a copy of it was used
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at DESC, id DESC);

-- What browsers were asked to have signed and have not answered yet. Each is answered once.
CREATE TABLE passkey_ceremonies (
    id         TEXT   PRIMARY KEY,
    token_hash BYTEA  NOT NULL UNIQUE,
    kind       TEXT   NOT NULL, -- registration, login, second_factor, reauthentication
    tenant_id  TEXT,            -- NULL: of any tenant whose app has this domain
    user_id    TEXT   REFERENCES users (id), -- NULL: whoever comes
    session_id TEXT,            -- NULL: nobody is logged in
    sealed     BYTEA  NOT NULL, -- the challenge and what else the answer is held against
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_ceremonies_by_expiry ON passkey_ceremonies (expires_at);
CREATE INDEX passkey_ceremonies_by_user ON passkey_ceremonies (user_id);
SELECT compare_texts_as_bytes();
