package portfolio_test

import (
	"math/rand/v2"
	"testing"

	"bourse/internal/money"
	"bourse/internal/portfolio"
)

func TestSharesAreRoundedByTheLargestRemainder(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ values, want []string }{
		"thirds":                  {[]string{"1", "1", "1"}, []string{"33.34", "33.33", "33.33"}},
		"the largest loss first":  {[]string{"1", "2", "3"}, []string{"16.67", "33.33", "50"}},
		"one":                     {[]string{"0.00000001"}, []string{"100"}},
		"nothing":                 {[]string{"0", "0"}, []string{"0", "0"}},
		"a short counts against":  {[]string{"75", "-50", "25"}, []string{"150", "-100", "50"}},
		"thirds below zero":       {[]string{"4", "-1"}, []string{"133.33", "-33.33"}},
		"next to nothing is left": {[]string{"1000", "-999.99999999"}, []string{"0", "0"}},
		"only losses":             {[]string{"-5"}, []string{"0"}},
		"dust disappears":         {[]string{"92233720368", "0.00000001"}, []string{"100", "0"}},
		"none":                    {nil, nil},
		"a whole is not exceeded": {[]string{"99.999", "0.001"}, []string{"100", "0"}},
	}
	for name, c := range cases {
		values := make([]money.Decimal, len(c.values))
		for i, value := range c.values {
			values[i] = usd(value)
		}
		for i, share := range portfolio.Percents(values) {
			if share != usd(c.want[i]) {
				t.Errorf("%s: share %d is %s, want %s", name, i, share, c.want[i])
			}
		}
	}
}

// Whatever is held, the values sum to the portfolio's value and the percentages to exactly 100.00.
func TestAllocationsAlwaysSumToTheWholePortfolio(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 7))
		whole, allocations, err := portfolio.Allocate(randomAccounts(random), nil)
		must(t, err)
		var sum, percent money.Decimal
		for i, allocation := range allocations {
			sum, percent = sum.Add(allocation.Value), percent.Add(allocation.CurrentPercent)
			if allocation.CurrentPercent.IsNegative() && !allocation.Value.IsNegative() || allocation.CurrentPercent.Round(2) != allocation.CurrentPercent {
				t.Fatalf("seed %d: the share of %s is %s", seed, allocation.Asset, allocation.CurrentPercent)
			}
			if i > 0 && allocation.Value.GreaterThan(allocations[i-1].Value) {
				t.Fatalf("seed %d: the largest is not first", seed)
			}
		}
		if sum != whole.TotalValue || percent != money.FromInt(100) {
			t.Fatalf("seed %d: %s of %s, %s %%", seed, sum, whole.TotalValue, percent)
		}
	}
}

// randomAccounts are up to four accounts with up to eight positions each, some of them short and some lost.
func randomAccounts(random *rand.Rand) []portfolio.Account {
	symbols := []string{"BTC", "ETH", "SOL", "EUR", "AAPL", "SPY"}
	amount := func(most int64) money.Decimal { return money.FromUnits(random.Int64N(most) + 1) }
	accounts := make([]portfolio.Account, random.IntN(4))
	for i := range accounts {
		account := &accounts[i]
		if random.IntN(3) > 0 {
			account.Cash = amount(1e13)
		}
		for range random.IntN(8) {
			account.Holdings = append(account.Holdings, portfolio.Holding{
				Symbol: symbols[random.IntN(len(symbols))], IsShort: random.IntN(4) == 0, Quantity: amount(1e10), Mark: amount(1e12),
			})
			account.Margin = account.Margin.Add(amount(1e12))
			account.Unrealized = account.Unrealized.Add(amount(2e12).Sub(money.FromInt(8000)))
		}
	}
	return accounts
}
