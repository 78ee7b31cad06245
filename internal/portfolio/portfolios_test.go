package portfolio_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/testkit"
)

func TestFiftyFirstLooksMakeTwoPortfolios(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("100000", "2500.5")
		must(t, errors.Join(testkit.InParallel(50, func(int) error {
			portfolios, err := r.Portfolios(t.Context(), caller)
			if err == nil && len(portfolios) != 2 {
				return errors.New("not two portfolios")
			}
			return err
		})...))
		r.wantEvents("portfolio.created", 2)
		got := r.primary(caller)
		equal(t, "the name", got.Name, "Main portfolio")
		equal(t, "the profile", got.RiskProfile, portfolio.Moderate)
		equal(t, "primary", got.IsPrimary, true)
		equal(t, "the worth", got.TotalValue, usd("102500.5"))
		equal(t, "the accounts", len(got.AccountIDs), 2)
		equal(t, "the user", got.UserID, caller.UserID)
	})
}

func TestThePrimaryPortfolioSeesEveryAccountAndOthersTheirOwn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		position := long("BTCUSD", "0.1", "62507.5")
		second := r.addAccount(caller, portfolio.Account{
			Cash: usd("500"), Held: usd("20"), Margin: usd("6000"), Unrealized: usd("250.75"), Holdings: []portfolio.Holding{position},
		})
		created, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{
			Name: "  Growth ", RiskProfile: portfolio.Aggressive, AccountIDs: []uuid.UUID{second},
		})
		must(t, err)
		r.clock.Advance(time.Second)
		newer, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{
			Name: "Newer", RiskProfile: portfolio.Conservative, AccountIDs: []uuid.UUID{second},
		})
		must(t, err)
		r.wantEvents("portfolio.created", 4)
		portfolios, err := r.Portfolios(t.Context(), caller)
		must(t, err)
		ids := []uuid.UUID{portfolios[0].ID, portfolios[2].ID, portfolios[3].ID}
		if !portfolios[0].IsPrimary || !slices.Equal(ids[1:], []uuid.UUID{newer.ID, created.ID}) {
			t.Errorf("the order is %v", ids)
		}
		equal(t, "the worth of all", portfolios[0].TotalValue, usd("7770.75"))
		got, err := r.Portfolio(t.Context(), caller, created.ID)
		must(t, err)
		equal(t, "the name", got.Name, "Growth")
		equal(t, "the worth", got.TotalValue, usd("6770.75"))
		equal(t, "the unrealized profit", got.UnrealizedPnL, usd("250.75"))
		if !slices.Equal(got.AccountIDs, []uuid.UUID{second}) {
			t.Errorf("the accounts are %v", got.AccountIDs)
		}
	})
}

func TestAPortfolioIsMadeOnlyOverOnesOwnAccounts(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller, other := r.user("1000"), r.user("1000")
		own, theirs := r.primary(caller).AccountIDs[0], r.primary(other).AccountIDs[0]
		create := func(name string, profile portfolio.RiskProfile, accounts ...uuid.UUID) error {
			_, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{Name: name, RiskProfile: profile, AccountIDs: accounts})
			return err
		}
		testkit.WantFault(t, create("x", portfolio.Moderate, own, theirs), fault.NotFound, "accountIds")
		testkit.WantFault(t, create("x", portfolio.Moderate, own, own), fault.ValidationError, "accountIds")
		testkit.WantFault(t, create("x", portfolio.Moderate), fault.ValidationError, "accountIds")
		testkit.WantFault(t, create(" ", portfolio.Moderate, own), fault.ValidationError, "name")
		testkit.WantFault(t, create("x", "reckless", own), fault.ValidationError, "riskProfile")
		equal(t, "portfolios", len(mustList(t, r, caller)), 2)
	})
}

func mustList(t *testing.T, r *rig, caller identity.Caller) []*portfolio.Portfolio {
	t.Helper()
	portfolios, err := r.Portfolios(t.Context(), caller)
	must(t, err)
	return portfolios
}

// A request that is retried after a crash must not count as done because an account was opened on its behalf.
func TestOpeningAnAccountIsNotTheWorkOfARequest(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		whole := r.primary(caller)
		r.desk.opens = func(ctx context.Context) error {
			return db.InTx(ctx, func(*database.Tx) error { return nil })
		}
		noMark := func(context.Context, *database.Tx) error {
			t.Error("the request was marked as done before its work was")
			return nil
		}
		for _, work := range []func(context.Context) error{
			func(ctx context.Context) error {
				_, err := r.Create(ctx, caller, portfolio.NewPortfolio{Name: "x", RiskProfile: portfolio.Moderate, AccountIDs: whole.AccountIDs})
				return err
			},
			func(ctx context.Context) error {
				_, err := r.CreateGoal(ctx, caller, whole.ID, goalOf("5000"))
				return err
			},
		} {
			request, last := db.HoldLastTx(t.Context(), "", noMark)
			must(t, work(request))
			isHeld, err := last.Commit(request, func(context.Context, *database.Tx) error { return nil })
			must(t, err)
			equal(t, "the work waits for the answer", isHeld, true)
		}
	})
}

func TestAUserHasAHundredPortfoliosAtMost(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		own := r.primary(caller).AccountIDs
		for range 97 {
			r.exec(`INSERT INTO portfolios (id, tenant_id, user_id, name, risk_profile, is_primary, created_at, updated_at)
				VALUES ($1, $2, $3, 'x', 'moderate', $4, 0, 0)`, uuid.New(), caller.TenantID, caller.UserID, false)
		}
		results := testkit.InParallel(5, func(int) error {
			_, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{Name: "x", RiskProfile: portfolio.Moderate, AccountIDs: own})
			return err
		})
		made := 0
		for _, err := range results {
			if err == nil {
				made++
				continue
			}
			testkit.WantFault(t, err, fault.Conflict, "")
		}
		equal(t, "made", made, 1)
		equal(t, "portfolios", len(mustList(t, r, caller)), 100)
	})
}

func TestAPortfolioCanBeRenamedAndRiskedOtherwise(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		named, profile := " Old age ", portfolio.Aggressive
		changed, err := r.Update(t.Context(), caller, id, portfolio.Change{Name: &named})
		must(t, err)
		equal(t, "the name", changed.Name, "Old age")
		equal(t, "the profile", changed.RiskProfile, portfolio.Moderate)
		changed, err = r.Update(t.Context(), caller, id, portfolio.Change{RiskProfile: &profile})
		must(t, err)
		equal(t, "the name", changed.Name, "Old age")
		equal(t, "the profile", changed.RiskProfile, portfolio.Aggressive)
		equal(t, "the worth", changed.TotalValue, usd("1000"))
		blank, wild := "  ", portfolio.RiskProfile("wild")
		_, err = r.Update(t.Context(), caller, id, portfolio.Change{Name: &blank})
		testkit.WantFault(t, err, fault.ValidationError, "name")
		_, err = r.Update(t.Context(), caller, id, portfolio.Change{RiskProfile: &wild})
		testkit.WantFault(t, err, fault.ValidationError, "riskProfile")
	})
}

func TestAnotherUsersPortfolioIsNotThere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		owner, stranger := r.user("1000"), r.user("1000")
		id := r.primary(owner).ID
		goal, err := r.CreateGoal(t.Context(), owner, id, portfolio.NewGoal{
			Name: "a", TargetAmount: usd("5000"), TargetDate: today.AddDate(1, 0, 0),
		})
		must(t, err)
		strangers := r.primary(stranger).ID
		elsewhere := owner
		elsewhere.TenantID = uuid.New()
		attempts := map[string]func(who identity.Caller) error{
			"read": func(who identity.Caller) error { _, err := r.Portfolio(t.Context(), who, id); return err },
			"change": func(who identity.Caller) error {
				_, err := r.Update(t.Context(), who, id, portfolio.Change{})
				return err
			},
			"allocations": func(who identity.Caller) error { _, err := r.Allocations(t.Context(), who, id); return err },
			"targets": func(who identity.Caller) error {
				_, err := r.SetTargets(t.Context(), who, id, []portfolio.Target{{Asset: "USD", Percent: money.FromInt(100)}})
				return err
			},
			"performance": func(who identity.Caller) error {
				_, err := r.Performance(t.Context(), who, id, portfolio.Month)
				return err
			},
			"rebalance": func(who identity.Caller) error { _, err := r.PreviewRebalance(t.Context(), who, id); return err },
			"goals":     func(who identity.Caller) error { _, err := r.Goals(t.Context(), who, id); return err },
			"new goal": func(who identity.Caller) error {
				_, err := r.CreateGoal(t.Context(), who, id, portfolio.NewGoal{})
				return err
			},
			"change goal": func(who identity.Caller) error {
				_, err := r.UpdateGoal(t.Context(), who, id, goal.ID, portfolio.GoalChange{})
				return err
			},
			"delete goal": func(who identity.Caller) error { return r.DeleteGoal(t.Context(), who, id, goal.ID) },
		}
		for name, attempt := range attempts {
			for _, who := range []identity.Caller{stranger, elsewhere} {
				if err := attempt(who); !fault.Is(err, fault.NotFound) {
					t.Errorf("%s: %v, want NOT_FOUND", name, err)
				}
			}
		}
		// A goal is only found under its own portfolio.
		testkit.WantFault(t, r.DeleteGoal(t.Context(), stranger, strangers, goal.ID), fault.NotFound, "")
		goals, err := r.Goals(t.Context(), owner, id)
		must(t, err)
		equal(t, "goals", len(goals), 1)
	})
}
