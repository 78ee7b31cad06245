package payments_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/test/e2e/kit"
)

// cameBack is the condition that the money of the refund r had gone and came back.
const cameBack = `EXISTS (SELECT 1 FROM ledger_transactions b WHERE b.source_id = r.id AND b.source_type = 'refund' AND b.kind = 'returned')`

// impossiblePayments are queries for impossible states, by description. Each is one statement, so it can run while
// the books are written.
var impossiblePayments = map[string]string{
	"enrollments that rest on a payment that brought no money": `
		SELECT COUNT(*) FROM enrollments e WHERE e.payment_id IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM payments p WHERE p.id = e.payment_id AND p.user_id = e.user_id AND p.course_id = e.course_id
				AND p.status IN ('succeeded', 'partially_refunded', 'refunded'))`,
	"enrollments that go on although all of their money went back": `
		SELECT COUNT(*) FROM enrollments e JOIN payments p ON p.id = e.payment_id
		WHERE e.status IN ('active', 'completed') AND p.status = 'refunded'`,
	"payments of a course that bought nothing": `
		SELECT COUNT(*) FROM payments p WHERE p.kind = 'course' AND p.status IN ('succeeded', 'partially_refunded', 'refunded')
			AND NOT EXISTS (SELECT 1 FROM enrollments e WHERE e.payment_id = p.id)`,
	"enrollments in a paid course without a payment": `
		SELECT COUNT(*) FROM enrollments e JOIN courses c ON c.id = e.course_id AND c.price_usd > 0 WHERE e.payment_id IS NULL`,
	"payments with money that is not booked once": `
		SELECT COUNT(*) FROM payments p WHERE p.paid_at IS NOT NULL AND 1 <> (
			SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_type = 'payment' AND l.source_id = p.id)`,
	"bookings of payments without money": `
		SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_type = 'payment'
			AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = l.source_id AND p.paid_at IS NOT NULL)`,
	"payments that were booked with another amount": `
		SELECT COUNT(*) FROM payments p WHERE p.paid_at IS NOT NULL AND p.amount <> (
			SELECT SUM(t.amount) FROM ledger_postings t JOIN ledger_transactions l ON l.id = t.transaction_id
			WHERE l.source_type = 'payment' AND l.source_id = p.id AND t.amount > 0)`,
	"payments that ended well without money, or are pending with it": `
		SELECT COUNT(*) FROM payments p WHERE
			p.paid_at IS NULL AND p.status IN ('succeeded', 'partially_refunded', 'refunded') OR p.paid_at IS NOT NULL AND p.status = 'pending'`,
	"payments whose refunds are not what went back": `
		SELECT COUNT(*) FROM payments p WHERE p.refunded_amount <> (
			SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status = 'succeeded')`,
	"payments of which more goes back than came": `
		SELECT COUNT(*) FROM payments p WHERE p.amount < (
			SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'failed')`,
	"payments whose status is not that of their refunds": `
		SELECT COUNT(*) FROM payments p WHERE (p.status = 'refunded' AND p.refunded_amount <> p.amount)
			OR (p.status = 'partially_refunded' AND (p.refunded_amount = 0 OR p.refunded_amount = p.amount))
			OR (p.status = 'succeeded' AND p.refunded_amount <> 0)`,
	"payments that are over and whose money nobody sends back": `
		SELECT COUNT(*) FROM payments p WHERE p.paid_at IS NOT NULL AND p.status IN ('failed', 'cancelled', 'expired')
			AND p.amount <> (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'failed')`,
	"refunds that went back and are not booked once": `
		SELECT COUNT(*) FROM refunds r WHERE r.status = 'succeeded' AND 1 <> (
			SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_id = r.id AND l.kind IN ('refund', 'payout'))`,
	"bookings of refunds that did not go back": `
		SELECT COUNT(*) FROM refunds r JOIN ledger_transactions l ON l.source_id = r.id AND l.kind IN ('refund', 'payout')
		WHERE r.status <> 'succeeded' AND NOT ` + cameBack,
	"withdrawals that are not held once": `
		SELECT COUNT(*) FROM withdrawals w WHERE 1 <> (
			SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_id = w.id AND l.kind = 'hold')`,
	"withdrawals whose bookings are not their status": `
		SELECT COUNT(*) FROM withdrawals w WHERE
			(SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_id = w.id AND l.kind = 'payout')
				<> CASE WHEN w.status = 'paid' AND w.transfer_amount > 0 THEN 1 ELSE 0 END
			OR (SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_id = w.id AND l.kind = 'release')
				<> CASE WHEN w.status IN ('rejected', 'cancelled', 'failed') THEN 1 ELSE 0 END`,
	"withdrawals whose parts are not the whole": `
		SELECT COUNT(*) FROM withdrawals w WHERE w.status IN ('approved', 'paid', 'failed') AND w.amount <> w.transfer_amount
			+ (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.withdrawal_id = w.id AND (r.status <> 'failed' OR ` + cameBack + `))`,
	"withdrawals that are paid while refunds are under way": `
		SELECT COUNT(*) FROM withdrawals w JOIN refunds r ON r.withdrawal_id = w.id AND r.status = 'pending' WHERE w.status <> 'approved'`,
	"withdrawals that their owner has decided on": `
		SELECT COUNT(*) FROM withdrawals w WHERE w.decided_by = w.user_id OR w.completed_by = w.user_id AND w.status <> 'cancelled'`,
	"holds without a withdrawal, a refund or a dispute": `
		SELECT COUNT(*) FROM ledger_transactions l WHERE l.kind = 'hold' AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = l.source_id)
			AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.id = l.source_id) AND NOT EXISTS (SELECT 1 FROM payment_disputes d WHERE d.id = l.source_id)`,
	"accounts that hold something else than what is under way": `
		SELECT COUNT(*) FROM trading_accounts a LEFT JOIN ledger_accounts h ON h.owner_id = a.id AND h.code = 'hold'
		WHERE COALESCE(h.balance, 0)
			<> (SELECT COALESCE(SUM(w.amount), 0) FROM withdrawals w WHERE w.account_id = a.id AND w.status = 'requested')
			+ (SELECT COALESCE(SUM(w.transfer_amount), 0) FROM withdrawals w WHERE w.account_id = a.id AND w.status = 'approved')
			+ (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r JOIN payments p ON p.id = r.payment_id
				WHERE p.account_id = a.id AND r.status = 'pending' AND p.status NOT IN ('failed', 'cancelled', 'expired'))
			+ (SELECT COALESCE(SUM(d.held_amount), 0) FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
				WHERE p.account_id = a.id AND d.status = 'open')`,
	"owners who have a debt that is none": `
		SELECT COUNT(*) FROM ledger_accounts WHERE code = 'debt' AND balance > 0`,
	"debts that the house has not paid": `
		SELECT COUNT(*) FROM tenants t WHERE 0 <> (
			SELECT COALESCE(SUM(l.balance), 0) FROM ledger_accounts l WHERE l.tenant_id = t.id AND (l.code = 'debt' OR l.code = 'external' AND l.owner_id = t.id))`,
	"payments whose disputes are not what was taken": `
		SELECT COUNT(*) FROM payments p WHERE p.disputed_amount <> (
			SELECT COALESCE(SUM(d.taken_amount), 0) FROM payment_disputes d WHERE d.payment_id = p.id AND d.status <> 'won')`,
	"users who are owed something else than what goes back to them": `
		SELECT COUNT(*) FROM ledger_accounts h WHERE h.code = 'hold' AND NOT EXISTS (SELECT 1 FROM trading_accounts a WHERE a.id = h.owner_id)
			AND h.balance <> (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r JOIN payments p ON p.id = r.payment_id
				WHERE p.user_id = h.owner_id AND r.status <> 'succeeded' AND p.status IN ('failed', 'cancelled', 'expired'))
			+ (SELECT COALESCE(SUM(o.amount), 0) FROM ledger_postings o JOIN ledger_transactions l ON l.id = o.transaction_id AND l.source_type = 'refund'
				JOIN refunds r ON r.id = l.source_id JOIN payments p ON p.id = r.payment_id
				WHERE o.account_id = h.id AND p.status NOT IN ('failed', 'cancelled', 'expired'))`,
	"refunds that came back and did not fail": `
		SELECT COUNT(*) FROM refunds r WHERE r.status <> 'failed' AND ` + cameBack,
	"payments of a course that are pending twice": `
		SELECT COUNT(*) FROM (SELECT user_id, course_id FROM payments WHERE status = 'pending' AND course_id IS NOT NULL
			GROUP BY user_id, course_id HAVING COUNT(*) > 1) AS twice`,
	"accounts with less than nothing": `
		SELECT COUNT(*) FROM ledger_accounts WHERE code IN ('cash', 'margin', 'hold', 'revenue') AND balance < 0`,
	"accounts whose margin is not that of their open positions": kit.Impossible["accounts whose margin is not that of their open positions"],
}

// wantLedger checks that the books of the whole platform follow the rules of double entry.
func wantLedger(t *testing.T, db *database.DB) {
	t.Helper()
	report, err := ledger.Verify(t.Context(), db)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		t.Error(err)
	}
}

// untold are queries for what has no event, or more than one. The ids are in the bodies of the events, so each query
// scans all events: they are for small databases without concurrent writes.
var untold = map[string]string{
	"payments that succeeded and were not told of once": `
		SELECT COUNT(*) FROM payments p WHERE p.status IN ('succeeded', 'partially_refunded', 'refunded') AND 1 <> (
			SELECT COUNT(*) FROM webhook_events e WHERE e.type = 'payment.succeeded' AND e.body LIKE '%"paymentId":"' || p.id || '"%')`,
	"payments that did not succeed and were told of so": `
		SELECT COUNT(*) FROM payments p WHERE p.status IN ('pending', 'failed', 'cancelled', 'expired') AND EXISTS (
			SELECT 1 FROM webhook_events e WHERE e.type = 'payment.succeeded' AND e.body LIKE '%"paymentId":"' || p.id || '"%')`,
	"payments that failed and were not told of once": `
		SELECT COUNT(*) FROM payments p WHERE p.status IN ('failed', 'expired') AND 1 <> (
			SELECT COUNT(*) FROM webhook_events e WHERE e.type = 'payment.failed' AND e.body LIKE '%"paymentId":"' || p.id || '"%')`,
	"refunds that went back and were not told of once": `
		SELECT COUNT(*) FROM refunds r WHERE r.status = 'succeeded' AND 1 <> (
			SELECT COUNT(*) FROM webhook_events e WHERE e.type = 'payment.refunded' AND e.body LIKE '%"refundId":"' || r.id || '"%')`,
	"refunds that failed and were not told of once": `
		SELECT COUNT(*) FROM refunds r WHERE r.status = 'failed' AND 1 <> (
			SELECT COUNT(*) FROM webhook_events e WHERE e.type = 'payment.refund_failed' AND e.body LIKE '%"refundId":"' || r.id || '"%')`,
	"withdrawals that were not told of once": `
		SELECT COUNT(*) FROM withdrawals w WHERE 1 <> (SELECT COUNT(*) FROM webhook_events e
			WHERE e.type = 'payment.withdrawal.requested' AND e.body LIKE '%"withdrawalId":"' || w.id || '"%')`,
	"decisions that were not told of once": `
		SELECT COUNT(*) FROM withdrawals w WHERE CASE w.status WHEN 'requested' THEN 0 ELSE 1 END <> (SELECT COUNT(*) FROM webhook_events e
			WHERE e.type = 'payment.withdrawal.' || w.status AND e.type <> 'payment.withdrawal.requested'
				AND e.body LIKE '%"withdrawalId":"' || w.id || '"%')`,
}
