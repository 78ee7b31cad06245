-- +goose NO TRANSACTION
-- +goose Up
-- Whether others have connected the same account is found without reading all connections.
DROP INDEX CONCURRENTLY IF EXISTS investment_connections_by_fingerprint;
CREATE INDEX CONCURRENTLY investment_connections_by_fingerprint ON investment_connections (fingerprint) WHERE credentials IS NOT NULL;
