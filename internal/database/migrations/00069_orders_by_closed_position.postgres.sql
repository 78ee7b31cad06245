-- +goose NO TRANSACTION
-- +goose Up
-- What the orders that close a position at an exchange have come to. Only those have one to close.
DROP INDEX CONCURRENTLY IF EXISTS orders_by_closed_position;
CREATE INDEX CONCURRENTLY orders_by_closed_position ON orders (closes_position_id) WHERE closes_position_id IS NOT NULL;
