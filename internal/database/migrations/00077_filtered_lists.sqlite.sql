-- +goose Up
-- A user's closings of one instrument, the newest first.
CREATE INDEX trades_by_symbol ON trades (user_id, symbol, closed_at, id) WHERE user_id IS NOT NULL;
-- The signals that can be executed: few, and found among all that ever were.
CREATE INDEX signals_by_expiry ON signals (tenant_id, expires_at);
