package investment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestANewAccountHoldsItsCapitalAndWaitsForKYC(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.open()
		read, err := h.Account(t.Context(), h.owner, made.ID)
		must(t, err)
		for _, account := range []*investment.Account{made, read} {
			wantEqual(t, "status", account.Status, investment.PendingKYC)
			wantEqual(t, "KYC", account.KYCStatus, investment.KYCNone)
			wantEqual(t, "balance", account.CurrentBalance, money.FromInt(5000))
			wantEqual(t, "profit", account.AccumulatedProfit, money.Zero)
			wantEqual(t, "owner", account.UserID, h.owner.UserID)
			wantEqual(t, "agent", account.Agent, investment.Orion)
			wantEqual(t, "profile", account.RiskProfile, investment.Moderate)
			wantEqual(t, "created", account.CreatedAt.UTC(), start)
		}
		wantEqual(t, "desk", h.deskStatus(made.ID), "suspended")
		wantEqual(t, "agent of the desk", h.desk.agent(made.ID), "")
		wantEqual(t, "events", h.events.Types(), []string{"investment.account.created"})
	})
}

func TestTheBalanceIsTheEquityAndTheProfitWhatIsAboveTheDeposits(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.open()
		h.desk.standings[made.ID] = investment.AccountFigures{
			AccountID: made.ID, Equity: money.MustParse("7321.55"), NetDeposits: money.FromInt(7000),
		}
		account, err := h.Account(t.Context(), h.owner, made.ID)
		must(t, err)
		wantEqual(t, "balance", account.CurrentBalance, money.MustParse("7321.55"))
		wantEqual(t, "profit", account.AccumulatedProfit, money.MustParse("321.55"))
		wantEqual(t, "capital", account.InitialCapital, money.FromInt(5000))
	})
}

func TestWhatCannotBeAnAccountIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), manualKYC)
	for name, test := range map[string]struct {
		change func(*investment.NewAccount)
		field  string
	}{
		"just below the minimum": {func(n *investment.NewAccount) { n.InitialCapital = money.MustParse("99.99") }, "initialCapital"},
		"negative":               {func(n *investment.NewAccount) { n.InitialCapital = money.FromInt(-500) }, "initialCapital"},
		"above a billion":        {func(n *investment.NewAccount) { n.InitialCapital = money.MustParse("1000000000.01") }, "initialCapital"},
		"a third decimal":        {func(n *investment.NewAccount) { n.InitialCapital = money.MustParse("100.001") }, "initialCapital"},
		"no agent":               {func(n *investment.NewAccount) { n.Agent = "" }, "tradingAgent"},
		"an unknown profile":     {func(n *investment.NewAccount) { n.RiskProfile = "reckless" }, "riskProfile"},
	} {
		wanted := investment.NewAccount{Agent: investment.Nova, InitialCapital: money.FromInt(100), RiskProfile: investment.Aggressive}
		test.change(&wanted)
		_, err := h.Create(t.Context(), h.owner, wanted)
		t.Run(name, func(t *testing.T) { testkit.WantFault(t, err, fault.ValidationError, test.field) })
	}
	for _, capital := range []string{"100", "100.01", "1000000000"} {
		_, err := h.Create(t.Context(), h.owner, investment.NewAccount{
			Agent: investment.Atlas, InitialCapital: money.MustParse(capital), RiskProfile: investment.Conservative,
		})
		must(t, err)
	}
	wantEqual(t, "accounts", h.number(`SELECT COUNT(*) FROM investment_accounts`), 3)
	wantEqual(t, "trading accounts", h.number(`SELECT COUNT(*) FROM trading_accounts`), 3)
}

func TestAccountsAreListedNewestFirstToTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		var want []uuid.UUID
		for range 3 {
			want = append([]uuid.UUID{h.open().ID}, want...)
			h.clock.Advance(time.Second)
		}
		accounts, err := h.Accounts(t.Context(), h.owner)
		must(t, err)
		var got []uuid.UUID
		for _, account := range accounts {
			got = append(got, account.ID)
			wantEqual(t, "balance", account.CurrentBalance, money.FromInt(5000))
		}
		wantEqual(t, "accounts", got, want)
		none, err := h.Accounts(t.Context(), h.stranger)
		must(t, err)
		if none == nil || len(none) != 0 {
			t.Errorf("a stranger sees %v, want an empty list", none)
		}
		for _, other := range []struct{ name string }{{"stranger"}, {"admin"}} {
			caller := h.stranger
			if other.name == "admin" {
				caller = h.admin
			}
			_, err := h.Account(t.Context(), caller, want[0])
			testkit.WantFault(t, err, fault.NotFound, "")
			profile := investment.Aggressive
			_, err = h.Update(t.Context(), caller, want[0], investment.AccountChange{RiskProfile: &profile})
			testkit.WantFault(t, err, fault.NotFound, "")
		}
	})
}

func TestTheRiskProfileChangesUntilTheAccountIsClosed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.open()
		profile, wrong := investment.Aggressive, investment.RiskProfile("reckless")
		account, err := h.Update(t.Context(), h.owner, made.ID, investment.AccountChange{RiskProfile: &profile})
		must(t, err)
		wantEqual(t, "profile", account.RiskProfile, profile)
		account, err = h.Update(t.Context(), h.owner, made.ID, investment.AccountChange{})
		must(t, err)
		wantEqual(t, "profile after no change", account.RiskProfile, profile)
		wantEqual(t, "balance", account.CurrentBalance, money.FromInt(5000))
		_, err = h.Update(t.Context(), h.owner, made.ID, investment.AccountChange{RiskProfile: &wrong})
		testkit.WantFault(t, err, fault.ValidationError, "riskProfile")
		h.moved(made.ID, investment.Closed)
		_, err = h.Update(t.Context(), h.owner, made.ID, investment.AccountChange{RiskProfile: &profile})
		testkit.WantFault(t, err, fault.AccountNotActive, "")
	})
}
