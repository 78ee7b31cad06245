-- +goose Up
-- Deliveries are always reached through their endpoint, so one key serves what took two indexes. The tenant is
-- the endpoint's.
CREATE TABLE webhook_deliveries_keyed (
    endpoint_id     TEXT   NOT NULL, -- may be gone: publishing must not fail because of that
    id              TEXT   NOT NULL,
    event_id        TEXT   NOT NULL,
    status          TEXT   NOT NULL CHECK (status IN ('pending', 'succeeded', 'exhausted', 'skipped')),
    attempts        BIGINT NOT NULL DEFAULT 0,
    attempts_before BIGINT NOT NULL DEFAULT 0, -- those made before it was sent again on request
    next_attempt_at BIGINT, -- while pending
    created_at      BIGINT NOT NULL,
    finished_at     BIGINT,
    PRIMARY KEY (endpoint_id, id)
);
INSERT INTO webhook_deliveries_keyed (endpoint_id, id, event_id, status, attempts, attempts_before, next_attempt_at, created_at, finished_at)
SELECT endpoint_id, id, event_id, status, attempts, attempts_before, next_attempt_at, created_at, finished_at FROM webhook_deliveries;
DROP TABLE webhook_deliveries;
ALTER TABLE webhook_deliveries_keyed RENAME TO webhook_deliveries;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_unsent ON webhook_deliveries (endpoint_id, id) WHERE status IN ('exhausted', 'skipped');
