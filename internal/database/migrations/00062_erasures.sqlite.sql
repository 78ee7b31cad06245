-- +goose Up
-- A person who has left. What cannot be found by their id is still looked for, by the contacts, which are then forgotten.
CREATE TABLE erasures (
    id          TEXT   PRIMARY KEY REFERENCES users (id), -- the user's
    tenant_id   TEXT   NOT NULL REFERENCES tenants (id),
    contacts    BYTEA,           -- sealed JSON; null once all is done
    after_event TEXT   NOT NULL, -- events up to this one are clean
    next_at     BIGINT,          -- null once all is done
    left_at     BIGINT NOT NULL,
    done_at     BIGINT
);
CREATE INDEX erasures_due ON erasures (next_at) WHERE next_at IS NOT NULL;

-- Finds what somebody did, and what was sent to an address.
CREATE INDEX audit_log_by_actor ON audit_log (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX messages_by_recipient ON messages (recipient);
