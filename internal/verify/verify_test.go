package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

var errUndone = errors.New("the tampering is undone")

// tampered returns the finding of a rule after statements have changed the world, which is then restored.
func (w *world) tampered(broken string, statements ...string) (finding Finding) {
	w.t.Helper()
	err := w.db.InTx(w.t.Context(), func(tx *database.Tx) (err error) {
		for _, statement := range statements {
			if touched, err := tx.Exec(w.t.Context(), statement); err != nil || touched == 0 {
				w.t.Fatalf("%s: %d rows, %v", statement, touched, err)
			}
		}
		all := rules()
		named := slices.IndexFunc(all, func(r rule) bool { return r.name == broken })
		if finding, err = all[named].ask(w.t.Context(), tx, now); err != nil {
			w.t.Fatal(err)
		}
		return errUndone
	})
	if !errors.Is(err, errUndone) {
		w.t.Fatal(err)
	}
	return finding
}

// set is a statement that changes a row of a table.
func set(table, id, changes string) string {
	return fmt.Sprintf(`UPDATE %s SET %s WHERE id = '%s'`, table, changes, id)
}

// stray is a statement that adds a posting to the ledger, which refuses to change those that are there.
func stray(account string, amount int64) []string {
	return []string{
		`INSERT INTO ledger_transactions (id, tenant_id, source_type, source_id, kind, created_at) VALUES ('stray', '` + tenant + `', 'test', 'stray', 'stray', 1)`,
		fmt.Sprintf(`INSERT INTO ledger_postings (transaction_id, account_id, amount, balance_after) VALUES ('stray', '%s', %d, 0)`, account, amount),
	}
}

func statements(all ...string) []string { return all }

// tamperings are changes to the world, each with the rule that must notice it.
var tamperings = []struct {
	rule       string
	statements []string
}{
	{"the postings of a currency sum to zero", stray(ledgerAccount(paper, "cash"), 1)},
	{"the postings of a transaction sum to zero in each currency", stray(ledgerAccount(paper, "cash"), 1)},
	{"a transaction has postings", stray(ledgerAccount(paper, "cash"), 1)[:1]},
	{"a kept balance is the sum of its postings", statements(`UPDATE ledger_accounts SET balance = balance + 1 WHERE code = 'cash'`)},
	{"a balance is not below zero where it may not be", statements(`UPDATE ledger_accounts SET balance = -1, allow_negative = true WHERE code = 'margin'`)},
	{"the balances of a currency sum to zero", statements(`UPDATE ledger_accounts SET balance = balance + 1 WHERE code = 'cash'`)},
	{"the column that lets a balance be negative is that of the account's code", statements(`UPDATE ledger_accounts SET allow_negative = true WHERE code = 'cash'`)},
	{"a debt is never above zero", statements(`INSERT INTO ledger_accounts (id, tenant_id, owner_id, code, currency, balance, allow_negative, created_at) VALUES ('d', '` + tenant + `', '` + paper + `', 'debt', 'USD', 1, true, 1)`)},
	{"a posting is on an account of its transaction's tenant", statements(`UPDATE ledger_accounts SET tenant_id = '` + otherTenant + `' WHERE code = 'revenue'`)},
	{"what is on a trading account is what came from outside and was won", statements(
		`UPDATE ledger_accounts SET balance = balance - 5 WHERE id = '`+ledgerAccount(paper, "cash")+`'`,
		`UPDATE ledger_accounts SET balance = balance + 5 WHERE id = '`+ledgerAccount(invested, "cash")+`'`)},
	{"what a tenant has paid outside is what is owed on its accounts", statements(`INSERT INTO ledger_accounts (id, tenant_id, owner_id, code, currency, balance, allow_negative, created_at)
		VALUES ('d', '` + tenant + `', '` + paper + `', 'debt', 'USD', -1, true, 1)`)},
	{"the margin of an account is that of its open positions", statements(set("positions", openPosition, "margin = margin + 1"))},
	{"what an account has reserved is what its working orders hold", statements(set("orders", workingOrder, "held = held + 1"))},
	{"what an account holds is what is asked for, goes back or is disputed", statements(set("withdrawals", withdrawal, "amount = amount + 1"))},
	{"what an account has won is what its trades and open positions say", statements(set("trades", lastTrade, "realized_pnl = realized_pnl + 1"))},
	{"an account at an exchange has no cash in the books", statements(`INSERT INTO ledger_accounts (id, tenant_id, owner_id, code, currency, balance, allow_negative, created_at) VALUES ('c', '` + tenant + `', '` + connected + `', 'cash', 'USD', 1, false, 1)`)},
	{"accounts know whether their owner is suspended", statements(set("trading_accounts", paper, "owner_locked_at = 1"))},
	{"an account is closed once nothing is open on it, and then says when", statements(set("trading_accounts", paper, "status = 'closed', closed_at = 1"))},
	{"a day of an account's record begins at midnight", statements(`UPDATE equity_snapshots SET day = day + 1`)},
	{"what is open of a position is what its closings have left", statements(set("positions", openPosition, "quantity = quantity + 1"))},
	{"what a position has brought is what its closings have", statements(set("positions", openPosition, "realized_pnl = realized_pnl + 1"))},
	{"a position ends with one closing, and an open one has none that ends it", statements(set("trades", lastTrade, "type = 'partial_close'"))},
	{"a position that is closed holds nothing and says when it was", statements(set("positions", closedPosition, "closed_at = NULL"))},
	{"a closing is of its position's account, owner, symbol and side", statements(set("trades", lastTrade, "side = 'sell'"))},
	{"a position is of its account's owner", statements(set("positions", openPosition, "user_id = '"+other+"'"))},
	{"what a closing brought is its profit without the fees", statements(set("trades", lastTrade, "fees = fees + 1"))},
	{"the profit of a closing is what the ledger booked for it", statements(set("trades", lastTrade, "gross_pnl = gross_pnl + 1, fees = fees + 1"))},
	{"every closing is booked, and every booked closing is in the history", statements(`DELETE FROM trades WHERE id = '` + lastTrade + `'`)},
	{"every position is booked, and every booked opening has its position", statements(`INSERT INTO ledger_transactions (id, tenant_id, source_type, source_id, kind, created_at) VALUES ('p', '` + tenant + `', 'position', '` + id(39) + `', 'open', 1)`)},
	{"a signal opens as many positions on an account as were executed there: one for its owner, one for who copies", statements(set("positions", closedPosition, "signal_id = '"+signal+"'"))},
	{"an order is of its account's owner", statements(set("orders", workingOrder, "user_id = '"+other+"'"))},
	{"an order that has ended holds nothing", statements(set("orders", workingOrder, "status = 'cancelled'"))},
	{"an order that is filled has filled something and names its position", statements(set("orders", liveOrder, "position_id = NULL"))},
	{"what an exchange has filled of an order is the sum of its fills", statements(`UPDATE order_fills SET quantity = quantity + 1`)},
	{"what is done at an exchange is not due there", statements(set("live_orders", liveOrder, "next_at = 1"))},
	{"a subscription is of its account's owner", statements(set("bot_subscriptions", subscription, "user_id = '"+other+"'"))},
	{"what a subscription has brought is what its trades have", statements(set("bot_subscriptions", subscription, "realized_pnl = 0"))},
	{"a subscription allocates no less than nothing, and has ended when it says so", statements(set("bot_subscriptions", subscription, "allocated_capital = -1"))},
	{"a position that was copied is on the account of its subscription", statements(set("bot_subscriptions", subscription, "account_id = '"+invested+"'"))},
	{"a bot trades on an account of its own", statements(set("bots", bot, "account_id = '"+paper+"'"))},
	{"an investment account and its trading account have one owner", statements(set("investment_accounts", invested, "user_id = '"+other+"'"))},
	{"an investment account trades as its state says", statements(set("investment_accounts", invested, "status = 'suspended'"))},
	{"a trading account of the kind belongs to an investment account", statements(`DELETE FROM investment_accounts`)},
	{"a connection that has ended keeps no credentials", statements(`UPDATE investment_connections SET credentials = totp_secret FROM users`)},
	{"a payment brought money when its state says so", statements(set("payments", deposit, "paid_at = NULL"))},
	{"money that came is booked once, for what it was", statements(set("payments", purchase, "amount = amount + 1"))},
	{"what the ledger has of a payment is a payment that brought it", statements(set("payments", strayed, "paid_at = NULL"))},
	{"a deposit is booked on the account that it was paid into", statements(set("payments", deposit, "account_id = '"+paper+"'"))},
	{"no more of a payment is refunded and disputed than it was", statements(set("payments", purchase, "disputed_amount = amount"))},
	{"what was refunded of a payment is the sum of its refunds", statements(set("payments", purchase, "refunded_amount = refunded_amount + 1"))},
	{"a payment is refunded as far as its state says", statements(set("payments", purchase, "status = 'succeeded'"))},
	{"a refund is booked when it has gone, and its opposite when it came back", statements(set("refunds", refund, "status = 'failed'"))},
	{"a refund that came back has failed", statements(set("refunds", returned, "status = 'succeeded'"))},
	{"what is owed to the payer of a course came back of its refunds, and was not refunded again", statements(set("refunds", returned, "amount = amount - 1"))},
	{"a refund is of its payment's tenant, and due only while it is pending", statements(set("refunds", refund, "next_attempt_at = 1"))},
	{"what is disputed of a payment is the sum of its disputes", statements(set("payment_disputes", dispute, "taken_amount = taken_amount + 1"))},
	{"what is held for a dispute of a deposit is held until the dispute ends", statements(set("payment_disputes", dispute, "status = 'won'"))},
	{"of what a dispute has taken, what is not held has gone, and all of it when it is lost", statements(set("payment_disputes", dispute, "status = 'lost'"))},
	{"of an account with granted money no more has gone out than was paid in", statements(`UPDATE ledger_accounts SET balance = -500000000 WHERE id = '` + ledgerAccount(invested, "external") + `'`)},
	{"an event of a provider that was applied is about a payment of that provider", statements(`UPDATE payment_events SET payment_id = NULL`)},
	{"what is owed to a payer is money that bought nothing or came back, and has not gone since", statements(set("payments", strayed, "amount = amount + 1"))},
	{"what a tenant has earned is what its courses were paid, has not gone back and is not owed to their payers", statements(`UPDATE ledger_accounts SET balance = balance + 1 WHERE code = 'revenue'`)},
	{"what is held for a withdrawal is what is left to pay of it", statements(set("withdrawals", withdrawal, "status = 'rejected'"))},
	{"a withdrawal is of what was held when it was asked for", statements(set("withdrawals", withdrawal, "amount = amount + 1"))},
	{"what was transferred for a withdrawal has gone when it is paid, and nothing otherwise", statements(set("withdrawals", withdrawal, "status = 'paid', transfer_amount = amount, completed_at = 1"))},
	{"a withdrawal is of its account's owner, and complete when its state says so", statements(set("withdrawals", withdrawal, "completed_at = 1"))},
	{"a course that was paid for was bought, and what was refunded is revoked", statements(`DELETE FROM course_purchases`)},
	{"a course is closed while a dispute of its payment is not won", statements(set("payment_disputes", dispute, "payment_id = '"+purchase+"'"))},
	{"a purchase is its payer's, of the course that was paid for", statements(`UPDATE course_purchases SET user_id = '` + other + `'`)},
	{"an enrollment that runs on a payment has a purchase that counts", statements(`UPDATE course_purchases SET revoked_at = 1`)},
	{"an enrollment says when it was completed or cancelled", statements(set("enrollments", enrollment, "completed_at = NULL"))},
	{"who has completed a course has a valid certificate", statements(`UPDATE certificates SET revoked_at = 1`)},
	{"a certificate is its enrollment's, which was completed", statements(`UPDATE certificates SET user_id = '` + other + `'`)},
	{"a certificate that was paid for is valid while a purchase of its course counts", statements(`UPDATE course_purchases SET revoked_at = 1`)},
	{"who has completed a course has completed every lesson that counted then", statements(`DELETE FROM lesson_completions`)},
	{"a lesson is completed by those who take its course", statements(
		`INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd, access_days, created_at, updated_at)
			VALUES ('another', 'a', '', '', '', '', 'beginner', 'draft', 0, 0, 1, 1)`,
		set("lessons", lesson, "course_id = 'another'"))},
	{"a course belongs to the platform or to the tenant of who takes it", statements(set("courses", course, "tenant_id = '"+otherTenant+"'"))},
	{"an attempt at a quiz is its enrollment's", statements(`UPDATE quiz_attempts SET user_id = '` + other + `'`)},
	{"the deliveries of an endpoint are those that succeeded and those that failed", statements(set("webhook_endpoints", endpoint, "total_deliveries = 4"))},
	{"a delivery is due while it is pending, and never after", statements(set("webhook_deliveries", delivery, "status = 'succeeded', finished_at = 1"))},
	{"a delivery that is pending has its event", statements(`DELETE FROM webhook_events`)},
	{"an event is delivered to endpoints of its tenant", statements(set("webhook_events", event, "tenant_id = '"+otherTenant+"'"))},
	{"an event reaches an endpoint by one delivery", statements(`INSERT INTO webhook_deliveries (endpoint_id, id, event_id, status, next_attempt_at, created_at)
		SELECT endpoint_id, event_id, event_id, status, next_attempt_at, created_at FROM webhook_deliveries`)},
	{"an event is of a tenant that is there", statements(set("webhook_events", event, "tenant_id = 'nobody'"))},
	{"a job of an endpoint has ended when it says so", statements(set("webhook_jobs", job, "state = 'done'"))},
	{"a refresh token opens one session", statements(`UPDATE sessions SET refresh_hash = (SELECT refresh_hash FROM sessions WHERE id = '` + session + `')`)},
	{"a session that was revoked says why, and its chain counts up", statements(set("sessions", session, "revoked_at = 1"))},
	{"a second factor that is on has its secret, and a verified number is there", statements(set("users", user, "totp_secret = NULL"))},
	{"tokens are signed with one key, and one is ready to follow it", statements(`UPDATE signing_keys SET state = 'previous'`)},
	{"a request that was answered keeps its answer, and one that runs has none", statements(`UPDATE idempotency_keys SET answer = NULL`)},
	{"a message that was sent or given up is erased", statements(`UPDATE messages SET content = totp_secret FROM users`)},
	{"a portfolio is over accounts of its owner", statements(set("portfolios", portfolio, "user_id = '"+other+"'"))},
	{"the targets of a portfolio sum to a hundred", statements(`UPDATE portfolio_targets SET percent = percent + 1 WHERE asset = 'BTC'`)},
	{"of sessions each row is of its user's tenant", statements(`UPDATE sessions SET tenant_id = '` + otherTenant + `'`)},
	{"of api_keys each row is of its user's tenant", statements(`UPDATE api_keys SET tenant_id = '` + otherTenant + `'`)},
	{"of passkeys each row is of its user's tenant", statements(`UPDATE passkeys SET tenant_id = '` + otherTenant + `'`)},
	{"of trading_accounts each row is of its user's tenant", statements(set("trading_accounts", connected, "user_id = 'nobody'"))},
	{"of payments each row is of its user's tenant", statements(set("payments", deposit, "tenant_id = '"+otherTenant+"'"))},
	{"of enrollments each row is of its user's tenant", statements(set("enrollments", enrollment, "tenant_id = '"+otherTenant+"'"))},
	{"of portfolios each row is of its user's tenant", statements(set("portfolios", portfolio, "tenant_id = '"+otherTenant+"'"))},
	{"of kyc_cases each row is of its user's tenant", statements(`UPDATE kyc_cases SET tenant_id = '` + otherTenant + `'`)},
	{"of investment_connections each row is of its user's tenant", statements(`UPDATE investment_connections SET tenant_id = '` + otherTenant + `'`)},
	{"of backtests each row is of its user's tenant", statements(`UPDATE backtests SET tenant_id = '` + otherTenant + `'`)},
	{"of price_alerts each row is of its user's tenant", statements(`UPDATE price_alerts SET tenant_id = '` + otherTenant + `'`)},
	{"the ledger accounts of a trading account are of its tenant", statements(set("trading_accounts", paper, "tenant_id = '"+otherTenant+"'"))},
	{"a signal of a bot is its bot's tenant's", statements(set("signals", signal, "tenant_id = '"+otherTenant+"'"))},
}

func TestEveryRuleNoticesWhatBreaksIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		w := newWorld(t, db)
		report, err := Database(t.Context(), db, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range report.Broken() {
			t.Errorf("in a world that is in order: %s is broken by %+v", finding.Rule, finding.First)
		}
		for _, tampering := range tamperings {
			if w.tampered(tampering.rule, tampering.statements...).Holds() {
				t.Errorf("%s is not noticed to break that %s", strings.Join(tampering.statements, "; "), tampering.rule)
			}
		}
	})
}

func TestEveryRuleIsTamperedWith(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, r := range rules() {
		if names[r.name] {
			t.Errorf("two rules say that %s", r.name)
		}
		names[r.name] = true
	}
	for _, tampering := range tamperings {
		if !names[tampering.rule] {
			t.Errorf("there is no rule that %s", tampering.rule)
		}
		delete(names, tampering.rule)
	}
	for name := range names {
		t.Errorf("nothing breaks the rule that %s", name)
	}
}

func TestOnlyTheFirstOffendersAreNamedAndAllAreCounted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		w := newWorld(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			for i := range 50 {
				w.insert(t.Context(), tx, "webhook_events", row{"id": id(1000 + i), "tenant_id": "nobody", "type": "t", "body": "{}", "created_at": 1})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		report, err := Database(t.Context(), db, now)
		if err != nil {
			t.Fatal(err)
		}
		broken := report.Broken()
		if len(broken) != 1 || broken[0].Offenders != 50 || len(broken[0].First) != firstOffenders {
			t.Errorf("found %+v", broken)
		}
	})
}

func TestALookThatIsBrokenOffIsNoVerdict(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Database(ctx, db, now); !errors.Is(err, context.Canceled) {
			t.Errorf("it failed with %v", err)
		}
	})
}
