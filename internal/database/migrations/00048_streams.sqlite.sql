-- +goose Up
-- What lets a browser open a stream that cannot send a header: used once, for a minute, by whose session it was asked.
CREATE TABLE stream_tickets (
    digest     TEXT   PRIMARY KEY, -- of the ticket, which is kept nowhere
    session_id TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX stream_tickets_by_age ON stream_tickets (expires_at);

-- The processes that have streams open. One that dies does not renew its lease.
CREATE TABLE stream_processes (
    id          TEXT   PRIMARY KEY,
    lease_until BIGINT NOT NULL
);

-- The streams that are open: a user has so many places and no more, whichever process the streams are in. A place whose
-- process has no lease is free.
CREATE TABLE stream_places (
    user_id    TEXT   NOT NULL,
    place      BIGINT NOT NULL,
    process_id TEXT   NOT NULL,
    PRIMARY KEY (user_id, place)
);
CREATE INDEX stream_places_by_process ON stream_places (process_id);
