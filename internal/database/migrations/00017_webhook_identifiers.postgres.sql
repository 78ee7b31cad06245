-- +goose Up
-- Webhooks write and find rows by the thousand a second. PostgreSQL compares and stores identifiers of its own
-- type for a third of what texts cost; SQLite has none.
ALTER TABLE webhook_lanes DROP CONSTRAINT webhook_lanes_endpoint_id_fkey;
ALTER TABLE webhook_endpoints ALTER COLUMN id TYPE UUID USING id::UUID;
ALTER TABLE webhook_lanes ALTER COLUMN endpoint_id TYPE UUID USING endpoint_id::UUID;
ALTER TABLE webhook_lanes ADD FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE;
ALTER TABLE webhook_sends ALTER COLUMN endpoint_id TYPE UUID USING endpoint_id::UUID;
ALTER TABLE webhook_events ALTER COLUMN id TYPE UUID USING id::UUID;
ALTER TABLE webhook_attempts ALTER COLUMN delivery_id TYPE UUID USING delivery_id::UUID;
ALTER TABLE webhook_deliveries
    ALTER COLUMN endpoint_id TYPE UUID USING endpoint_id::UUID,
    ALTER COLUMN id TYPE UUID USING id::UUID,
    ALTER COLUMN event_id TYPE UUID USING event_id::UUID;
