-- +goose Up
-- A trailing stop closes positions, and accounts at an exchange trade. A CHECK is no part of what a table stores: SQLite
-- has it changed in the text of the schema, and no row is written anew (https://www.sqlite.org/lang_altertable.html, 7).
-- The text is that of the migrations that made the tables; the index makes other connections read the schema again.
CREATE INDEX orders_by_position ON orders (position_id) WHERE position_id IS NOT NULL;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = REPLACE(sql, '''stop_loss'', ''take_profit''', '''stop_loss'', ''trailing_stop'', ''take_profit''')
WHERE type = 'table' AND name = 'trades';
UPDATE sqlite_schema SET sql = REPLACE(sql, 'kind IN (''paper'', ''bot'', ''investment'')', 'kind IN (''paper'', ''bot'', ''investment'', ''connected'')')
WHERE type = 'table' AND name = 'trading_accounts';
PRAGMA writable_schema = RESET;
