package verify

// accountRules compare the money of trading accounts with what it is set aside for and where it came from.
var accountRules = []rule{
	{"accounts", "the margin of an account is that of its open positions", amounts, `
		SELECT 'account ' || a.id, CAST(COALESCE(l.balance, 0) AS TEXT), CAST(COALESCE(p.margin, 0) AS TEXT)
		FROM trading_accounts a LEFT JOIN ` + balances("margin") + ` l ON l.owner_id = a.id
		LEFT JOIN (SELECT account_id, SUM(margin) AS margin FROM positions GROUP BY account_id) p ON p.account_id = a.id
		WHERE COALESCE(l.balance, 0) <> COALESCE(p.margin, 0)`},
	{"accounts", "what an account has reserved is what its working orders hold", amounts, `
		SELECT 'account ' || a.id, CAST(COALESCE(l.balance, 0) AS TEXT), CAST(COALESCE(o.held, 0) AS TEXT)
		FROM trading_accounts a LEFT JOIN ` + balances("reserved") + ` l ON l.owner_id = a.id
		LEFT JOIN (SELECT account_id, SUM(held) AS held FROM orders WHERE status = 'working' GROUP BY account_id) o ON o.account_id = a.id
		WHERE COALESCE(l.balance, 0) <> COALESCE(o.held, 0)`},
	{"accounts", "what an account holds is what is asked for, goes back or is disputed", amounts, `
		SELECT 'account ' || a.id, CAST(COALESCE(l.balance, 0) AS TEXT), CAST(COALESCE(w.amount, 0) AS TEXT)
		FROM trading_accounts a LEFT JOIN ` + balances("hold") + ` l ON l.owner_id = a.id
		LEFT JOIN (SELECT account_id, SUM(amount) AS amount FROM ` + waiting + ` due GROUP BY account_id) w ON w.account_id = a.id
		WHERE COALESCE(l.balance, 0) <> COALESCE(w.amount, 0)`},
	{"accounts", "what an account has won is what its trades and open positions say", amounts, `
		SELECT 'account ' || a.id, CAST(-COALESCE(l.balance, 0) AS TEXT), CAST(COALESCE(t.realized, 0) - COALESCE(p.fees, 0) AS TEXT)
		FROM trading_accounts a
		LEFT JOIN (SELECT owner_id, SUM(balance) AS balance FROM ledger_accounts WHERE code IN ('profit', 'fees') GROUP BY owner_id) l ON l.owner_id = a.id
		LEFT JOIN (SELECT account_id, SUM(realized_pnl) AS realized FROM trades GROUP BY account_id) t ON t.account_id = a.id
		LEFT JOIN (SELECT account_id, SUM(entry_fee) AS fees FROM positions GROUP BY account_id) p ON p.account_id = a.id
		WHERE -COALESCE(l.balance, 0) <> COALESCE(t.realized, 0) - COALESCE(p.fees, 0)`},
	{"accounts", "an account at an exchange has no cash in the books", amounts, `
		SELECT 'account ' || a.id, CAST(l.balance AS TEXT), '0'
		FROM trading_accounts a JOIN ` + balances("cash") + ` l ON l.owner_id = a.id WHERE a.kind = 'connected' AND l.balance <> 0`},
	{"accounts", "an account is closed once nothing is open on it, and then says when", words, `
		SELECT 'account ' || a.id, 'closed with ' || CAST(COUNT(p.id) AS TEXT) || ' open positions', 'closed with none'
		FROM trading_accounts a LEFT JOIN positions p ON p.account_id = a.id AND p.status = 'open'
		WHERE a.status = 'closed' GROUP BY a.id, a.closed_at HAVING COUNT(p.id) > 0 OR a.closed_at IS NULL`},
	{"accounts", "accounts know whether their owner is suspended", words, `
		SELECT 'account ' || a.id, CASE WHEN a.owner_locked_at IS NULL THEN 'buys' ELSE 'buys nothing' END,
			CASE WHEN u.suspended_at IS NULL THEN 'an owner who may' ELSE 'an owner who is suspended' END
		FROM trading_accounts a JOIN users u ON u.id = a.user_id WHERE (a.owner_locked_at IS NULL) <> (u.suspended_at IS NULL)`},
	{"accounts", "a day of an account's record begins at midnight", words, `
		SELECT 'account ' || account_id, CAST(day AS TEXT), 'a whole day' FROM equity_snapshots WHERE day % 86400000000 <> 0`},
}

// waiting is what is held on accounts: undecided withdrawals, the rest of approved ones, pending refunds of deposits,
// and disputed money.
const waiting = `(
	SELECT account_id, amount FROM withdrawals WHERE status = 'requested'
	UNION ALL SELECT account_id, transfer_amount FROM withdrawals WHERE status = 'approved'
	UNION ALL SELECT m.account_id, r.amount FROM refunds r JOIN payments m ON m.id = r.payment_id
		WHERE r.status = 'pending' AND m.kind = 'deposit' AND m.status NOT IN (` + stranded + `)
	UNION ALL SELECT m.account_id, d.held_amount FROM payment_disputes d JOIN payments m ON m.id = d.payment_id
		WHERE d.status = 'open' AND m.kind = 'deposit' AND m.status NOT IN (` + stranded + `))`

// investmentRules compare investment accounts with the trading accounts behind them.
var investmentRules = []rule{
	{"investment", "an investment account and its trading account have one owner", words, `
		SELECT 'account ' || i.id, i.tenant_id || ' ' || i.user_id, a.tenant_id || ' ' || COALESCE(a.user_id, 'nobody')
		FROM investment_accounts i JOIN trading_accounts a ON a.id = i.id
		WHERE a.kind <> 'investment' OR i.tenant_id <> a.tenant_id OR a.user_id IS NULL OR i.user_id <> a.user_id`},
	{"investment", "an investment account trades as its state says", words, `
		SELECT 'account ' || i.id, a.status, i.status FROM investment_accounts i JOIN trading_accounts a ON a.id = i.id
		WHERE (i.status = 'active') <> (a.status = 'active') OR (i.status = 'closed') <> (a.status = 'closed')`},
	{"investment", "a trading account of the kind belongs to an investment account", words, `
		SELECT 'account ' || a.id, 'no investment account', 'one'
		FROM trading_accounts a LEFT JOIN investment_accounts i ON i.id = a.id WHERE a.kind = 'investment' AND i.id IS NULL`},
	{"investment", "a connection that has ended keeps no credentials", words, `
		SELECT 'connection ' || id, 'credentials', 'none' FROM investment_connections WHERE status = 'disconnected' AND credentials IS NOT NULL`},
}
