-- +goose Up
-- Who has brought an account's money: granted by the house as paper money, or paid in by its owner. Every
-- account so far was opened with granted money.
ALTER TABLE trading_accounts ADD COLUMN funding TEXT NOT NULL DEFAULT 'paper' CHECK (funding IN ('paper', 'deposit'));

-- Withdrawals have a destination and more states. What was pending is requested, what was approved was paid.
CREATE TABLE withdrawals_with_destination (
    id               TEXT   PRIMARY KEY,
    tenant_id        TEXT   NOT NULL REFERENCES tenants (id),
    user_id          TEXT   NOT NULL,
    account_id       TEXT   NOT NULL,
    amount           BIGINT NOT NULL CHECK (amount > 0),
    currency         TEXT   NOT NULL,
    status           TEXT   NOT NULL CHECK (status IN ('requested', 'approved', 'paid', 'failed', 'rejected', 'cancelled')),
    method           TEXT   NOT NULL DEFAULT '' CHECK (method IN ('', 'bank_transfer')), -- empty where it was never asked for
    destination      BYTEA, -- sealed JSON
    destination_hint TEXT   NOT NULL DEFAULT '', -- what its owner recognises it by
    transfer_amount  BIGINT NOT NULL DEFAULT 0 CHECK (transfer_amount >= 0 AND transfer_amount <= amount), -- what does not go back to its source
    reference        TEXT   NOT NULL DEFAULT '', -- of the transfer
    reason           TEXT   NOT NULL DEFAULT '',
    decided_by       TEXT,
    completed_by     TEXT,
    created_at       BIGINT NOT NULL,
    decided_at       BIGINT,
    completed_at     BIGINT
);
INSERT INTO withdrawals_with_destination (id, tenant_id, user_id, account_id, amount, currency, status, transfer_amount, reason,
    decided_by, completed_by, created_at, decided_at, completed_at)
SELECT id, tenant_id, user_id, account_id, amount, currency,
    CASE status WHEN 'pending' THEN 'requested' WHEN 'approved' THEN 'paid' ELSE status END,
    CASE status WHEN 'approved' THEN amount ELSE 0 END, reason, decided_by, decided_by, created_at, decided_at, decided_at
FROM withdrawals;
DROP TABLE withdrawals;
ALTER TABLE withdrawals_with_destination RENAME TO withdrawals;
CREATE INDEX withdrawals_by_user ON withdrawals (user_id, id);
CREATE INDEX withdrawals_by_tenant ON withdrawals (tenant_id, id);
CREATE INDEX withdrawals_by_tenant_status ON withdrawals (tenant_id, status, id);

-- A refund may be a part of a withdrawal, or have been made at the provider without us.
ALTER TABLE refunds ADD COLUMN withdrawal_id TEXT;
CREATE INDEX refunds_by_withdrawal ON refunds (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_by_reference ON refunds (payment_id, provider_reference) WHERE provider_reference IS NOT NULL;

-- Money that a payer has had taken back by their bank. What is not won is gone.
ALTER TABLE payments ADD COLUMN disputed_amount BIGINT NOT NULL DEFAULT 0;
CREATE INDEX payments_by_provider_payment ON payments (provider, provider_payment) WHERE provider_payment IS NOT NULL;
CREATE INDEX payments_of_account ON payments (account_id, id) WHERE account_id IS NOT NULL;
CREATE TABLE payment_disputes (
    id                 TEXT   PRIMARY KEY,
    payment_id         TEXT   NOT NULL REFERENCES payments (id),
    tenant_id          TEXT   NOT NULL,
    provider           TEXT   NOT NULL,
    provider_reference TEXT   NOT NULL,
    amount             BIGINT NOT NULL,
    taken_amount       BIGINT NOT NULL, -- of the payment; held_amount and owed_amount together, where it was a deposit
    held_amount        BIGINT NOT NULL,
    owed_amount        BIGINT NOT NULL,
    status             TEXT   NOT NULL CHECK (status IN ('open', 'won', 'lost')),
    reason             TEXT   NOT NULL,
    created_at         BIGINT NOT NULL,
    closed_at          BIGINT,
    UNIQUE (provider, provider_reference)
);
CREATE INDEX payment_disputes_by_payment ON payment_disputes (payment_id, id);
