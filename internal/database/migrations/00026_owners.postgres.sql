-- +goose Up
-- Bots, signals and courses belong to the platform, which is the nil UUID and what everything until now becomes, or
-- to one tenant. Names and slugs are unique within their owner.
ALTER TABLE bots ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE bots ADD COLUMN agent_key TEXT CHECK (agent_key IN ('atlas', 'orion', 'nova')); -- what investment accounts follow; null for any other bot
UPDATE bots SET agent_key = LOWER(name) WHERE name IN ('Atlas', 'Orion', 'Nova');
ALTER TABLE bots DROP CONSTRAINT bots_name_key;
CREATE UNIQUE INDEX bots_by_name ON bots (tenant_id, name);
CREATE UNIQUE INDEX bots_by_agent ON bots (agent_key) WHERE agent_key IS NOT NULL;

ALTER TABLE signals ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
DROP INDEX signals_by_symbol;
DROP INDEX signals_by_type;
CREATE INDEX signals_by_owner ON signals (tenant_id, id);
CREATE INDEX signals_by_symbol ON signals (tenant_id, symbol, id);
CREATE INDEX signals_by_type ON signals (tenant_id, signal_type, id);

ALTER TABLE courses ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE courses DROP CONSTRAINT courses_slug_key;
DROP INDEX courses_listed;
DROP INDEX courses_by_status;
DROP INDEX courses_featured;
CREATE UNIQUE INDEX courses_by_slug ON courses (tenant_id, slug);
CREATE INDEX courses_listed ON courses (tenant_id, published_at, id) WHERE status = 'published';
CREATE INDEX courses_by_status ON courses (tenant_id, status, id);
CREATE INDEX courses_featured ON courses (tenant_id, featured_rank, id) WHERE featured_rank IS NOT NULL;

-- Whoever chooses an owner's featured courses holds its row here, so that two choices do not mix.
CREATE TABLE course_showcases (
    tenant_id  TEXT   PRIMARY KEY, -- the nil UUID for the platform's
    updated_at BIGINT NOT NULL
);
