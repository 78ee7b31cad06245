-- +goose Up
-- A trailing stop closes positions, and accounts at an exchange trade. What is stored has kept the stricter rules, so
-- nothing has to be read to begin with the wider ones.
CREATE INDEX orders_by_position ON orders (position_id) WHERE position_id IS NOT NULL;
ALTER TABLE trades DROP CONSTRAINT trades_exit_reason_check;
ALTER TABLE trades ADD CONSTRAINT trades_exit_reason_check CHECK (exit_reason IN (
    'manual', 'signal', 'stop_loss', 'trailing_stop', 'take_profit', 'liquidation', 'copy_stop', 'account_closed')) NOT VALID;
ALTER TABLE trading_accounts DROP CONSTRAINT trading_accounts_kind_check;
ALTER TABLE trading_accounts ADD CONSTRAINT trading_accounts_kind_check CHECK (kind IN ('paper', 'bot', 'investment', 'connected')) NOT VALID;
