package portfolio_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/testkit"
)

func TestPlayMoneyAndRealMoneyNeverAddUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.paperUser("100000")
		goal, err := r.CreateGoal(t.Context(), caller, r.primary(caller).ID, goalOf("80000"))
		must(t, err)
		equal(t, "what is there of the goal", goal.CurrentAmount, money.Zero)
		if goal.Status == portfolio.Achieved {
			t.Error("play money has achieved a goal")
		}
		invested := r.addAccount(caller, portfolio.Account{Cash: usd("2500")})
		r.addAccount(caller, portfolio.Account{IsClosed: true, Cash: usd("70")})
		all := mustList(t, r, caller)
		equal(t, "portfolios", len(all), 2)
		equal(t, "what is invested", all[0].TotalValue, usd("2500"))
		equal(t, "the second one", all[1].Name, "Paper")
		equal(t, "play money", all[1].TotalValue, usd("100000"))
		equal(t, "primary", all[1].IsPrimary, false)
		equal(t, "paper", all[1].IsPaper, true)
		_, err = r.Create(t.Context(), caller, portfolio.NewPortfolio{
			Name: "Both", RiskProfile: portfolio.Moderate, AccountIDs: []uuid.UUID{invested, all[1].AccountIDs[0]},
		})
		testkit.WantFault(t, err, fault.ValidationError, "accountIds")
		// A portfolio that was made over both, before that was refused, keeps its accounts.
		old := uuid.New()
		r.exec(`INSERT INTO portfolios (id, tenant_id, user_id, name, risk_profile, is_primary, created_at, updated_at)
			VALUES ($1, $2, $3, 'Both', 'moderate', $4, 0, 0)`, old, caller.TenantID, caller.UserID, false)
		for _, account := range []uuid.UUID{invested, all[1].AccountIDs[0]} {
			r.exec(`INSERT INTO portfolio_accounts (portfolio_id, account_id) VALUES ($1, $2)`, old, account)
		}
		both, err := r.Portfolio(t.Context(), caller, old)
		must(t, err)
		equal(t, "what it is worth", both.TotalValue, usd("102500"))
	})
}

func TestTheHistoryOfAClosedAccountStays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("2500")
		closed := r.addAccount(caller, portfolio.Account{IsClosed: true, Cash: usd("70")})
		whole := r.primary(caller)
		equal(t, "the worth", whole.TotalValue, usd("2500"))
		equal(t, "the accounts", len(whole.AccountIDs), 1)
		_, err := r.Performance(t.Context(), caller, whole.ID, portfolio.Month)
		must(t, err)
		equal(t, "accounts in the series", len(r.desk.asked), 2)
		equal(t, "the closed one", r.desk.asked[1], closed)
	})
}

func TestNoTwoGoalsCountTheSameMoney(t *testing.T) {
	t.Parallel()
	goal := func(target, share string) *portfolio.Goal {
		return &portfolio.Goal{TargetAmount: usd(target), Share: usd(share)}
	}
	for name, c := range map[string]struct {
		value string
		goals []*portfolio.Goal
		want  []string
	}{
		"one has all":                  {"1000", []*portfolio.Goal{goal("500", "0")}, []string{"1000"}},
		"in the order of dates":        {"1000", []*portfolio.Goal{goal("600", "0"), goal("900", "0")}, []string{"600", "400"}},
		"the last has what is left":    {"2000", []*portfolio.Goal{goal("600", "0"), goal("900", "0")}, []string{"600", "1400"}},
		"nothing is left":              {"500", []*portfolio.Goal{goal("600", "0"), goal("900", "0")}, []string{"500", "0"}},
		"shares come first":            {"1000", []*portfolio.Goal{goal("600", "0"), goal("900", "0.5")}, []string{"500", "500"}},
		"shares only":                  {"1000", []*portfolio.Goal{goal("600", "0.25"), goal("900", "0.5")}, []string{"250", "500"}},
		"thirds are not more than all": {"0.00000001", []*portfolio.Goal{goal("1", "0.5"), goal("1", "0.5")}, []string{"0", "0"}},
		"a debt is nobody's":           {"-5", []*portfolio.Goal{goal("1", "0.5"), goal("1", "0")}, []string{"0", "0"}},
	} {
		portfolio.ShareOut(usd(c.value), c.goals)
		for i, goal := range c.goals {
			if goal.CurrentAmount != usd(c.want[i]) {
				t.Errorf("%s: goal %d has %s, want %s", name, i, goal.CurrentAmount, c.want[i])
			}
		}
	}
}

func TestGoalsHaveSharesOfAtMostAll(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("10000")
		id := r.primary(caller).ID
		shared := goalOf("9000")
		shared.Share = usd("0.75")
		first, err := r.CreateGoal(t.Context(), caller, id, shared)
		must(t, err)
		equal(t, "what it has", first.CurrentAmount, usd("7500"))
		shared.Share = usd("0.2501")
		_, err = r.CreateGoal(t.Context(), caller, id, shared)
		testkit.WantFault(t, err, fault.ValidationError, "share")
		for _, bad := range []string{"1.0001", "-0.1", "0.00001"} {
			shared.Share = usd(bad)
			_, err = r.CreateGoal(t.Context(), caller, id, shared)
			testkit.WantFault(t, err, fault.ValidationError, "share")
		}
		shared.Share = usd("0.25")
		_, err = r.CreateGoal(t.Context(), caller, id, shared)
		must(t, err)
		none := money.Zero
		changed, err := r.UpdateGoal(t.Context(), caller, id, first.ID, portfolio.GoalChange{Share: &none})
		must(t, err)
		equal(t, "what it has without a share", changed.CurrentAmount, usd("7500"))
		goals, err := r.Goals(t.Context(), caller, id)
		must(t, err)
		equal(t, "goals", len(goals), 2)
	})
}

func TestTheWatcherLooksAgainOnlyAtWhatHasChanged(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		still, moving := r.user("1000"), r.user("1000")
		_, err := r.CreateGoal(t.Context(), still, r.primary(still).ID, goalOf("5000"))
		must(t, err)
		_, err = r.CreateGoal(t.Context(), moving, r.primary(moving).ID, goalOf("5000"))
		must(t, err)
		watcher := r.NewGoalWatcher()
		must(t, watcher.Watch(t.Context()))
		equal(t, "the first look is at all", r.desk.since.IsZero(), true)
		r.setCash(moving, "6000")
		r.desk.changed[moving.UserID] = true
		r.clock.Advance(time.Hour)
		must(t, watcher.Watch(t.Context()))
		equal(t, "the second look goes back to the first", r.desk.since.Equal(noon), true)
		r.wantEvents("portfolio.goal.achieved", 1)
	})
}
