-- +goose Up
-- When an account was closed: from then on it counts in no total, and what was left on it has gone out.
ALTER TABLE trading_accounts ADD COLUMN closed_at BIGINT;
UPDATE trading_accounts SET closed_at = (
    SELECT COALESCE(i.closed_at, i.updated_at) FROM investment_accounts i WHERE i.id = trading_accounts.id)
WHERE status = 'closed';

-- What the whole position brought, on the fill that ended it; null on the others. Wins are counted by positions.
ALTER TABLE trades ADD COLUMN position_pnl BIGINT;
UPDATE trades SET position_pnl = (SELECT p.realized_pnl FROM positions p WHERE p.id = trades.position_id)
WHERE type <> 'partial_close';

-- The last UTC day of which the worth of every account is stored. One row.
CREATE TABLE equity_recorded (
    id  BIGINT PRIMARY KEY CHECK (id = 1),
    day BIGINT NOT NULL -- its beginning
);
INSERT INTO equity_recorded (id, day) SELECT 1, MAX(day) FROM equity_snapshots HAVING MAX(day) IS NOT NULL;

-- Running sums over what bots did on their own accounts, so that a closing costs the same after ten trades
-- and after a million. The performance columns of bots are computed from them.
CREATE TABLE bot_results (
    account_id     TEXT             PRIMARY KEY REFERENCES trading_accounts (id),
    closed         BIGINT           NOT NULL DEFAULT 0, -- positions
    won            BIGINT           NOT NULL DEFAULT 0, -- of them, with a net profit
    gains          BIGINT           NOT NULL DEFAULT 0, -- the net profits of those that won
    losses         BIGINT           NOT NULL DEFAULT 0, -- the net losses of the others, positive
    day            BIGINT,                              -- the last UTC day that is in what follows; null before the first position
    value          BIGINT           NOT NULL DEFAULT 0, -- what the account was worth at its end
    peak           BIGINT           NOT NULL DEFAULT 0, -- the most that it was worth at the end of a day
    fall           DOUBLE PRECISION NOT NULL DEFAULT 0, -- the largest fall from a peak, as a fraction
    returns        BIGINT           NOT NULL DEFAULT 0, -- days with a return
    moves          BIGINT           NOT NULL DEFAULT 0, -- of them, with one other than 0
    mean_return    DOUBLE PRECISION NOT NULL DEFAULT 0,
    squared_spread DOUBLE PRECISION NOT NULL DEFAULT 0  -- the sum of the squared distances from the mean
);
INSERT INTO bot_results (account_id, closed, won, gains, losses, day, value, peak)
SELECT b.account_id,
    (SELECT COUNT(*) FROM trades t WHERE t.account_id = b.account_id AND t.position_pnl IS NOT NULL),
    (SELECT COUNT(*) FROM trades t WHERE t.account_id = b.account_id AND t.position_pnl > 0),
    (SELECT COALESCE(SUM(t.position_pnl), 0) FROM trades t WHERE t.account_id = b.account_id AND t.position_pnl > 0),
    (SELECT COALESCE(-SUM(t.position_pnl), 0) FROM trades t WHERE t.account_id = b.account_id AND t.position_pnl < 0),
    (SELECT MIN(p.opened_at) - MIN(p.opened_at) % 86400000000 - 86400000000 FROM positions p WHERE p.account_id = b.account_id),
    b.capital, b.capital
FROM bots b;
