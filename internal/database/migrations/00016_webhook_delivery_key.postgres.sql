-- +goose Up
-- Deliveries are always reached through their endpoint, so one key serves what took two indexes, each of which
-- was written again with every outcome. The tenant is the endpoint's.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_pkey, DROP COLUMN tenant_id;
DROP INDEX webhook_deliveries_by_endpoint;

-- Webhooks write and find rows by the thousand a second. An identifier of PostgreSQL's own type is shorter and
-- compared sooner than a text.
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
ALTER TABLE webhook_deliveries ADD PRIMARY KEY (endpoint_id, id);
