-- +goose Up
-- The catalogue is listed by owner, the newest first.
CREATE INDEX bots_by_owner ON bots (tenant_id, id);

-- +goose Down
DROP INDEX bots_by_owner;
