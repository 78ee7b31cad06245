-- +goose Up
-- What an endpoint's removal, recovery or switching off leaves to be done, a batch at a time.
CREATE TABLE webhook_jobs (
    id          TEXT   PRIMARY KEY,
    endpoint_id TEXT   NOT NULL, -- may be gone: a removal outlives its endpoint
    tenant_id   TEXT   NOT NULL,
    kind        TEXT   NOT NULL CHECK (kind IN ('remove', 'recover', 'skip')),
    state       TEXT   NOT NULL CHECK (state IN ('running', 'done', 'stopped')),
    after_id    TEXT   NOT NULL, -- a recovery: deliveries up to this one are done
    until_id    TEXT   NOT NULL, -- a recovery: later ones are none of its
    handled     BIGINT NOT NULL,
    due_at      BIGINT NOT NULL, -- the job that waited longest comes next
    created_at  BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX webhook_jobs_running ON webhook_jobs (due_at) WHERE state = 'running';
CREATE INDEX webhook_jobs_by_endpoint ON webhook_jobs (endpoint_id);

-- One row for each tenant that has had endpoints: who holds it counts them alone.
CREATE TABLE webhook_tenants (
    tenant_id TEXT PRIMARY KEY
);
