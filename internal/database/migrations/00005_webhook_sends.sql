-- +goose Up
-- What an endpoint got in the last hour, for its rate limits: one row for all that was recorded at a time.
CREATE TABLE webhook_sends (
    endpoint_id TEXT   NOT NULL,
    latest      BIGINT NOT NULL, -- when the last of them ended
    ends        TEXT   NOT NULL  -- JSON: when each of them ended
);
CREATE INDEX webhook_sends_recent ON webhook_sends (endpoint_id, latest);
