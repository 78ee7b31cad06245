-- +goose Up
-- Who leaves had a name on their signals, which is taken off some at a time: those that have lost it are not looked at again. Whether
-- all tenants were told of them is asked while nothing else is written; an export goes through all of them. A bot's signals have no author.
CREATE INDEX signals_named_by_author ON signals (author_id) WHERE author_id IS NOT NULL AND author_name <> '';
CREATE INDEX signals_by_author_and_tenant ON signals (author_id, tenant_id, id) WHERE author_id IS NOT NULL;
