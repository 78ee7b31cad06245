package trading_test

import (
	"testing"

	"bourse/internal/money"
	"bourse/internal/trading"
)

func TestWhatMayBeWithdrawn(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		funding                             trading.Funding
		cash, held, owed, granted, external string
		want                                string
	}{
		"granted money stays":                             {"paper", "1000", "0", "0", "1000", "1000", "0"},
		"what was won with it stays":                      {"paper", "1500", "0", "0", "1000", "1000", "0"},
		"what was paid in may leave":                      {"paper", "1500", "0", "0", "1000", "1500", "500"},
		"what is held counts as gone":                     {"paper", "1300", "200", "0", "1000", "1500", "300"},
		"what went out is gone":                           {"paper", "1000", "0", "0", "1000", "1000", "0"},
		"only cash leaves":                                {"paper", "100", "0", "0", "1000", "1500", "100"},
		"more went out than came in":                      {"paper", "900", "0", "0", "1000", "900", "0"},
		"an owner's own account gives its cash":           {"deposit", "750", "100", "0", "0", "500", "750"},
		"what is owed is taken off":                       {"deposit", "750", "0", "200", "0", "500", "550"},
		"who owes more than there is gets nothing":        {"deposit", "100", "0", "200", "0", "500", "0"},
		"an account of an unknown kind gives as of paper": {"", "1000", "0", "0", "1000", "1000", "0"},
	} {
		funds := trading.AccountMoney{
			Funding: test.funding, Cash: money.MustParse(test.cash), Held: money.MustParse(test.held), Owed: money.MustParse(test.owed),
			Granted: money.MustParse(test.granted), External: money.MustParse(test.external),
		}
		if got := funds.Withdrawable(); got != money.MustParse(test.want) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
