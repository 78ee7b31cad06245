package verify

// positionRules compare positions, the history of their closings and the ledger with each other.
var positionRules = []rule{
	{"positions", "what is open of a position is what its closings have left", amounts, `
		SELECT 'position ' || p.id, CAST(CASE WHEN p.status = 'open' THEN p.quantity ELSE 0 END AS TEXT), CAST(p.opened_quantity - COALESCE(t.quantity, 0) AS TEXT)
		FROM positions p LEFT JOIN ` + closings + ` t ON t.position_id = p.id
		WHERE CASE WHEN p.status = 'open' THEN p.quantity ELSE 0 END <> p.opened_quantity - COALESCE(t.quantity, 0)
			OR p.status <> 'open' AND p.quantity <> p.opened_quantity`},
	{"positions", "what a position has brought is what its closings have", amounts, `
		SELECT 'position ' || p.id, CAST(p.realized_pnl AS TEXT), CAST(COALESCE(t.realized, 0) AS TEXT)
		FROM positions p LEFT JOIN ` + closings + ` t ON t.position_id = p.id WHERE p.realized_pnl <> COALESCE(t.realized, 0)`},
	{"positions", "a position ends with one closing, and an open one has none that ends it", words, `
		SELECT 'position ' || p.id, CAST(COALESCE(t.endings, 0) AS TEXT), CASE WHEN p.status = 'open' THEN '0' ELSE '1' END
		FROM positions p LEFT JOIN ` + closings + ` t ON t.position_id = p.id
		WHERE COALESCE(t.endings, 0) <> CASE WHEN p.status = 'open' THEN 0 ELSE 1 END`},
	{"positions", "a position that is closed holds nothing and says when it was", amounts, `
		SELECT 'position ' || id, CAST(margin + entry_fee AS TEXT), '0' FROM positions
		WHERE status <> 'open' AND (margin <> 0 OR entry_fee <> 0 OR closed_at IS NULL) OR status = 'open' AND (closed_at IS NOT NULL OR quantity <= 0)`},
	{"positions", "a closing is of its position's account, owner, symbol and side", words, `
		SELECT 'trade ' || t.id, t.tenant_id || ' ' || COALESCE(t.user_id, 'nobody') || ' ' || t.account_id || ' ' || t.symbol || ' ' || t.side,
			p.tenant_id || ' ' || COALESCE(p.user_id, 'nobody') || ' ' || p.account_id || ' ' || p.symbol || ' ' || p.side
		FROM trades t JOIN positions p ON p.id = t.position_id
		WHERE t.account_id <> p.account_id OR t.tenant_id <> p.tenant_id OR COALESCE(t.user_id, '') <> COALESCE(p.user_id, '')
			OR t.symbol <> p.symbol OR t.side <> p.side`},
	{"positions", "a position is of its account's owner", words, `
		SELECT 'position ' || p.id, p.tenant_id || ' ' || COALESCE(p.user_id, 'nobody'), a.tenant_id || ' ' || COALESCE(a.user_id, 'nobody')
		FROM positions p JOIN trading_accounts a ON a.id = p.account_id
		WHERE p.tenant_id <> a.tenant_id OR COALESCE(p.user_id, '') <> COALESCE(a.user_id, '')`},
	{"positions", "what a closing brought is its profit without the fees", amounts, `
		SELECT 'trade ' || id, CAST(realized_pnl AS TEXT), CAST(gross_pnl - fees AS TEXT) FROM trades WHERE realized_pnl <> gross_pnl - fees`},
	{"positions", "the profit of a closing is what the ledger booked for it", amounts, `
		SELECT 'trade ' || t.id, CAST(t.gross_pnl AS TEXT), CAST(-COALESCE(l.amount, 0) AS TEXT)
		FROM trades t LEFT JOIN ` + moved("profit") + ` l ON l.source_type = 'trade' AND l.kind = 'close' AND l.source_id = t.id
		WHERE t.gross_pnl <> -COALESCE(l.amount, 0)`},
	{"positions", "every closing is booked, and every booked closing is in the history", words, `
		SELECT 'trade ' || t.id, 'not booked', 'both' FROM trades t
		LEFT JOIN ledger_transactions l ON l.source_id = t.id AND l.source_type = 'trade' AND l.kind = 'close' WHERE l.id IS NULL
		UNION ALL SELECT 'trade ' || l.source_id, 'only booked', 'both' FROM ledger_transactions l
		LEFT JOIN trades t ON t.id = l.source_id WHERE l.source_type = 'trade' AND t.id IS NULL`},
	{"positions", "every position is booked, and every booked opening has its position", words, `
		SELECT 'position ' || p.id, 'not booked', 'both' FROM positions p
		LEFT JOIN ledger_transactions l ON l.source_id = p.id AND l.source_type = 'position' AND l.kind = 'open' WHERE l.id IS NULL
		UNION ALL SELECT 'position ' || l.source_id, 'only booked', 'both' FROM ledger_transactions l
		LEFT JOIN positions p ON p.id = l.source_id WHERE l.source_type = 'position' AND p.id IS NULL`},
	{"positions", "a signal opens as many positions on an account as were executed there: one for its owner, one for who copies", words, `
		SELECT 'signal ' || p.signal_id || ' on account ' || p.account_id, CAST(p.positions AS TEXT) || ' positions', CAST(COALESCE(e.executions, 0) AS TEXT)
		FROM (
			SELECT p.signal_id, p.account_id, COUNT(*) AS positions FROM positions p JOIN trading_accounts a ON a.id = p.account_id
			WHERE p.signal_id IS NOT NULL AND a.kind <> 'connected' GROUP BY p.signal_id, p.account_id
		) p LEFT JOIN (
			SELECT signal_id, account_id, COUNT(*) AS executions FROM signal_executions WHERE outcome = 'executed' GROUP BY signal_id, account_id
		) e ON e.signal_id = p.signal_id AND e.account_id = p.account_id
		WHERE p.positions > COALESCE(e.executions, 0)`},
}

// closings sums the history by position.
const closings = `(
	SELECT position_id, SUM(quantity) AS quantity, SUM(realized_pnl) AS realized, SUM(CASE WHEN type <> 'partial_close' THEN 1 ELSE 0 END) AS endings
	FROM trades GROUP BY position_id)`

// orderRules compare orders with their accounts, with what they have filled and with the exchanges that fill them.
var orderRules = []rule{
	{"orders", "an order is of its account's owner", words, `
		SELECT 'order ' || o.id, o.tenant_id || ' ' || o.user_id, a.tenant_id || ' ' || COALESCE(a.user_id, 'nobody')
		FROM orders o JOIN trading_accounts a ON a.id = o.account_id
		WHERE o.tenant_id <> a.tenant_id OR a.user_id IS NULL OR o.user_id <> a.user_id`},
	{"orders", "an order that has ended holds nothing", amounts, `
		SELECT 'order ' || id, CAST(held AS TEXT), '0' FROM orders WHERE status <> 'working' AND held <> 0`},
	{"orders", "an order that is filled has filled something and names its position", words, `
		SELECT 'order ' || id, status || ' without', 'a quantity and a position' FROM orders
		WHERE status = 'filled' AND closes_position_id IS NULL AND side = 'buy' AND (filled_quantity <= 0 OR position_id IS NULL)
			OR filled_quantity < 0 OR filled_quantity > quantity`},
	{"orders", "what an exchange has filled of an order is the sum of its fills", amounts, `
		SELECT 'order ' || o.id, CAST(o.filled_quantity AS TEXT), CAST(COALESCE(f.quantity, 0) AS TEXT)
		FROM orders o JOIN trading_accounts a ON a.id = o.account_id AND a.kind = 'connected'
		LEFT JOIN (SELECT order_id, SUM(quantity) AS quantity FROM order_fills GROUP BY order_id) f ON f.order_id = o.id
		WHERE o.filled_quantity <> COALESCE(f.quantity, 0)`},
	{"orders", "what is done at an exchange is not due there", words, `
		SELECT 'order ' || id, state || ' and due', 'not due' FROM live_orders WHERE state = 'done' AND next_at IS NOT NULL`},
}

// copyRules compare subscriptions with what was traded for them.
var copyRules = []rule{
	{"copying", "a subscription is of its account's owner", words, `
		SELECT 'subscription ' || s.id, s.tenant_id || ' ' || s.user_id, a.tenant_id || ' ' || COALESCE(a.user_id, 'nobody')
		FROM bot_subscriptions s JOIN trading_accounts a ON a.id = s.account_id
		WHERE s.tenant_id <> a.tenant_id OR a.user_id IS NULL OR s.user_id <> a.user_id`},
	{"copying", "what a subscription has brought is what its trades have", amounts, `
		SELECT 'subscription ' || s.id, CAST(s.realized_pnl AS TEXT), CAST(COALESCE(t.realized, 0) AS TEXT)
		FROM bot_subscriptions s LEFT JOIN (
			SELECT p.subscription_id, SUM(t.realized_pnl) AS realized FROM trades t JOIN positions p ON p.id = t.position_id
			WHERE p.subscription_id IS NOT NULL GROUP BY p.subscription_id
		) t ON t.subscription_id = s.id WHERE s.realized_pnl <> COALESCE(t.realized, 0)`},
	{"copying", "a subscription allocates no less than nothing, and has ended when it says so", words, `
		SELECT 'subscription ' || id, status, CASE WHEN ended_at IS NULL THEN 'no end' ELSE 'an end' END FROM bot_subscriptions
		WHERE allocated_capital < 0 OR copy_stop_percent < 0 OR (status = 'active') <> (ended_at IS NULL)`},
	{"copying", "a position that was copied is on the account of its subscription", words, `
		SELECT 'position ' || p.id, p.account_id, s.account_id FROM positions p JOIN bot_subscriptions s ON s.id = p.subscription_id
		WHERE p.account_id <> s.account_id`},
	{"copying", "a bot trades on an account of its own", words, `
		SELECT 'bot ' || b.id, a.kind, 'bot' FROM bots b JOIN trading_accounts a ON a.id = b.account_id WHERE a.kind <> 'bot' OR a.user_id IS NOT NULL`},
}
