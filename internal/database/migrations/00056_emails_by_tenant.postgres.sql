-- +goose Up
-- An email is unique within its tenant: one person may be a customer of two brands. The index also finds all tenants in
-- which an email is known.
CREATE UNIQUE INDEX users_by_email ON users (email, tenant_id);
ALTER TABLE users DROP CONSTRAINT users_email_key;

-- Who has forgotten a password, or says so. A row is written whether or not there is such a user, so that the answer
-- does not tell by its time; a worker then mails the link to those there are. It is gone within moments.
CREATE TABLE reset_requests (
    id         TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL, -- the nil UUID where a tenant was named that there is not
    email      TEXT   NOT NULL, -- lower case
    ip_address TEXT   NOT NULL,
    user_agent TEXT   NOT NULL,
    request_id TEXT   NOT NULL,
    due_at     BIGINT NOT NULL, -- later than now while a failure is waited out
    expires_at BIGINT NOT NULL
);
CREATE INDEX reset_requests_due ON reset_requests (due_at, id);
CREATE INDEX reset_requests_by_email ON reset_requests (email, tenant_id);
SELECT compare_texts_as_bytes();
