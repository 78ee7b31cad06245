package verify

const (
	// stranded are the states in which money that came has bought nothing.
	stranded = `'failed', 'expired', 'cancelled'`
	// bought are the states in which it has.
	bought = `'succeeded', 'partially_refunded', 'refunded'`
)

// owedOfCourses is what the ledger owes to the payers of courses, by payment: refunds that came back, minus what
// refunds and disputes have taken of that since.
var owedOfCourses = `(
	SELECT p.id, SUM(m.amount) AS amount FROM (
		SELECT id, payment_id, 'refund' AS type FROM refunds UNION ALL SELECT id, payment_id, 'dispute' FROM payment_disputes
	) s JOIN payments p ON p.id = s.payment_id AND p.kind = 'course' AND p.status IN (` + bought + `)
	JOIN ` + moved("hold") + ` m ON m.source_id = s.id AND m.source_type = s.type GROUP BY p.id)`

// movedByDisputes sums what disputes have moved on the accounts of a code: a dispute may take several times.
func movedByDisputes(code string) string {
	return `(SELECT source_id, SUM(amount) AS amount FROM ` + moved(code) + ` m WHERE source_type = 'dispute' GROUP BY source_id)`
}

// paymentRules compare payments, refunds, disputes and withdrawals with the ledger. Whatever enters or leaves the
// platform is booked on accounts of the code external, including the platform's own.
var paymentRules = []rule{
	{"payments", "a payment brought money when its state says so", words, `
		SELECT 'payment ' || id, CASE WHEN paid_at IS NULL THEN 'not paid' ELSE 'paid' END, status FROM payments
		WHERE paid_at IS NULL AND status IN (` + bought + `) OR paid_at IS NOT NULL AND status = 'pending'
			OR (status = 'pending') <> (completed_at IS NULL)`},
	{"payments", "money that came is booked once, for what it was", amounts, `
		SELECT 'payment ' || p.id, CAST(-COALESCE(l.amount, 0) AS TEXT), CAST(CASE WHEN p.paid_at IS NULL THEN 0 ELSE p.amount END AS TEXT)
		FROM payments p LEFT JOIN ` + moved("external") + ` l ON l.source_type = 'payment' AND l.source_id = p.id AND l.kind = CASE
			WHEN p.status IN (` + stranded + `) THEN 'stray' WHEN p.kind = 'course' THEN 'purchase' ELSE 'deposit' END
		WHERE CASE WHEN p.paid_at IS NULL THEN 0 ELSE p.amount END <> -COALESCE(l.amount, 0)`},
	{"payments", "what the ledger has of a payment is a payment that brought it", words, `
		SELECT 'payment ' || l.source_id, CAST(COUNT(*) AS TEXT) || ' bookings', '1 of a payment that was paid'
		FROM ledger_transactions l LEFT JOIN payments p ON p.id = l.source_id
		WHERE l.source_type = 'payment' GROUP BY l.source_id, p.paid_at HAVING COUNT(*) > 1 OR p.paid_at IS NULL`},
	{"payments", "a deposit is booked on the account that it was paid into", words, `
		SELECT 'payment ' || p.id, a.owner_id, COALESCE(p.account_id, 'no account')
		FROM ledger_transactions t JOIN payments p ON p.id = t.source_id
		JOIN ledger_postings l ON l.transaction_id = t.id JOIN ledger_accounts a ON a.id = l.account_id
		WHERE t.source_type = 'payment' AND t.kind = 'deposit' AND a.owner_id <> COALESCE(p.account_id, '') AND a.owner_id <> p.tenant_id`},
	{"payments", "no more of a payment is refunded and disputed than it was", amounts, `
		SELECT 'payment ' || id, CAST(refunded_amount + disputed_amount AS TEXT), CAST(amount AS TEXT)
		FROM payments WHERE refunded_amount + disputed_amount > amount`},
	{"payments", "what was refunded of a payment is the sum of its refunds", amounts, `
		SELECT 'payment ' || p.id, CAST(p.refunded_amount AS TEXT), CAST(COALESCE(r.amount, 0) AS TEXT)
		FROM payments p LEFT JOIN (SELECT payment_id, SUM(amount) AS amount FROM refunds WHERE status = 'succeeded' GROUP BY payment_id) r ON r.payment_id = p.id
		WHERE p.refunded_amount <> COALESCE(r.amount, 0) OR p.refunded_amount > p.amount`},
	{"payments", "a payment is refunded as far as its state says", words, `
		SELECT 'payment ' || id, status, CASE refunded_amount WHEN 0 THEN 'nothing refunded' WHEN amount THEN 'all refunded' ELSE 'partly refunded' END
		FROM payments WHERE status = 'refunded' AND refunded_amount <> amount OR status = 'succeeded' AND refunded_amount <> 0
			OR status = 'partially_refunded' AND (refunded_amount = 0 OR refunded_amount = amount) OR paid_at IS NULL AND refunded_amount <> 0`},
	{"payments", "a refund is booked when it has gone, and its opposite when it came back", amounts, `
		SELECT 'refund ' || r.id, CAST(COALESCE(l.amount, 0) AS TEXT), CAST(CASE WHEN r.status = 'succeeded' THEN r.amount ELSE 0 END AS TEXT)
		FROM refunds r LEFT JOIN (
			SELECT source_id, SUM(amount) AS amount FROM ` + moved("external") + ` m
			WHERE source_type = 'refund' AND kind IN ('refund', 'returned') OR source_type = 'withdrawal' AND kind = 'payout' GROUP BY source_id
		) l ON l.source_id = r.id
		WHERE CASE WHEN r.status = 'succeeded' THEN r.amount ELSE 0 END <> COALESCE(l.amount, 0)`},
	{"payments", "a refund that came back has failed", words, `
		SELECT 'refund ' || t.source_id, COALESCE(r.status, 'no refund'), 'failed' FROM ledger_transactions t LEFT JOIN refunds r ON r.id = t.source_id
		WHERE t.source_type = 'refund' AND t.kind = 'returned' AND COALESCE(r.status, '') <> 'failed'`},
	{"payments", "what is owed to the payer of a course came back of its refunds, and was not refunded again", amounts, `
		SELECT 'payment ' || o.id, CAST(o.amount AS TEXT), CAST(COALESCE(r.amount, 0) AS TEXT)
		FROM ` + owedOfCourses + ` o JOIN payments p ON p.id = o.id LEFT JOIN (
			SELECT r.payment_id, SUM(r.amount) AS amount FROM refunds r
			JOIN ledger_transactions t ON t.source_id = r.id AND t.source_type = 'refund' AND t.kind = 'returned' GROUP BY r.payment_id
		) r ON r.payment_id = o.id
		WHERE o.amount < 0 OR o.amount > COALESCE(r.amount, 0) OR o.amount > p.amount - p.refunded_amount - p.disputed_amount`},
	{"payments", "a refund is of its payment's tenant, and due only while it is pending", words, `
		SELECT 'refund ' || r.id, r.tenant_id || ' ' || r.status, p.tenant_id FROM refunds r JOIN payments p ON p.id = r.payment_id
		WHERE r.tenant_id <> p.tenant_id OR (r.status = 'pending') <> (r.completed_at IS NULL) OR r.status <> 'pending' AND r.next_attempt_at IS NOT NULL`},
	{"payments", "what is disputed of a payment is the sum of its disputes", amounts, `
		SELECT 'payment ' || p.id, CAST(p.disputed_amount AS TEXT), CAST(COALESCE(d.amount, 0) AS TEXT)
		FROM payments p LEFT JOIN (SELECT payment_id, SUM(taken_amount) AS amount FROM payment_disputes WHERE status <> 'won' GROUP BY payment_id) d ON d.payment_id = p.id
		WHERE p.disputed_amount <> COALESCE(d.amount, 0)`},
	{"payments", "what is held for a dispute of a deposit is held until the dispute ends", amounts, `
		SELECT 'dispute ' || d.id, CAST(COALESCE(l.amount, 0) AS TEXT), CAST(CASE d.status WHEN 'open' THEN d.held_amount ELSE 0 END AS TEXT)
		FROM payment_disputes d JOIN payments p ON p.id = d.payment_id AND p.kind = 'deposit' AND p.status IN (` + bought + `)
		LEFT JOIN ` + movedByDisputes("hold") + ` l ON l.source_id = d.id
		WHERE COALESCE(l.amount, 0) <> CASE d.status WHEN 'open' THEN d.held_amount ELSE 0 END`},
	{"payments", "of what a dispute has taken, what is not held has gone, and all of it when it is lost", amounts, `
		SELECT 'dispute ' || d.id, CAST(COALESCE(l.amount, 0) AS TEXT),
			CAST(CASE d.status WHEN 'open' THEN d.taken_amount - d.held_amount WHEN 'lost' THEN d.taken_amount ELSE 0 END AS TEXT)
		FROM payment_disputes d LEFT JOIN ` + movedByDisputes("external") + ` l ON l.source_id = d.id
		WHERE COALESCE(l.amount, 0) <> CASE d.status WHEN 'open' THEN d.taken_amount - d.held_amount WHEN 'lost' THEN d.taken_amount ELSE 0 END`},
	{"payments", "of an account with granted money no more has gone out than was paid in", amounts, `
		SELECT 'account ' || a.id, CAST(-l.balance AS TEXT), CAST(COALESCE(g.amount, 0) AS TEXT)
		FROM trading_accounts a JOIN ` + balances("external") + ` l ON l.owner_id = a.id
		LEFT JOIN ` + moved("cash") + ` g ON g.source_type = 'trading_account' AND g.kind = 'capital' AND g.source_id = a.id
		WHERE a.kind = 'investment' AND a.funding <> 'deposit' AND -l.balance < COALESCE(g.amount, 0)`},
	{"payments", "an event of a provider that was applied is about a payment of that provider", words, `
		SELECT 'event ' || e.provider || ' ' || e.event_id, COALESCE(e.payment_id, 'no payment'), COALESCE(p.provider, 'a payment')
		FROM payment_events e LEFT JOIN payments p ON p.id = e.payment_id
		WHERE e.outcome = 'applied' AND (p.id IS NULL OR p.provider <> e.provider)`},
	{"payments", "what is owed to a payer is money that bought nothing or came back, and has not gone since", amounts, `
		SELECT 'user ' || u.id, CAST(COALESCE(l.balance, 0) AS TEXT), CAST(COALESCE(p.amount, 0) AS TEXT)
		FROM users u LEFT JOIN ` + balances("hold") + ` l ON l.owner_id = u.id
		LEFT JOIN (
			SELECT m.user_id, SUM(CASE WHEN m.status IN (` + stranded + `) THEN m.amount - m.refunded_amount - m.disputed_amount ELSE COALESCE(o.amount, 0) END) AS amount
			FROM payments m LEFT JOIN ` + owedOfCourses + ` o ON o.id = m.id WHERE m.paid_at IS NOT NULL GROUP BY m.user_id
		) p ON p.user_id = u.id WHERE COALESCE(l.balance, 0) <> COALESCE(p.amount, 0)`},
	{"payments", "what a tenant has earned is what its courses were paid, has not gone back and is not owed to their payers", amounts, `
		SELECT 'tenant ' || t.id, CAST(COALESCE(l.balance, 0) AS TEXT), CAST(COALESCE(p.amount, 0) AS TEXT)
		FROM tenants t LEFT JOIN ` + balances("revenue") + ` l ON l.owner_id = t.id
		LEFT JOIN (
			SELECT m.tenant_id, SUM(m.amount - m.refunded_amount - m.disputed_amount - COALESCE(o.amount, 0)) AS amount
			FROM payments m LEFT JOIN ` + owedOfCourses + ` o ON o.id = m.id WHERE m.kind = 'course' AND m.status IN (` + bought + `) GROUP BY m.tenant_id
		) p ON p.tenant_id = t.id WHERE COALESCE(l.balance, 0) <> COALESCE(p.amount, 0)`},
	{"payments", "what is held for a withdrawal is what is left to pay of it", amounts, `
		SELECT 'withdrawal ' || w.id, CAST(COALESCE(l.amount, 0) AS TEXT),
			CAST(CASE w.status WHEN 'requested' THEN w.amount WHEN 'approved' THEN w.transfer_amount + COALESCE(r.amount, 0) ELSE 0 END AS TEXT)
		FROM withdrawals w
		LEFT JOIN (SELECT withdrawal_id, SUM(amount) AS amount FROM refunds WHERE status = 'pending' GROUP BY withdrawal_id) r ON r.withdrawal_id = w.id
		LEFT JOIN (
			SELECT COALESCE(part.withdrawal_id, m.source_id) AS id, SUM(m.amount) AS amount
			FROM ` + moved("hold") + ` m LEFT JOIN refunds part ON part.id = m.source_id WHERE m.source_type = 'withdrawal'
			GROUP BY COALESCE(part.withdrawal_id, m.source_id)
		) l ON l.id = w.id
		WHERE COALESCE(l.amount, 0) <> CASE w.status WHEN 'requested' THEN w.amount WHEN 'approved' THEN w.transfer_amount + COALESCE(r.amount, 0) ELSE 0 END`},
	{"payments", "a withdrawal is of what was held when it was asked for", amounts, `
		SELECT 'withdrawal ' || w.id, CAST(COALESCE(l.amount, 0) AS TEXT), CAST(w.amount AS TEXT)
		FROM withdrawals w LEFT JOIN ` + moved("hold") + ` l ON l.source_type = 'withdrawal' AND l.kind = 'hold' AND l.source_id = w.id
		WHERE COALESCE(l.amount, 0) <> w.amount`},
	{"payments", "what was transferred for a withdrawal has gone when it is paid, and nothing otherwise", amounts, `
		SELECT 'withdrawal ' || w.id, CAST(COALESCE(l.amount, 0) AS TEXT), CAST(CASE w.status WHEN 'paid' THEN w.transfer_amount ELSE 0 END AS TEXT)
		FROM withdrawals w LEFT JOIN ` + moved("external") + ` l ON l.source_type = 'withdrawal' AND l.kind = 'payout' AND l.source_id = w.id
		WHERE COALESCE(l.amount, 0) <> CASE w.status WHEN 'paid' THEN w.transfer_amount ELSE 0 END`},
	{"payments", "a withdrawal is of its account's owner, and complete when its state says so", words, `
		SELECT 'withdrawal ' || w.id, w.tenant_id || ' ' || w.user_id || ' ' || w.status, a.tenant_id || ' ' || COALESCE(a.user_id, 'nobody')
		FROM withdrawals w LEFT JOIN trading_accounts a ON a.id = w.account_id
		WHERE a.user_id IS NULL OR w.tenant_id <> a.tenant_id OR w.user_id <> a.user_id
			OR w.status IN ('requested', 'approved') AND w.completed_at IS NOT NULL OR w.status IN ('paid', 'failed') AND w.completed_at IS NULL`},
}
