package verify

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
)

// world is a small platform with data for every rule, written row by row without any feature's code. Ids end in a
// number that says what they are.
type world struct {
	t  *testing.T
	db *database.DB
}

// now is the time of everything that happens in a world.
var now = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// id makes an id: a UUID in the form of both engines.
func id(number int) string { return fmt.Sprintf("018f3c2a-0000-7000-8000-%012d", number) }

// The ids in the world.
var (
	tenant, otherTenant, user, other                        = id(1), id(2), id(3), id(4)
	paper, botAccount, invested, connected                  = id(10), id(11), id(12), id(13)
	bot, signal, subscription                               = id(20), id(21), id(22)
	openPosition, closedPosition                            = id(30), id(31)
	partTrade, lastTrade                                    = id(40), id(41)
	workingOrder, liveOrder                                 = id(50), id(51)
	deposit, purchase, strayed, refund, withdrawal, dispute = id(60), id(61), id(62), id(63), id(64), id(65)
	returned                                                = id(66)
	course, lesson, enrollment                              = id(70), id(71), id(72)
	endpoint, event, delivery, job                          = id(80), id(81), id(82), id(83)
	session, portfolio, connection                          = id(90), id(91), id(92)
)

// coin is one unit of money.
const coin = 100_000_000

type row map[string]any

// with returns a copy of the row with some columns changed.
func (r row) with(differs row) row {
	other := maps.Clone(r)
	maps.Copy(other, differs)
	return other
}

// insert writes rows into a table.
func (w *world) insert(ctx context.Context, tx *database.Tx, table string, rows ...row) {
	w.t.Helper()
	for _, r := range rows {
		var arguments database.Arguments
		var columns, places []string
		for column, value := range r {
			columns, places = append(columns, column), append(places, arguments.Add(value))
		}
		_, err := tx.Exec(ctx, `INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`) VALUES (`+strings.Join(places, ", ")+`)`, arguments...)
		if err != nil {
			w.t.Fatalf("insert into %s: %v", table, err)
		}
	}
}

// ledgerAccount is an account of an owner and a code; the name says which.
func ledgerAccount(owner, code string) string { return owner + "/" + code }

// post books a transaction. An account's balance is the sum of its postings, as in the ledger.
func (w *world) post(ctx context.Context, tx *database.Tx, sourceType, source, kind string, amounts map[string]int64) {
	w.t.Helper()
	transaction := sourceType + "/" + source + "/" + kind
	w.insert(ctx, tx, "ledger_transactions", row{
		"id": transaction, "tenant_id": tenant, "source_type": sourceType, "source_id": source, "kind": kind, "created_at": 1,
	})
	for account, amount := range amounts {
		owner, code, _ := strings.Cut(account, "/")
		_, err := tx.Exec(ctx, `
			INSERT INTO ledger_accounts (id, tenant_id, owner_id, code, currency, balance, allow_negative, created_at)
			VALUES ($1, $2, $3, $4, 'USD', 0, $5, 1) ON CONFLICT DO NOTHING`,
			account, tenant, owner, code, code == "debt" || code == "external" || code == "profit")
		if err != nil {
			w.t.Fatal(err)
		}
		if _, err := tx.Exec(ctx, `UPDATE ledger_accounts SET balance = balance + $2, allow_negative = true WHERE id = $1`, account, amount); err != nil {
			w.t.Fatal(err)
		}
		w.insert(ctx, tx, "ledger_postings", row{"transaction_id": transaction, "account_id": account, "amount": amount, "balance_after": 0})
	}
	if _, err := tx.Exec(ctx, `UPDATE ledger_accounts SET allow_negative = code IN ('debt', 'external', 'profit')`); err != nil {
		w.t.Fatal(err)
	}
}

// newWorld writes a world.
func newWorld(t *testing.T, db *database.DB) *world {
	t.Helper()
	w := &world{t, db}
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		for _, part := range []func(context.Context, *database.Tx){
			w.people, w.accounts, w.trades, w.orders, w.payments, w.learning, w.webhooks,
		} {
			part(t.Context(), tx)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) people(ctx context.Context, tx *database.Tx) {
	w.insert(ctx, tx, "tenants", row{"id": tenant, "slug": "one", "name": "One", "created_at": 1}, row{"id": otherTenant, "slug": "two", "name": "Two", "created_at": 1})
	for _, person := range []string{user, other} {
		w.insert(ctx, tx, "users", row{
			"id": person, "tenant_id": tenant, "email": person + "@example.test", "password_hash": "", "role": "user",
			"totp_secret": []byte{1}, "totp_enabled_at": 1, "created_at": 1, "updated_at": 1,
		})
	}
	w.insert(ctx, tx, "sessions", w.session(session, "a"), w.session(id(93), "b"))
	w.insert(ctx, tx, "signing_keys", row{"id": "k", "state": "active", "public_key": []byte{1}, "private_key": []byte{1}, "created_at": 1})
	w.insert(ctx, tx, "idempotency_keys", row{
		"scope": "user:" + user, "key": "k", "fingerprint": []byte{1}, "claim": "c", "state": "answered", "answer": []byte{1}, "created_at": 1, "expires_at": 2,
	})
	w.insert(ctx, tx, "messages", row{
		"id": id(94), "channel": "mail", "kind": "k", "recipient": "r", "next_attempt_at": 1, "created_at": 1, "expires_at": 2, "sent_at": 1,
	})
	owned := row{"id": id(95), "tenant_id": tenant, "user_id": user, "name": "k", "prefix": "p", "hash": []byte{1}, "scopes": "", "expires_at": 2, "created_at": 1}
	w.insert(ctx, tx, "api_keys", owned)
	w.insert(ctx, tx, "passkeys", row{
		"id": id(96), "tenant_id": tenant, "user_id": user, "relying_party_id": "r", "credential_id": []byte{1}, "public_key": []byte{1}, "sign_count": 0,
		"transports": "[]", "name": "n", "backup_eligible": false, "backed_up": false, "created_at": 1,
	})
	w.insert(ctx, tx, "kyc_cases", row{"id": id(97), "tenant_id": tenant, "user_id": user, "state": "none", "created_at": 1, "updated_at": 1})
	w.insert(ctx, tx, "price_alerts", row{
		"id": id(98), "tenant_id": tenant, "user_id": user, "symbol": "BTCUSD", "kind": "above", "price": coin, "percent": 0, "reference_price": coin,
		"note": "", "status": "working", "fired_price": 0, "created_at": 1,
	})
	w.insert(ctx, tx, "backtests", row{
		"id": id(99), "tenant_id": tenant, "user_id": user, "strategy_type": "trend", "parameters": "{}", "symbols": "[]", "timeframe": 60, "risk_level": "low",
		"begins_at": 1, "ends_at": 2, "capital": coin, "slot": 1, "status": "done", "progress": 100, "failure_code": "", "failure": "", "trades": 0, "candles": 0,
		"minute_candles": 0, "figures": "{}", "attempts": 1, "lease_until": 0, "fence": 0, "created_at": 1,
	})
}

func (w *world) session(id, hash string) row {
	return row{
		"id": id, "tenant_id": tenant, "user_id": user, "ip_address": "", "user_agent": "", "assurance": 1, "authenticated_at": 1, "refresh_hash": []byte(hash),
		"refresh_generation": 1, "refreshed_at": 1, "created_at": 1, "last_activity_at": 1, "expires_at": 2,
	}
}
