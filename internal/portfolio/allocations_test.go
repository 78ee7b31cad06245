package portfolio_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/testkit"
)

func targets(pairs ...string) []portfolio.Target {
	var made []portfolio.Target
	for i := 0; i < len(pairs); i += 2 {
		made = append(made, portfolio.Target{Asset: pairs[i], Percent: usd(pairs[i+1])})
	}
	return made
}

func byAsset(t *testing.T, allocations []portfolio.Allocation) map[string]portfolio.Allocation {
	t.Helper()
	found := make(map[string]portfolio.Allocation)
	for _, allocation := range allocations {
		if _, twice := found[allocation.Asset]; twice {
			t.Errorf("%s is listed twice", allocation.Asset)
		}
		found[allocation.Asset] = allocation
	}
	return found
}

func TestAllocationsTellWhatAPortfolioIsMadeOf(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		short := portfolio.Holding{
			Symbol: "ETHUSD", IsShort: true, Quantity: usd("2"), Mark: usd("3100"),
		}
		r.addAccount(caller, portfolio.Account{
			Cash: usd("380"), Held: usd("20"), Margin: usd("12400"), Unrealized: usd("200"),
			Holdings: []portfolio.Holding{long("BTCUSD", "0.1", "60000"), short},
		})
		id := r.primary(caller).ID
		listed, err := r.Allocations(t.Context(), caller, id)
		must(t, err)
		equal(t, "the largest", listed[0].Asset, "USD")
		equal(t, "the least", listed[len(listed)-1].Asset, "ETH")
		found := byAsset(t, listed)
		equal(t, "assets", len(found), 4) // the moderate targets USD, SPY, BTC and ETH
		equal(t, "cash and what the short was sold for", found["USD"].Value, usd("14200"))
		equal(t, "cash in units", found["USD"].Quantity, usd("14200"))
		equal(t, "bitcoin", found["BTC"].Quantity, usd("0.1"))
		equal(t, "the share of bitcoin", found["BTC"].CurrentPercent, usd("42.86"))
		equal(t, "its target", found["BTC"].TargetPercent, usd("25"))
		equal(t, "the short", found["ETH"].Quantity, usd("-2"))
		equal(t, "its worth", found["ETH"].Value, usd("-6200"))
		equal(t, "its share", found["ETH"].CurrentPercent, usd("-44.29"))
		equal(t, "what is not held", found["SPY"].Value, money.Zero)
		equal(t, "its target", found["SPY"].TargetPercent, usd("30"))
		again, err := r.Allocations(t.Context(), caller, id)
		must(t, err)
		for i := range again {
			equal(t, "the id at another time", again[i].ID, listed[i].ID)
			equal(t, "the portfolio", again[i].PortfolioID, id)
		}
	})
}

func TestAnEmptyPortfolioIsAllCash(t *testing.T) {
	t.Parallel()
	_, allocations, err := portfolio.Allocate(nil, targets("BTC", "100"))
	must(t, err)
	found := byAsset(t, allocations)
	equal(t, "cash", found["USD"].CurrentPercent, money.FromInt(100))
	equal(t, "bitcoin", found["BTC"].CurrentPercent, money.Zero)
}

func TestTargetsStayAsTheyWereSet(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		for _, set := range [][]portfolio.Target{
			targets("USD", "50", "AAPL", "49.99", "NVDA", "0.01"), targets("BTC", "100", "ETH", "0"),
		} {
			listed, err := r.SetTargets(t.Context(), caller, id, set)
			must(t, err)
			found := byAsset(t, listed)
			for _, target := range set {
				equal(t, target.Asset, found[target.Asset].TargetPercent, target.Percent)
			}
		}
		r.wantEvents("portfolio.targets_changed", 2)
		profile := portfolio.Conservative
		_, err := r.Update(t.Context(), caller, id, portfolio.Change{RiskProfile: &profile})
		must(t, err)
		listed, err := r.Allocations(t.Context(), caller, id)
		must(t, err)
		found := byAsset(t, listed)
		equal(t, "assets", len(found), 3)
		equal(t, "the target of BTC", found["BTC"].TargetPercent, usd("100"))
		equal(t, "the target of USD", found["USD"].TargetPercent, money.Zero)
	})
}

func TestWhatIsToldOfNewTargetsIsThePortfolioAsItIsRead(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		account := r.addAccount(caller, portfolio.Account{Cash: usd("380"), Unrealized: usd("20")})
		made, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{
			Name: "Own", RiskProfile: portfolio.Moderate, AccountIDs: []uuid.UUID{account},
		})
		must(t, err)
		for _, id := range []uuid.UUID{made.ID, r.primary(caller).ID} {
			_, err := r.SetTargets(t.Context(), caller, id, targets("USD", "100"))
			must(t, err)
			read, err := r.Portfolio(t.Context(), caller, id)
			must(t, err)
			all := r.events.All()
			text, err := json.Marshal(all[len(all)-1].Data)
			must(t, err)
			var told portfolio.Portfolio
			must(t, json.Unmarshal(text, &told))
			equal(t, "the portfolio", told.ID, read.ID)
			equal(t, "its name", told.Name, read.Name)
			equal(t, "its worth", told.TotalValue, read.TotalValue)
			equal(t, "its profit", told.UnrealizedPnL, usd("20"))
			equal(t, "its accounts", fmt.Sprint(told.AccountIDs), fmt.Sprint(read.AccountIDs))
		}
	})
}

func TestTargetsThatAreSetAtOnceDoNotMix(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		choices := make(chan []portfolio.Target, 20)
		for range 10 {
			choices <- targets("USD", "50", "AAPL", "50")
			choices <- targets("BTC", "30", "ETH", "70")
		}
		must(t, errors.Join(testkit.InParallel(20, func(int) error {
			_, err := r.SetTargets(t.Context(), caller, id, <-choices)
			return err
		})...))
		listed, err := r.Allocations(t.Context(), caller, id)
		must(t, err)
		var sum money.Decimal
		for _, allocation := range listed {
			sum = sum.Add(allocation.TargetPercent)
		}
		equal(t, "the sum", sum, money.FromInt(100))
	})
}

func TestTargetsThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	exists := func(asset string) bool { return asset == "BTC" || asset == "ETH" }
	cases := map[string]struct {
		targets []portfolio.Target
		says    string
	}{
		"too little":      {targets("USD", "50", "BTC", "49.99"), "99.99"},
		"too much":        {targets("USD", "50", "BTC", "50.01"), "100.01"},
		"nothing":         {nil, "sum to 0"},
		"an unknown one":  {targets("USD", "50", "DOGE", "50"), "DOGE"},
		"the same twice":  {targets("BTC", "50", "BTC", "50"), "twice"},
		"less than 0":     {targets("USD", "101", "BTC", "-1"), "0 to 100"},
		"a third decimal": {targets("USD", "50.005", "BTC", "49.995"), "2 decimal"},
		"without end":     {targets("USD", "92233720368", "BTC", "92233720368"), "0 to 100"},
		"lower case":      {targets("USD", "50", "btc", "50"), "btc"},
	}
	for name, c := range cases {
		err := portfolio.CheckTargets(c.targets, exists)
		testkit.WantFault(t, err, fault.ValidationError, "targets")
		if err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q does not say %q", name, err, c.says)
		}
	}
	must(t, portfolio.CheckTargets(targets("USD", "0", "BTC", "33.33", "ETH", "66.67"), exists))
}

func TestRefusedTargetsLeaveTheOldOnes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		_, err := r.SetTargets(t.Context(), caller, id, targets("USD", "100"))
		must(t, err)
		_, err = r.SetTargets(t.Context(), caller, id, targets("USD", "99"))
		testkit.WantFault(t, err, fault.ValidationError, "targets")
		listed, err := r.Allocations(t.Context(), caller, id)
		must(t, err)
		equal(t, "the target", byAsset(t, listed)["USD"].TargetPercent, money.FromInt(100))
		r.wantEvents("portfolio.targets_changed", 1)
	})
}

func TestEveryRiskProfileHasTargetsThatSumTo100(t *testing.T) {
	t.Parallel()
	for _, profile := range []portfolio.RiskProfile{portfolio.Conservative, portfolio.Moderate, portfolio.Aggressive} {
		for _, missing := range []string{"", "BTC", "SPY"} {
			var sum money.Decimal
			for _, target := range portfolio.DefaultTargets(profile, func(asset string) bool { return asset != missing }) {
				sum = sum.Add(target.Percent)
				if target.Asset == missing {
					t.Errorf("%s wants %s, which does not exist", profile, missing)
				}
			}
			equal(t, string(profile), sum, money.FromInt(100))
		}
	}
}

func TestWhatIsNoLongerListedIsItsOwnAsset(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user()
		r.addAccount(caller, portfolio.Account{Margin: usd("100"), Holdings: []portfolio.Holding{long("GONEUSD", "1", "100")}})
		listed, err := r.Allocations(t.Context(), caller, r.primary(caller).ID)
		must(t, err)
		equal(t, "its worth", byAsset(t, listed)["GONEUSD"].Value, usd("100"))
		if listed[0].ID == uuid.Nil {
			t.Error("it has no id")
		}
	})
}
