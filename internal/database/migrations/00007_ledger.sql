-- +goose Up
-- Double entry. The balance of an account is kept beside its postings and equals their sum.
CREATE TABLE ledger_accounts (
    id             TEXT    PRIMARY KEY, -- made from owner, code and currency, so that nobody has to look it up
    tenant_id      TEXT    NOT NULL, -- the nil UUID for what belongs to the platform
    owner_id       TEXT    NOT NULL,
    code           TEXT    NOT NULL,
    currency       TEXT    NOT NULL,
    balance        BIGINT  NOT NULL DEFAULT 0,
    allow_negative BOOLEAN NOT NULL,
    created_at     BIGINT  NOT NULL,
    UNIQUE (owner_id, code, currency),
    CHECK (allow_negative OR balance >= 0)
);
CREATE INDEX ledger_accounts_by_tenant ON ledger_accounts (tenant_id, code);

CREATE TABLE ledger_transactions (
    id          TEXT   PRIMARY KEY,
    tenant_id   TEXT   NOT NULL,
    source_type TEXT   NOT NULL,
    source_id   TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    UNIQUE (source_id, source_type, kind) -- what happened once is booked once
);

CREATE TABLE ledger_postings (
    transaction_id TEXT   NOT NULL REFERENCES ledger_transactions (id),
    account_id     TEXT   NOT NULL REFERENCES ledger_accounts (id),
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    balance_after  BIGINT NOT NULL,
    PRIMARY KEY (transaction_id, account_id)
);
CREATE INDEX ledger_postings_by_account ON ledger_postings (account_id, transaction_id);
