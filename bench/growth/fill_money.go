package growth

import (
	"context"
	"database/sql"
	"fmt"

	"bourse/bench/kit"
	"bourse/internal/ledger"
)

func scanText(rows *sql.Rows, into *string) error { return rows.Scan(into) }

// fillBooks gives every account its money, and books as many changes of it, each two of which cancel out.
func (f *filler) fillBooks(ctx context.Context) error {
	users := f.over(years*year, f.size.users)
	changes := f.size.of("ledger_transactions")
	booked, own := f.over(years*year, changes), f.over(years*year, f.size.own)
	cash, outside := users.id("051", f.someNumber()), users.id("052", f.someNumber())
	var tables []table
	for kind, code := range map[string]ledger.Code{"051": ledger.Cash, "052": ledger.External} {
		tables = append(tables, table{"ledger_accounts", f.size.users, map[string]string{
			"id": users.id(kind, "i"), "tenant_id": text(f.tenant), "owner_id": f.accountID("i"), "code": text(code), "currency": "'USD'",
			"balance": "0", "allow_negative": fmt.Sprint(code == ledger.External), "created_at": users.at(),
		}})
	}
	tables = append(tables, f.booked(booked, "053", changes, cash, outside)...)
	external := ledger.AccountID(f.owner.Account, ledger.External, "USD")
	return f.write(ctx, append(tables, f.booked(own, "054", f.size.own, text(cashOf(f.owner.Account)), text(external))...)...)
}

// booked returns transactions that move one unit from one account to another and, the next time, back.
func (f *filler) booked(made moments, kind string, count int, to, from string) []table {
	amount := fmt.Sprintf("(1 - i %% 2 * 2) * %d", kit.Unit)
	tables := []table{{"ledger_transactions", count, map[string]string{
		"id": made.id(kind, "i"), "tenant_id": text(f.tenant), "source_type": "'payment'", "source_id": "'growth-" + kind + "-' || i", "kind": "'deposit'",
		"created_at": made.at(),
	}}}
	for _, side := range []struct{ account, amount string }{{to, amount}, {from, "-" + amount}} {
		tables = append(tables, table{"ledger_postings", count, map[string]string{
			"transaction_id": made.id(kind, "i"), "account_id": side.account, "amount": side.amount, "balance_after": fmt.Sprint(kit.Mark * 1000),
		}})
	}
	return tables
}

func (f *filler) fillMoney(ctx context.Context) error {
	payment := func(kind string, count int, user, account string) table {
		made := f.over(years*year, count)
		return table{"payments", count, map[string]string{
			"id": made.id(kind, "i"), "tenant_id": text(f.tenant), "user_id": user, "kind": "'deposit'", "account_id": account, "description": "'Deposit'",
			"amount": fmt.Sprint(100 * kit.Unit), "currency": "'USD'", "status": "'succeeded'", "provider": "'sandbox'", "created_at": made.at(),
			"updated_at": made.at(), "paid_at": made.at(), "completed_at": made.at(),
		}}
	}
	withdrawals := f.size.of("withdrawals") + page // enough for a page
	made := f.over(years*year, withdrawals)
	return f.write(ctx,
		payment("060", f.size.of("payments"), f.someUser(), f.someAccount()),
		payment("061", f.size.own, text(f.owner.User), text(f.owner.Account)),
		table{"withdrawals", withdrawals, map[string]string{
			"id": made.id("062", "i"), "tenant_id": text(f.tenant), "user_id": f.someUser(), "account_id": f.someAccount(), "amount": fmt.Sprint(10 * kit.Unit),
			"currency": "'USD'", "status": "'paid'", "created_at": made.at(), "decided_at": made.at(), "completed_at": made.at(),
		}})
}

func (f *filler) fillLearning(ctx context.Context) error {
	rows, err := f.pool.QueryContext(ctx, `SELECT id FROM lessons ORDER BY id LIMIT 1`)
	lessons, err := kit.Collect(rows, err, scanText)
	if err != nil {
		return err
	}
	var tables []table
	for i, course := range f.courses {
		count := f.size.of("enrollments") / len(f.courses)
		made := f.over(years*year, count)
		kind := fmt.Sprintf("07%x", i)
		tables = append(tables, table{"enrollments", count, map[string]string{
			"id": made.id(kind, "i"), "tenant_id": text(f.tenant), "user_id": f.someUser(), "course_id": text(course), "attempt": "1", "status": "'active'",
			"enrolled_at": made.at(),
		}}, table{"lesson_completions", count, map[string]string{
			"enrollment_id": made.id(kind, "i"), "lesson_id": text(lessons[0]), "completed_at": made.at(),
		}}, table{"enrollments", 1, map[string]string{
			"id": f.over(years*year, 1).id("08"+fmt.Sprintf("%x", i), "i"), "tenant_id": text(f.tenant), "user_id": text(f.owner.User), "course_id": text(course),
			"attempt": "1", "status": "'active'", "enrolled_at": made.at(),
		}})
	}
	return f.write(ctx, tables...)
}

// fillRecords stores the records of what happened, as far back as they are kept.
func (f *filler) fillRecords(ctx context.Context) error {
	audit := func(kind string, count int, user string) table {
		made := f.over(2*year-day, count)
		return table{"audit_log", count, map[string]string{
			"id": made.id(kind, "i"), "tenant_id": text(f.tenant), "actor_id": user, "user_id": user, "action": "'user.logged_in'", "ip_address": "'192.0.2.7'",
			"user_agent": "'Mozilla/5.0 (bench)'", "details": "'{}'", "created_at": made.at(),
		}}
	}
	notices := func(kind string, count int, user string) table {
		made := f.over(29*day, count)
		return table{"trading_notices", count, map[string]string{
			"id": made.id(kind, "i"), "tenant_id": text(f.tenant), "user_id": user, "kind": "'order_filled'", "symbol": text(kit.Symbol), "title": "'Order filled'",
			"text": "'1 was bought at 100.'", "created_at": made.at(),
		}}
	}
	messages, alerts := f.over(29*day, f.size.of("messages")), f.over(80*day, f.size.of("price_alerts"))
	keys := f.over(day, f.size.of("idempotency_keys"))
	return f.write(ctx,
		audit("0a0", f.size.of("audit_log"), f.someUser()), audit("0a1", f.size.own, text(f.owner.User)),
		notices("0b0", f.size.of("trading_notices"), f.someUser()), notices("0b1", f.size.own, text(f.owner.User)),
		table{"messages", messages.count, map[string]string{
			"id": messages.id("0c0", "i"), "channel": "'mail'", "kind": "'verify_email'", "recipient": "'user-' || i || '@bench.test'", "created_at": messages.at(),
			"expires_at": messages.at(), "sent_at": messages.at(),
		}},
		table{"price_alerts", alerts.count, map[string]string{
			"id": alerts.id("0c1", "i"), "tenant_id": text(f.tenant), "user_id": f.someUser(), "symbol": text(kit.Symbol), "kind": "'above'", "status": "'fired'",
			"created_at": alerts.at(), "ended_at": alerts.at(),
		}},
		table{"idempotency_keys", keys.count, map[string]string{
			"scope": "'user-' || i", "key": "'key-' || i", "state": "'answered'", "created_at": keys.at(),
			"expires_at": fmt.Sprintf("%s + %d", keys.at(), day.Microseconds()),
		}})
}

func (f *filler) fillWebhooks(ctx context.Context) error {
	return f.write(ctx, f.delivered("0d", f.over(29*day, f.size.of("deliveries")))...)
}

const eventBody = `'{"id":"01a1e429-164a-7bbe-b2b2-0ec0ea819038","type":"custom.invoice.paid","timestamp":"2026-01-02T03:04:05.000Z",` +
	`"tenantId":"01a1e429-164a-7bbe-b2b2-0ec0ea819039","data":{"amount":1250.5}}'`

// delivered returns events, each delivered at the first attempt.
func (f *filler) delivered(kind string, made moments) []table {
	event, delivery := made.id(kind+"0", "i"), made.id(kind+"1", "i")
	return []table{
		{"webhook_events", made.count, map[string]string{
			"id": event, "tenant_id": text(f.tenant), "type": "'custom.invoice.paid'", "body": eventBody, "created_at": made.at(),
		}},
		{"webhook_deliveries", made.count, map[string]string{
			"endpoint_id": text(f.endpoint), "id": delivery, "event_id": event, "status": "'succeeded'", "attempts": "1", "created_at": made.at(),
			"finished_at": made.at(),
		}},
		{"webhook_attempts", made.count, map[string]string{
			"delivery_id": delivery, "number": "1", "started_at": made.at(), "finished_at": made.at(), "request_headers": "'{}'", "response_status": "200",
			"response_headers": "'{}'", "timing": "'{}'",
		}},
	}
}
