package portfolio_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"bourse/internal/money"
	"bourse/internal/portfolio"
)

func TestAGoalIsProjectedMonthByMonth(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		profile                      portfolio.RiskProfile
		months                       int
		amount, contribution, target string
		projected, required          string
	}{
		// A year at 3, 5 and 7 percent.
		"conservative": {portfolio.Conservative, 12, "1000", "0", "1000", "1030", "0"},
		"moderate":     {portfolio.Moderate, 12, "1000", "0", "1000", "1050", "0"},
		"aggressive":   {portfolio.Aggressive, 24, "1000", "0", "1000", "1144.9", "0"},
		// The contributions of a year at 5 percent: 100 × 0.05 ÷ (1.05^(1/12) − 1) = 1227.2579….
		"contributions":        {portfolio.Moderate, 12, "0", "100", "1227.25", "1227.26", "100"},
		"both":                 {portfolio.Moderate, 12, "1000", "100", "2277.25", "2277.26", "100"},
		"a month":              {portfolio.Moderate, 1, "0", "250", "500", "250", "500"},
		"no month left":        {portfolio.Moderate, 0, "700", "250", "1000", "700", "300"},
		"a debt":               {portfolio.Moderate, 12, "-1000", "0", "10", "-1050", "86.38"},
		"beyond all numbers":   {portfolio.Aggressive, 1200, "92233720368", "1", "5", "92233720368.54", "0"},
		"a target of the dust": {portfolio.Moderate, 1, "0", "0", "0.00000001", "0", "0.01"},
	}
	for name, c := range cases {
		projected, required := portfolio.Outlook(c.profile, today, today.AddDate(0, c.months, 0), usd(c.amount), usd(c.contribution), usd(c.target))
		if projected != usd(c.projected) || required != usd(c.required) {
			t.Errorf("%s: projected %s and required %s, want %s and %s", name, projected, required, c.projected, c.required)
		}
	}
}

// The required contribution is enough, and a cent less is not.
func TestTheRequiredContributionIsJustEnough(t *testing.T) {
	t.Parallel()
	profiles := []portfolio.RiskProfile{portfolio.Conservative, portfolio.Moderate, portfolio.Aggressive}
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 3))
		profile, date := profiles[random.IntN(3)], today.AddDate(0, 1+random.IntN(600), random.IntN(28))
		amount, target := money.FromUnits(random.Int64N(1e13)), money.FromUnits(1+random.Int64N(1e14))
		_, required := portfolio.Outlook(profile, today, date, amount, money.Zero, target)
		enough, _ := portfolio.Outlook(profile, today, date, amount, required, target)
		if enough.LessThan(target) {
			t.Fatalf("seed %d: with %s a month there are %s of %s", seed, required, enough, target)
		}
		if less := required.Sub(usd("0.01")); less.IsPositive() {
			if short, _ := portfolio.Outlook(profile, today, date, amount, less, target); !short.LessThan(target) {
				t.Fatalf("seed %d: %s a month is more than needed", seed, required)
			}
		}
	}
}

func TestOnlyWholeMonthsCount(t *testing.T) {
	t.Parallel()
	day := func(text string) time.Time {
		parsed, err := time.Parse(time.DateOnly, text)
		must(t, err)
		return parsed
	}
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"2026-03-12", "2026-04-12", 1}, {"2026-03-12", "2026-04-11", 0}, {"2026-03-12", "2027-03-12", 12},
		{"2026-01-31", "2026-02-28", 0}, {"2026-03-12", "2026-03-11", 0}, {"2026-03-12", "2020-01-01", 0},
		{"2025-12-15", "2026-01-15", 1},
	} {
		equal(t, c.from+" to "+c.to, portfolio.WholeMonths(day(c.from), day(c.to)), c.want)
	}
}

func TestProgressIs100OnlyWhenTheAmountIsThere(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"500", "1000", "50"}, {"1000", "1000", "100"}, {"5000", "1000", "100"}, {"-5", "1000", "0"}, {"0", "1", "0"},
		{"999.99999999", "1000", "99.99"}, {"92233720368.54775806", "92233720368.54775807", "99.99"},
		{"92233720368", "0.00000001", "100"}, {"1", "3", "33.33"}, {"2", "3", "66.66"},
	} {
		equal(t, c[0]+" of "+c[1], portfolio.Progress(usd(c[0]), usd(c[1])), usd(c[2]))
	}
}
