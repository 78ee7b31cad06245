package portfolio_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/portfolio"
)

// offers are the prices of the plans below.
var offers = map[string]portfolio.Offer{
	"BTC": {Price: usd("65000"), LotStep: usd("0.0001")}, "ETH": {Price: usd("3200.57"), LotStep: usd("0.0001")},
	"SOL": {Price: usd("151.3"), LotStep: usd("0.001")}, "EUR": {Price: usd("1.08512"), LotStep: usd("1")},
	"SPY": {Price: usd("530.11"), LotStep: usd("0.01")},
}

// planFor is the plan for one account with cash and long positions at the offered prices.
func planFor(t *testing.T, account portfolio.Account, set []portfolio.Target) ([]portfolio.Allocation, map[string]portfolio.Line) {
	t.Helper()
	for _, holding := range account.Holdings {
		account.Margin = account.Margin.Add(holding.Quantity.Mul(holding.Mark))
	}
	_, allocations, err := portfolio.Allocate([]portfolio.Account{account}, set)
	must(t, err)
	lines := portfolio.Plan(allocations, account.Held, offers)
	if len(lines) != len(allocations) || lines[0].Asset != "USD" {
		t.Errorf("the lines are %v", lines)
	}
	found := make(map[string]portfolio.Line)
	for _, line := range lines {
		found[line.Asset] = line
		if line.Reason == "" {
			t.Errorf("%s has no reason", line.Asset)
		}
	}
	return allocations, found
}

func TestAPlanActsBeyondTheBandsAndNotBefore(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		cash, bitcoin string // of 65 000 USD
		targets       []portfolio.Target
		isNeeded      bool
	}{
		"at the target":            {"32500", "0.5", targets("USD", "50", "BTC", "50"), false},
		"5 points":                 {"29250", "0.55", targets("USD", "50", "BTC", "50"), false},
		"more than 5 points":       {"29243.5", "0.5501", targets("USD", "50", "BTC", "50"), true},
		"a quarter of the target":  {"61750", "0.05", targets("USD", "96", "BTC", "4"), false},
		"more than a quarter":      {"61743.5", "0.0501", targets("USD", "96", "BTC", "4"), true},
		"less than a quarter gone": {"63050", "0.03", targets("USD", "96", "BTC", "4"), false},
		"not wanted at all":        {"64350", "0.01", targets("USD", "100"), true},
		"dust":                     {"64993.5", "0.0001", targets("USD", "100"), false},
	}
	for name, c := range cases {
		account := portfolio.Account{Cash: usd(c.cash), Holdings: []portfolio.Holding{long("BTC", c.bitcoin, "65000")}}
		_, lines := planFor(t, account, c.targets)
		if acts := lines["BTC"].Action != portfolio.Hold; acts != c.isNeeded {
			t.Errorf("%s: %+v", name, lines["BTC"])
		}
	}
}

func TestCashIsSpentFirst(t *testing.T) {
	t.Parallel()
	account := portfolio.Account{Cash: usd("50000"), Holdings: []portfolio.Holding{long("BTC", "0.5", "65000")}}
	_, lines := planFor(t, account, targets("USD", "10", "BTC", "50", "SPY", "40"))
	equal(t, "cash", lines["USD"].Action, portfolio.Sell)
	equal(t, "bitcoin", lines["BTC"].Action, portfolio.Buy)
	equal(t, "the index", lines["SPY"].Action, portfolio.Buy)
	equal(t, "what cash pays", lines["USD"].Value, lines["BTC"].Value.Add(lines["SPY"].Value))
	if !strings.Contains(lines["USD"].Reason, "first") {
		t.Errorf("the reason is %q", lines["USD"].Reason)
	}
}

func TestWhatIsHeldForWithdrawalsIsNotSpent(t *testing.T) {
	t.Parallel()
	_, lines := planFor(t, portfolio.Account{Cash: usd("100"), Held: usd("900")}, targets("USD", "0", "EUR", "100"))
	equal(t, "spent", lines["USD"].Value, lines["EUR"].Value)
	if lines["EUR"].Value.GreaterThan(usd("100")) || lines["EUR"].Action != portfolio.Buy {
		t.Errorf("%+v", lines["EUR"])
	}
	if !strings.Contains(lines["EUR"].Reason, "as much as the cash allows") {
		t.Errorf("the reason is %q", lines["EUR"].Reason)
	}
}

func TestNothingIsSoldThatIsNotHeld(t *testing.T) {
	t.Parallel()
	short := portfolio.Holding{Symbol: "ETH", IsShort: true, Quantity: usd("3"), Mark: usd("3200.57")}
	account := portfolio.Account{Cash: usd("100"), Holdings: []portfolio.Holding{short, long("ETH", "0.5", "3200.57")}}
	_, lines := planFor(t, account, targets("USD", "100"))
	equal(t, "the action", lines["ETH"].Action, portfolio.Hold) // more was sold short than is held
	if !strings.Contains(lines["ETH"].Reason, "short") {
		t.Errorf("the reason is %q", lines["ETH"].Reason)
	}
	account.Holdings = account.Holdings[:1]
	_, lines = planFor(t, account, targets("USD", "100"))
	equal(t, "the action", lines["ETH"].Action, portfolio.Hold)
	equal(t, "the cash", lines["USD"].Action, portfolio.Hold)
	// A purchase to reach the target of an asset that was sold short does not buy back the short position.
	_, lines = planFor(t, portfolio.Account{Cash: usd("50000"), Holdings: account.Holdings}, targets("USD", "50", "ETH", "50"))
	equal(t, "the action", lines["ETH"].Action, portfolio.Buy)
	if worth := lines["ETH"].Value; worth.GreaterThan(usd("29801")) || worth.LessThan(usd("29790")) {
		t.Errorf("%s is bought, want half of the portfolio", worth)
	}
}

func TestWhatHasNoPriceIsLeft(t *testing.T) {
	t.Parallel()
	_, lines := planFor(t, portfolio.Account{Cash: usd("1000")}, targets("USD", "50", "GONE", "50"))
	equal(t, "the action", lines["GONE"].Action, portfolio.Hold)
	if !strings.Contains(lines["GONE"].Reason, "no price") {
		t.Errorf("the reason is %q", lines["GONE"].Reason)
	}
}

// Applied to the holdings, a plan that acts meets the targets within the minimum trade and a lot, changes nothing in
// total, and never spends what is not there.
func TestAPlanMeetsTheTargets(t *testing.T) {
	t.Parallel()
	minimum, tolerance := usd("10"), usd("0.00001")
	plans := 0
	for seed := range uint64(4000) {
		random := rand.New(rand.NewPCG(seed, 5))
		account, set := randomLongs(random), randomTargets(random)
		allocations, lines := planFor(t, account, set)
		var total, before, after, slack money.Decimal
		acts := false
		for _, allocation := range allocations {
			total = total.Add(allocation.Value)
			acts = acts || lines[allocation.Asset].Action != portfolio.Hold
			slack = slack.Add(minimum).Add(offers[allocation.Asset].Price.Mul(offers[allocation.Asset].LotStep))
		}
		if !acts {
			continue
		}
		plans++
		for _, allocation := range allocations {
			line, offer := lines[allocation.Asset], offers[allocation.Asset]
			reached := applied(allocation, line)
			before, after = before.Add(allocation.Value), after.Add(reached)
			if reached.IsNegative() && reached.Neg().GreaterThan(tolerance) {
				t.Fatalf("seed %d: %s comes to %s", seed, allocation.Asset, reached)
			}
			missed := reached.Sub(total.Mul(money.FromUnits(allocation.TargetPercent.Units() / 100)))
			allowed := minimum.Add(offer.Price.Mul(offer.LotStep)).Add(tolerance)
			if missed.IsNegative() || allocation.Asset == "USD" { // what the others leave or lack is in cash
				allowed = slack
			}
			if missed.Abs().GreaterThan(allowed) {
				t.Fatalf("seed %d: %s misses its target by %s, allowed %s: %+v", seed, allocation.Asset, missed, allowed, line)
			}
			wantTradeable(t, line, offer, minimum)
		}
		if before.Sub(after).Abs().GreaterThan(tolerance) {
			t.Fatalf("seed %d: %s became %s", seed, before, after)
		}
	}
	if plans < 2000 {
		t.Errorf("only %d plans did anything", plans)
	}
}

// applied is an asset's value after a line was carried out.
func applied(allocation portfolio.Allocation, line portfolio.Line) money.Decimal {
	switch line.Action {
	case portfolio.Buy:
		return allocation.Value.Add(line.Value)
	case portfolio.Sell:
		return allocation.Value.Sub(line.Value)
	case portfolio.Hold:
	}
	return allocation.Value
}

func wantTradeable(t *testing.T, line portfolio.Line, offer portfolio.Offer, minimum money.Decimal) {
	t.Helper()
	if line.Asset == "USD" || line.Action == portfolio.Hold {
		return
	}
	if line.Quantity.FloorTo(offer.LotStep) != line.Quantity || line.Value.LessThan(minimum) || line.Value != line.Quantity.Mul(offer.Price) {
		t.Fatalf("%+v cannot be traded", line)
	}
}

func randomLongs(random *rand.Rand) portfolio.Account {
	account := portfolio.Account{Cash: money.FromUnits(random.Int64N(5e12))}
	for asset, offer := range offers {
		if random.IntN(2) == 0 {
			worth := money.FromUnits(random.Int64N(5e12))
			lots, _ := worth.Div(offer.Price)
			quantity := lots.FloorTo(offer.LotStep)
			account.Holdings = append(account.Holdings, long(asset, quantity.String(), offer.Price.String()))
		}
	}
	return account
}

func randomTargets(random *rand.Rand) []portfolio.Target {
	left := int64(100_00)
	var set []portfolio.Target
	for asset := range offers {
		share := random.Int64N(left + 1)
		left -= share
		set = append(set, portfolio.Target{Asset: asset, Percent: money.FromUnits(share * 1e6)})
	}
	return append(set, portfolio.Target{Asset: "USD", Percent: money.FromUnits(left * 1e6)})
}

func TestThePreviewUsesTheMarketsPrices(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.feed.Tick(market.Tick{Symbol: "BTCUSD", Close: usd("50000")})
		caller := r.user("10000")
		id := r.primary(caller).ID
		_, err := r.SetTargets(t.Context(), caller, id, targets("USD", "50", "BTC", "40", "SOL", "10"))
		must(t, err)
		preview, err := r.PreviewRebalance(t.Context(), caller, id)
		must(t, err)
		equal(t, "needed", preview.Needed, true)
		equal(t, "the worth", preview.TotalValue, usd("10000"))
		equal(t, "the portfolio", preview.PortfolioID, id)
		want := []portfolio.Line{
			{Asset: "USD", Action: portfolio.Sell, CurrentPercent: usd("100"), TargetPercent: usd("50"), Quantity: usd("4000"),
				Value: usd("4000"), Reason: "50 points above its target of 50 %, cash is spent first"},
			{Asset: "BTC", Action: portfolio.Buy, TargetPercent: usd("40"), Quantity: usd("0.08"), Value: usd("4000"),
				Reason: "40 points below its target of 40 %"},
			{Asset: "SOL", Action: portfolio.Hold, TargetPercent: usd("10"),
				Reason: "10 points below its target of 10 %, there is no price to trade at"},
		}
		for i, line := range preview.Lines {
			equal(t, "the line", line, want[i])
		}
	})
}
