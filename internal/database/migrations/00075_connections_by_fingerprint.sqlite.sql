-- +goose Up
-- Whether others have connected the same account is found without reading all connections.
CREATE INDEX investment_connections_by_fingerprint ON investment_connections (fingerprint) WHERE credentials IS NOT NULL;
