-- +goose Up
-- The primary portfolio looks at what its owner has invested, another one at the paper account: play money and
-- real money are never added up. Existing users get the second one at their next look. A portfolio over accounts
-- that its owner chose stays as it is.
ALTER TABLE portfolios ADD COLUMN is_paper BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX portfolios_paper ON portfolios (user_id) WHERE is_paper;

-- Which part of the portfolio a goal has; 0 is what goals that come before it leave.
ALTER TABLE portfolio_goals ADD COLUMN share BIGINT NOT NULL DEFAULT 0 CHECK (share >= 0 AND share <= 100000000);
