package investment_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/test/e2e/kit"
)

func TestAClosedMarketSaysWhenItOpens(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{"an equity": equityIsClosed, "a currency": currencyIsClosed})
}

func equityIsClosed(t *testing.T, v *kit.Venue) { wantHours(t, v, "AAPL", market.USEquity) }

func currencyIsClosed(t *testing.T, v *kit.Venue) { wantHours(t, v, "EURUSD", market.Weekdays) }

// wantHours executes a signal by the wall clock, which the binary uses: while the market is open that succeeds, and
// otherwise the answer names the next opening.
func wantHours(t *testing.T, v *kit.Venue, symbol string, session market.Session) {
	m := v.Register(t)
	v.Price(t, symbol, "2") // shown as the last price, whether the market is open or not
	signal := v.Signal(t, "entry_long", kit.Body{"symbol": symbol, "price": 2})
	before := time.Now()
	a := m.Post(t, kit.Executing(signal), kit.Body{"quantity": 10})
	after := time.Now()
	opens, _ := session.NextOpening(before)
	switch {
	case session.Open(before) != session.Open(after):
		t.Skip("the market has just opened or closed")
	case session.Open(before):
		a.Ok(t, 200)
	default:
		a.Failed(t, 409, "MARKET_CLOSED", "")
		if want := "opens " + opens.Format("Monday 2006-01-02 15:04") + " UTC"; !strings.Contains(string(a.Text), want) {
			t.Errorf("it says %s, want %q", a.Text, want)
		}
	}
}
