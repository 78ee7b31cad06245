-- +goose Up
-- Money that comes in through a provider.
CREATE TABLE payments (
    id                 TEXT   PRIMARY KEY,
    tenant_id          TEXT   NOT NULL REFERENCES tenants (id),
    user_id            TEXT   NOT NULL,
    kind               TEXT   NOT NULL CHECK (kind IN ('course', 'deposit')),
    course_id          TEXT,
    account_id         TEXT,
    description        TEXT   NOT NULL,
    amount             BIGINT NOT NULL CHECK (amount > 0),
    refunded_amount    BIGINT NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0 AND refunded_amount <= amount),
    currency           TEXT   NOT NULL,
    status             TEXT   NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'expired', 'cancelled', 'partially_refunded', 'refunded')),
    provider           TEXT   NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
    provider_reference TEXT, -- the provider's checkout; null until it has answered
    provider_payment   TEXT, -- what a refund refers to
    checkout_url       TEXT   NOT NULL DEFAULT '',
    request_key        TEXT   NOT NULL DEFAULT '', -- under which it was asked for, so that the same request finds it again
    expires_at         BIGINT NOT NULL,
    next_check_at      BIGINT, -- when the provider is asked, unless it has told by then
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    paid_at            BIGINT, -- when the money came; also set where it came too late and goes back
    completed_at       BIGINT  -- when it was no longer pending
);
CREATE INDEX payments_by_user ON payments (user_id, id);
CREATE INDEX payments_by_tenant ON payments (tenant_id, id);
CREATE INDEX payments_by_tenant_status ON payments (tenant_id, status, id);
CREATE INDEX payments_by_request ON payments (user_id, request_key) WHERE status = 'pending';
CREATE UNIQUE INDEX payments_by_reference ON payments (provider, provider_reference) WHERE provider_reference IS NOT NULL;
CREATE UNIQUE INDEX payments_one_pending_course ON payments (user_id, course_id) WHERE status = 'pending' AND course_id IS NOT NULL;
CREATE INDEX payments_to_check ON payments (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE refunds (
    id                 TEXT   PRIMARY KEY,
    payment_id         TEXT   NOT NULL REFERENCES payments (id),
    tenant_id          TEXT   NOT NULL,
    amount             BIGINT NOT NULL CHECK (amount > 0),
    status             TEXT   NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    reason             TEXT   NOT NULL,
    provider_reference TEXT,
    requested_by       TEXT   NOT NULL,
    attempts           BIGINT NOT NULL DEFAULT 0,
    next_attempt_at    BIGINT, -- null once it is decided
    created_at         BIGINT NOT NULL,
    completed_at       BIGINT
);
CREATE INDEX refunds_by_payment ON refunds (payment_id, id);
CREATE INDEX refunds_due ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Money that goes out. It is held from the request to the decision.
CREATE TABLE withdrawals (
    id         TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL REFERENCES tenants (id),
    user_id    TEXT   NOT NULL,
    account_id TEXT   NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    currency   TEXT   NOT NULL,
    status     TEXT   NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    reason     TEXT   NOT NULL DEFAULT '',
    decided_by TEXT,
    created_at BIGINT NOT NULL,
    decided_at BIGINT
);
CREATE INDEX withdrawals_by_user ON withdrawals (user_id, id);
CREATE INDEX withdrawals_by_tenant ON withdrawals (tenant_id, id);
CREATE INDEX withdrawals_by_tenant_status ON withdrawals (tenant_id, status, id);

-- What a provider told, once each.
CREATE TABLE payment_events (
    provider   TEXT   NOT NULL,
    event_id   TEXT   NOT NULL,
    type       TEXT   NOT NULL,
    payment_id TEXT,
    outcome    TEXT   NOT NULL, -- applied, ignored or refused
    created_at BIGINT NOT NULL,
    PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_by_time ON payment_events (created_at);
