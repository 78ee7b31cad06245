package portfolio_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/portfolio"
)

// elsewhere is a connected account with a bitcoin, a coin that is not listed here and some dollars.
func elsewhere(dollars string) portfolio.Account {
	return portfolio.Account{
		ID: uuid.Must(uuid.NewV7()), Elsewhere: usd("60000").Add(usd("500")).Add(usd(dollars)),
		Holdings: []portfolio.Holding{
			{Asset: "BTC", Quantity: usd("1"), Mark: usd("60000")}, {Asset: "DOGE", Quantity: usd("4000"), Mark: usd("0.125")},
		},
	}
}

// connect gives a user a connected account, which is not a trading account.
func (r *rig) connect(caller identity.Caller, account portfolio.Account) uuid.UUID {
	r.desk.mutex.Lock()
	defer r.desk.mutex.Unlock()
	r.desk.accounts[caller.UserID] = append(r.desk.accounts[caller.UserID], account)
	return account.ID
}

func TestThePrimaryPortfolioCountsWhatLiesElsewhere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		r.addAccount(caller, portfolio.Account{IsPaper: true, Cash: usd("100000")})
		r.addAccount(caller, portfolio.Account{Cash: usd("100"), Margin: usd("30000"), Holdings: []portfolio.Holding{long("BTCUSD", "0.5", "60000")}})
		connected := r.connect(caller, elsewhere("200"))
		ended := elsewhere("0")
		ended.IsClosed = true
		r.connect(caller, ended)
		primary := r.primary(caller)
		equal(t, "the value", primary.TotalValue, usd("91800"))
		allocations, err := r.Allocations(t.Context(), caller, primary.ID)
		must(t, err)
		got := map[string][2]string{}
		var total, percent money.Decimal
		for _, allocation := range allocations {
			if allocation.Value.IsZero() {
				continue
			}
			got[allocation.Asset] = [2]string{allocation.Quantity.String(), allocation.Value.String()}
			total, percent = total.Add(allocation.Value), percent.Add(allocation.CurrentPercent)
		}
		// A bitcoin counts the same wherever it is held.
		want := map[string][2]string{"BTC": {"1.5", "90000"}, "DOGE": {"4000", "500"}, "USD": {"1300", "1300"}}
		if different := cmp.Diff(want, got); different != "" {
			t.Errorf("the allocations differ:\n%s", different)
		}
		equal(t, "the sum", total, primary.TotalValue)
		equal(t, "the percents", percent, usd("100"))

		made, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{Name: "Exchange", RiskProfile: portfolio.Moderate, AccountIDs: []uuid.UUID{connected}})
		must(t, err)
		equal(t, "the value of a portfolio over it alone", made.TotalValue, usd("60700"))
		paper, err := r.Portfolios(t.Context(), caller)
		must(t, err)
		equal(t, "the paper portfolio", paper[1].TotalValue, usd("100000"))
	})
}

func TestMoneyThatLiesElsewhereIsNotSpentHere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.feed.Price("BTCUSD", "60000")
		caller := r.user("50")
		r.connect(caller, portfolio.Account{ID: uuid.Must(uuid.NewV7()), Elsewhere: usd("50000")})
		primary := r.primary(caller)
		_, err := r.SetTargets(t.Context(), caller, primary.ID, []portfolio.Target{{Asset: "BTC", Percent: usd("60")}, {Asset: "USD", Percent: usd("40")}})
		must(t, err)
		preview, err := r.PreviewRebalance(t.Context(), caller, primary.ID)
		must(t, err)
		for _, line := range preview.Lines {
			if line.Action == portfolio.Buy && line.Value.GreaterThan(usd("50")) {
				t.Errorf("%+v is bought with money that is not here", line)
			}
		}
	})
}

// Selling at another broker brings money there, which cannot buy here.
func TestWhatLiesElsewhereDoesNotPayForWhatIsBoughtHere(t *testing.T) {
	t.Parallel()
	bitcoin := portfolio.Holding{Asset: "BTC", Quantity: usd("1"), Mark: usd("65000")}
	for _, test := range []struct {
		what      string
		here      portfolio.Account
		sold, buy string // BTC, and at most SPY
	}{
		{"nothing of it is here", portfolio.Account{Cash: usd("50")}, "0", "50"},
		{"some of it is here", portfolio.Account{Cash: usd("50"), Margin: usd("6500"), Holdings: []portfolio.Holding{long("BTC", "0.1", "65000")}}, "6500", "6550"},
	} {
		there := portfolio.Account{Elsewhere: usd("65000"), Holdings: []portfolio.Holding{bitcoin}}
		_, allocations, err := portfolio.Allocate([]portfolio.Account{test.here, there}, targets("BTC", "60", "SPY", "40"))
		must(t, err)
		for _, line := range portfolio.Plan(allocations, money.Zero, offers) {
			switch {
			case line.Asset == "BTC" && (line.Value != usd(test.sold) || !strings.Contains(line.Reason, "connected accounts")):
				t.Errorf("%s: %s is sold, %q, want %s", test.what, line.Value, line.Reason, test.sold)
			case line.Action == portfolio.Buy && line.Value.GreaterThan(usd(test.buy)):
				t.Errorf("%s: %s is bought for %s, want %s at most", test.what, line.Asset, line.Value, test.buy)
			case line.Asset == "SPY" && line.Action != portfolio.Buy:
				t.Errorf("%s: nothing is bought with what is here", test.what)
			}
		}
	}
}

// Cash that is not above its target is not spent for assets elsewhere that cannot be sold, however often the plan is
// made.
func TestCashKeepsItsTargetWhenWhatIsTooMuchLiesElsewhere(t *testing.T) {
	t.Parallel()
	there := portfolio.Account{Elsewhere: usd("65000"), Holdings: []portfolio.Holding{{Asset: "BTC", Quantity: usd("1"), Mark: usd("65000")}}}
	for _, test := range []struct{ cash, target, spent string }{
		{"16250", "20", "0"}, // at its target
		{"10000", "20", "0"}, // below it
		{"35000", "20", "15000"},
		{"35000", "0", "35000"},
	} {
		rest := usd("100").Sub(usd(test.target)).Sub(usd("40")).String()
		_, allocations, err := portfolio.Allocate([]portfolio.Account{{Cash: usd(test.cash)}, there}, targets("USD", test.target, "BTC", "40", "SPY", rest))
		must(t, err)
		for _, line := range portfolio.Plan(allocations, money.Zero, offers) {
			isNear := !line.Value.GreaterThan(usd(test.spent)) && !line.Value.LessThan(usd(test.spent).Sub(usd("1000"))) // whole lots
			if line.Asset != "BTC" && !isNear {
				t.Errorf("of %s with a target of %s %%: %s %s for %s, want %s", test.cash, test.target, line.Action, line.Asset, line.Value, test.spent)
			}
			if line.Asset == "BTC" && !strings.Contains(line.Reason, "connected accounts") {
				t.Errorf("BTC is left because %q", line.Reason)
			}
		}
	}
}

// An asset that is not traded here is left because it is elsewhere, and not because it has no price.
func TestWhatIsNotTradedHereIsLeftElsewhere(t *testing.T) {
	t.Parallel()
	there := portfolio.Account{Elsewhere: usd("500"), Holdings: []portfolio.Holding{{Asset: "DOGE", Quantity: usd("4000"), Mark: usd("0.125")}}}
	_, allocations, err := portfolio.Allocate([]portfolio.Account{{Cash: usd("500")}, there}, targets("USD", "100"))
	must(t, err)
	for _, line := range portfolio.Plan(allocations, money.Zero, offers) {
		if line.Asset == "DOGE" && !strings.Contains(line.Reason, "connected accounts") {
			t.Errorf("DOGE is left because %q", line.Reason)
		}
	}
}

func TestCurvesOfDifferentLengthAddUp(t *testing.T) {
	t.Parallel()
	day := func(n int, value, in, out string) portfolio.EquityDay {
		return portfolio.EquityDay{Day: today.AddDate(0, 0, n), Value: usd(value), In: usd(in), Out: usd(out)}
	}
	long := []portfolio.EquityDay{day(-3, "100", "100", "0"), day(-2, "110", "0", "0"), day(-1, "120", "10", "0"), day(0, "90", "0", "40")}
	short := []portfolio.EquityDay{day(-1, "7", "7", "0"), day(0, "8", "0", "0")}
	old := []portfolio.EquityDay{day(-4, "5", "5", "0"), day(-3, "6", "0", "1")}
	for _, test := range []struct{ one, other, want []portfolio.EquityDay }{
		{long, nil, long}, {nil, short, short}, {nil, nil, nil},
		{long, short, []portfolio.EquityDay{long[0], long[1], day(-1, "127", "17", "0"), day(0, "98", "0", "40")}},
		{old, long, []portfolio.EquityDay{old[0], day(-3, "106", "100", "1"), day(-2, "116", "0", "0"), day(-1, "126", "10", "0"), day(0, "96", "0", "40")}},
	} {
		for _, got := range [][]portfolio.EquityDay{portfolio.AddCurves(test.one, test.other), portfolio.AddCurves(test.other, test.one)} {
			if len(got) != len(test.want) {
				t.Fatalf("got %v, want %v", got, test.want)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("day %d is %v, want %v", i, got[i], test.want[i])
				}
			}
		}
	}
}
