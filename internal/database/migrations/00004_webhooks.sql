-- +goose Up
CREATE TABLE webhook_endpoints (
    id                       TEXT    PRIMARY KEY,
    tenant_id                TEXT    NOT NULL REFERENCES tenants (id),
    name                     TEXT    NOT NULL,
    description              TEXT,
    url                      TEXT    NOT NULL,
    http_method              TEXT    NOT NULL,
    auth_type                TEXT    NOT NULL CHECK (auth_type IN ('none', 'basic', 'bearer', 'hmac', 'oauth2')),
    auth_config              BYTEA   NOT NULL, -- sealed JSON
    custom_headers           BYTEA   NOT NULL, -- sealed JSON: a header may well be a secret
    subscribed_events        TEXT    NOT NULL, -- JSON
    filters                  TEXT    NOT NULL, -- JSON
    retry_enabled            BOOLEAN NOT NULL,
    max_retries              BIGINT  NOT NULL,
    retry_delay_seconds      BIGINT  NOT NULL,
    retry_backoff_multiplier BIGINT  NOT NULL, -- in tenths
    timeout_seconds          BIGINT  NOT NULL,
    is_active                BOOLEAN NOT NULL,
    is_verified              BOOLEAN NOT NULL,
    verified_at              BIGINT,
    signing_secret           BYTEA, -- sealed
    previous_secret          BYTEA, -- sealed; signs too until the next column's time
    previous_secret_until    BIGINT,
    total_deliveries         BIGINT  NOT NULL DEFAULT 0,
    successful_deliveries    BIGINT  NOT NULL DEFAULT 0,
    failed_deliveries        BIGINT  NOT NULL DEFAULT 0,
    last_delivery_at         BIGINT,
    last_success_at          BIGINT,
    last_failure_at          BIGINT,
    failing_since            BIGINT, -- the first failure after the last success
    rate_limit_per_minute    BIGINT  NOT NULL,
    rate_limit_per_hour      BIGINT  NOT NULL,
    created_at               BIGINT  NOT NULL,
    updated_at               BIGINT  NOT NULL,
    created_by               TEXT,
    UNIQUE (tenant_id, url)
);
CREATE INDEX webhook_endpoints_by_tenant ON webhook_endpoints (tenant_id, id);
CREATE INDEX webhook_endpoints_active ON webhook_endpoints (tenant_id) WHERE is_active;

CREATE TABLE webhook_events (
    id         TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL, -- without a reference: checking it would cost more than writing the row
    type       TEXT   NOT NULL,
    body       TEXT   NOT NULL, -- as it is sent
    created_at BIGINT NOT NULL
);
CREATE INDEX webhook_events_by_tenant ON webhook_events (tenant_id, id);

-- An event for all tenants on its way to each of them.
CREATE TABLE webhook_broadcasts (
    id          TEXT   PRIMARY KEY,
    type        TEXT   NOT NULL,
    data        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    last_tenant TEXT   NOT NULL DEFAULT '' -- tenants up to this id have it
);

CREATE TABLE webhook_deliveries (
    id              TEXT   PRIMARY KEY,
    event_id        TEXT   NOT NULL,
    endpoint_id     TEXT   NOT NULL, -- may be gone: publishing must not fail because of that
    tenant_id       TEXT   NOT NULL,
    status          TEXT   NOT NULL CHECK (status IN ('pending', 'succeeded', 'exhausted', 'skipped')),
    attempts        BIGINT NOT NULL DEFAULT 0,
    attempts_before BIGINT NOT NULL DEFAULT 0, -- those made before it was sent again on request
    next_attempt_at BIGINT, -- while pending
    created_at      BIGINT NOT NULL,
    finished_at     BIGINT
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_unsent ON webhook_deliveries (endpoint_id, id) WHERE status IN ('exhausted', 'skipped');
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id);

CREATE TABLE webhook_attempts (
    delivery_id      TEXT   NOT NULL, -- without a reference: checking it would cost more than writing the row
    number           BIGINT NOT NULL,
    started_at       BIGINT NOT NULL,
    finished_at      BIGINT NOT NULL,
    request_headers  TEXT   NOT NULL, -- JSON, secrets masked
    response_status  BIGINT NOT NULL, -- 0 without an answer
    response_headers TEXT   NOT NULL, -- JSON
    response_body    BYTEA,
    timing           TEXT   NOT NULL, -- JSON: microseconds by phase
    error_class      TEXT   NOT NULL,
    error            TEXT   NOT NULL,
    PRIMARY KEY (delivery_id, number)
);

-- Who sends to an endpoint. One process at a time holds a lane; the fence grows with every holder.
CREATE TABLE webhook_lanes (
    endpoint_id TEXT   PRIMARY KEY REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    holder      TEXT   NOT NULL,
    fence       BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    reserved    BIGINT NOT NULL, -- sends that may have been made and not been recorded
    lost        TEXT   NOT NULL DEFAULT '[]' -- JSON: those of earlier holders, and when they were made at the latest
);
CREATE INDEX webhook_lanes_by_holder ON webhook_lanes (holder);
