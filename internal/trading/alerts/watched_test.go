package alerts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/money"
	"bourse/internal/trading/alerts"
)

// TestTheShortCutFindsWhatALookAtAllWouldFind: the monitor only checks the nearest levels, until they are reached.
func TestTheShortCutFindsWhatALookAtAllWouldFind(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		price := rapid.Map(rapid.Int64Range(1, 40), money.FromInt)
		var all []*alerts.Alert
		removed := map[uuid.UUID]bool{}
		for range rapid.IntRange(0, 12).Draw(t, "alerts") {
			alert := &alerts.Alert{ID: uuid.New(), Symbol: "BTCUSD", Status: alerts.AlertWorking, ReferencePrice: price.Draw(t, "reference")}
			alert.Kind = rapid.SampledFrom([]alerts.AlertKind{alerts.Above, alerts.Below, alerts.PercentMove}).Draw(t, "kind")
			if alert.Kind == alerts.PercentMove {
				alert.Percent = money.FromInt(rapid.Int64Range(1, 120).Draw(t, "percent"))
			} else {
				alert.Price = price.Draw(t, "price")
			}
			if all = append(all, alert); rapid.IntRange(0, 4).Draw(t, "removed") == 0 {
				removed[alert.ID] = true
			}
		}
		var moves [][2]money.Decimal
		for range rapid.IntRange(1, 8).Draw(t, "moves") {
			a, b := price.Draw(t, "one"), price.Draw(t, "other")
			moves = append(moves, [2]money.Decimal{money.Min(a, b), money.Max(a, b)})
		}
		short, byAll := alerts.Checked(all, removed, moves)
		if diff := cmp.Diff(byAll, short); diff != "" {
			t.Fatalf("reached (-by a look at all +by the short cut):\n%s", diff)
		}
	})
}

// BenchmarkATickOverTenThousandAlerts is a tick of ten symbols over 10,000 working alerts.
func BenchmarkATickOverTenThousandAlerts(b *testing.B) {
	check := alerts.NewTickCheck(10_000)
	for b.Loop() {
		check()
	}
}
