-- +goose Up
-- The coin whose simulated price is a pure random walk. An installation that has no catalogue yet gets it with the
-- rest of the built-in one; one that was made with the built-in catalogue gets it beside its bitcoin. No exchange
-- lists it, so it has no venue symbol. Decimals are in units of 10⁻⁸.
INSERT INTO instruments (symbol, name, kind, base_asset, quote_asset, venue_symbol, session, tick_size, lot_step,
    spread_bp, reference_price, annual_volatility, is_active, created_at, updated_at)
SELECT 'FAIRUSD', 'Fair coin', 'crypto', 'FAIR', 'USD', '', 'always', 100000, 1000000,
    200000000, 10000000000, 60000000, is_active, created_at, created_at
FROM instruments WHERE symbol = 'BTCUSD'
ON CONFLICT (symbol) DO NOTHING;
