package investment_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/test/e2e/kit"
)

const (
	wantedOfInvestors = 120 // accounts opened, and accounts closed
	investors         = 6
	killsOfInvestors  = 2
)

// TestInvestingSurvivesAKill does not run in parallel, like all tests that kill.
func TestInvestingSurvivesAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			v := kit.NewVenue(t, place, "--log-level", "info", "--kyc", "auto")
			i := &investing{venue: v, opened: map[string]bool{}, closed: map[string]bool{}, admin: v.Officer(t, "admin", "").Token}
			for range wantedOfInvestors {
				i.signals = append(i.signals, v.Signal(t, "entry_long", nil))
			}
			i.Storm = kit.NewStorm(t, v.Server, investors)
			people := make([]func(ctx context.Context), investors)
			for n := range people {
				token := v.Register(t).Token
				people[n] = func(ctx context.Context) { i.live(ctx, token) }
			}
			i.Rage(t, wantedOfInvestors, killsOfInvestors, func() *kit.Server {
				return place.Serve(t, append(v.Flags(), "--log-level", "info", "--kyc", "auto")...)
			}, people)
			i.Current.Load().MustStop(t) // requests in flight are now either done or not
			i.audit(t)
		})
	}
}

// investing is a storm of users who open accounts, trade on them and close them.
type investing struct {
	*kit.Storm
	venue   *kit.Venue
	admin   string // the token of the admin who closes accounts
	signals []string

	mutex          sync.Mutex
	opened, closed map[string]bool // the accounts that the server has confirmed
}

// live opens one account after the other, buys something on it, and closes most of them.
func (i *investing) live(ctx context.Context, token string) {
	for _, signal := range i.signals {
		var account struct{ Data struct{ ID, Status string } }
		wanted := kit.Body{"tradingAgent": "nova", "initialCapital": 1000, "riskProfile": "moderate"}
		if i.Insist(ctx, kit.Call{Path: kit.AccountsPath, Token: token, Content: wanted}, &account) != http.StatusCreated {
			return
		}
		id := account.Data.ID
		i.mutex.Lock()
		i.opened[id] = true
		i.mutex.Unlock()
		i.Acknowledge(ctx)
		if account.Data.Status == "pending_kyc" { // the first one; afterwards its owner is approved
			i.Insist(ctx, kit.Call{Path: kit.AccountAt(id) + "/kyc", Token: token, Content: kit.Person()}, &account)
		}
		i.Insist(ctx, kit.Call{Path: kit.Executing(signal), Token: token, Content: kit.Body{"accountId": id, "quantity": 30}}, &account)
		if rand.IntN(4) == 0 {
			continue // stays open
		}
		status := i.Insist(ctx, kit.Call{Method: http.MethodPatch, Path: kit.AccountAt(id) + "/status", Token: i.admin, Content: kit.Body{"status": "closed"}}, &account)
		// A conflict means that an earlier call was carried out and its answer lost.
		if status == http.StatusOK || status == http.StatusConflict {
			i.mutex.Lock()
			i.closed[id] = true
			i.mutex.Unlock()
			i.Acknowledge(ctx)
		}
	}
}

// halfDone are queries for impossible states of investment accounts, by description.
var halfDone = map[string]string{
	"accounts without their deposit": `
		SELECT COUNT(*) FROM investment_accounts i WHERE NOT EXISTS (
			SELECT 1 FROM ledger_accounts a WHERE a.owner_id = i.id AND a.code = 'external' AND a.balance = -i.initial_capital)`,
	"trading accounts without their investment account": `
		SELECT COUNT(*) FROM trading_accounts a WHERE a.kind = 'investment'
			AND NOT EXISTS (SELECT 1 FROM investment_accounts i WHERE i.id = a.id AND i.user_id = a.user_id AND i.tenant_id = a.tenant_id)`,
	"accounts whose trading account is in another state": `
		SELECT COUNT(*) FROM investment_accounts i JOIN trading_accounts a ON a.id = i.id
		WHERE a.status <> CASE i.status WHEN 'pending_kyc' THEN 'suspended' ELSE i.status END`,
	"closed accounts with an open position": `
		SELECT COUNT(*) FROM positions p JOIN investment_accounts i ON i.id = p.account_id WHERE i.status = 'closed' AND p.status = 'open'`,
	"closed accounts with margin": `
		SELECT COUNT(*) FROM investment_accounts i JOIN ledger_accounts a ON a.owner_id = i.id AND a.code = 'margin'
		WHERE i.status = 'closed' AND a.balance <> 0`,
	"active accounts that do not follow one agent": `
		SELECT COUNT(*) FROM investment_accounts i WHERE i.status = 'active'
			AND 1 <> (SELECT COUNT(*) FROM bot_subscriptions s WHERE s.account_id = i.id AND s.status = 'active')`,
	"accounts that are not active and follow an agent": `
		SELECT COUNT(*) FROM investment_accounts i JOIN bot_subscriptions s ON s.account_id = i.id AND s.status = 'active'
		WHERE i.status <> 'active'`,
	"active accounts without KYC": `
		SELECT COUNT(*) FROM investment_accounts i LEFT JOIN kyc_cases c ON c.user_id = i.user_id AND c.state = 'approved' AND c.submission IS NOT NULL
		WHERE i.status = 'active' AND (i.kyc_status <> 'approved' OR c.id IS NULL)`,
	"accounts that do not show their owner's case": `
		SELECT COUNT(*) FROM investment_accounts i LEFT JOIN kyc_cases c ON c.user_id = i.user_id WHERE c.id IS NULL OR c.state <> i.kyc_status`,
	"accounts that wait although their owner is known": `SELECT COUNT(*) FROM investment_accounts WHERE status = 'pending_kyc' AND kyc_status = 'approved'`,
	"closed accounts without a date": `
		SELECT COUNT(*) FROM investment_accounts WHERE (status = 'closed') <> (closed_at IS NOT NULL)`,
}

func (i *investing) audit(t *testing.T) {
	t.Helper()
	db := i.venue.Place.Books(t)
	wantBalanced(t, db)
	kit.WantNone(t, db, kit.Impossible)
	kit.WantNone(t, db, halfDone)
	a := kit.Audit{DB: db}
	held := a.Pairs(t, `SELECT id, status FROM investment_accounts`)
	t.Logf("%d accounts, %d of them acknowledged, %d acknowledged as closed", len(held), len(i.opened), len(i.closed))
	for id := range i.opened {
		if held[id] == "" {
			t.Errorf("the account %s was acknowledged and is lost", id)
		}
	}
	for id := range i.closed {
		if held[id] != "closed" {
			t.Errorf("the account %s was closed and is %q", id, held[id])
		}
	}
	if unsaid := len(held) - len(i.opened); unsaid > investors*(killsOfInvestors+1) {
		t.Errorf("%d accounts were not acknowledged", unsaid)
	}
	created, ended := map[string]int{}, map[string]int{}
	for _, text := range a.Pairs(t, `SELECT id, body FROM webhook_events WHERE type LIKE 'investment.account.%'`) {
		var event struct {
			Type string
			Data struct{ AccountID, Status string }
		}
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			t.Fatal(err)
		}
		switch {
		case event.Type == "investment.account.created":
			created[event.Data.AccountID]++
		case event.Type == "investment.account.status_changed" && event.Data.Status == "closed":
			ended[event.Data.AccountID]++
		}
	}
	kit.WantEachOnce(t, "opening", held, created)
	kit.WantEachOnce(t, "closing", a.Pairs(t, `SELECT id, status FROM investment_accounts WHERE status = 'closed'`), ended)
}

// wantBalanced checks the books of the whole platform.
func wantBalanced(t *testing.T, db *database.DB) {
	t.Helper()
	report, err := ledger.Verify(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Err(); err != nil {
		t.Error(err)
	}
	if report.Transactions == 0 {
		t.Error("nothing was ever booked")
	}
}
