package investment_test

import (
	"fmt"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestAUserHasTwentyAccountsHoweverManyAreAskedForAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		create := func(int) error {
			_, err := h.Create(t.Context(), h.owner, investment.NewAccount{
				Agent: investment.Nova, InitialCapital: money.FromInt(100), RiskProfile: investment.Moderate,
			})
			return err
		}
		wantAllowed(t, testkit.InParallel(50, create), 20)
		wantEqual(t, "accounts", h.number(`SELECT COUNT(*) FROM investment_accounts`), 20)
		wantEqual(t, "trading accounts", h.number(`SELECT COUNT(*) FROM trading_accounts`), 20)
		accounts, err := h.Accounts(t.Context(), h.owner)
		must(t, err)
		h.moved(accounts[0].ID, investment.Closed)
		wantAllowed(t, testkit.InParallel(10, create), 1)
		_, err = h.Create(t.Context(), h.stranger, investment.NewAccount{
			Agent: investment.Nova, InitialCapital: money.FromInt(100), RiskProfile: investment.Moderate,
		})
		must(t, err)
	})
}

func TestAUserHasTwentyConnectionsHoweverManyAreAskedForAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		wantAllowed(t, testkit.InParallel(50, func(i int) error {
			_, err := h.Connect(t.Context(), h.owner, broker.Binance, broker.Credentials{
				"apiKey": fmt.Sprintf("key-%064d", i), "apiSecret": fmt.Sprintf("secret-%064d", i),
			})
			return err
		}), 20)
		wantEqual(t, "connections", h.number(`SELECT COUNT(*) FROM investment_connections`), 20)
	})
}

// wantAllowed requires that this many succeed, and that all others fail with CONFLICT.
func wantAllowed(t *testing.T, results []error, want int) {
	t.Helper()
	allowed := 0
	for _, err := range results {
		if err == nil {
			allowed++
		} else {
			testkit.WantFault(t, err, fault.Conflict, "")
		}
	}
	wantEqual(t, "allowed", allowed, want)
}
