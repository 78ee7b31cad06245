package operations_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/test/e2e/kit"
)

func TestTheMetricsTellWhatTheDeskDoes(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		v := kit.NewVenue(t, place)
		m := v.Register(t)
		m.Listen(t, "")
		position := m.Opened(t, v.Signal(t, "entry_long", kit.Body{"stopLoss": 1.8}), 100)
		v.AwaitNumbers(t, map[string]float64{`bourse_trading_fills_total{kind="open"}`: 1, "bourse_streams_open": 1})
		v.Price(t, kit.Xrp, "1.7")
		m.AwaitStatus(t, position, "closed")
		v.AwaitNumbers(t, map[string]float64{
			`bourse_trading_fills_total{kind="open"}`: 1, `bourse_trading_fills_total{kind="close"}`: 1,
			`bourse_trading_stop_lag_seconds_count{reason="stop_loss"}`: 1, `bourse_ledger_imbalance{currency="USD"}`: 0,
			`bourse_waiting_items{what="signals_to_copy"}`: 0, `bourse_waiting_items{what="closings_at_opening"}`: 0,
			`bourse_waiting_oldest_seconds{what="signals_to_copy"}`: 0,
		})
		order := m.Post(t, "/trading/orders", kit.Body{"symbol": kit.Xrp, "side": "buy", "type": "limit", "limitPrice": 1, "quantity": 30}).
			Ok(t, 201).Object(t, kit.ShapeOfOrder)["id"].(string)
		m.Call(t, http.MethodDelete, "/trading/orders/"+order, nil).Ok(t, 200)
		v.AwaitNumbers(t, map[string]float64{
			`bourse_trading_orders_total{outcome="placed"}`: 1, `bourse_trading_orders_total{outcome="cancelled"}`: 1,
			`bourse_trading_orders_total{outcome="filled"}`: 0, `bourse_worker_failures_total{worker="risk-monitor"}`: 0,
		})
		page := v.Metrics(t)
		if lag, found := kit.Number(page, `bourse_trading_stop_lag_seconds_sum{reason="stop_loss"}`); !found || lag <= 0 || lag > 30 {
			t.Errorf("the stop took %v s", lag)
		}
		if age, found := kit.Number(page, `bourse_feed_age_seconds{feed="replay"}`); !found || age > 30 {
			t.Errorf("the feed's age is %v (%t)", age, found)
		}
		if free, found := kit.Number(page, "bourse_disk_free_bytes"); !found || free <= 0 {
			t.Errorf("free on the disk: %v (%t)", free, found)
		}
		for _, line := range []string{"bourse_database_file_bytes", "bourse_database_wal_bytes"} {
			if size, found := kit.Number(page, line); found != (place.Engine == database.SQLite) || found && size <= 0 && strings.Contains(line, "file") {
				t.Errorf("%s is %v (%t)", line, size, found)
			}
		}
		kit.WantGoodMetrics(t, page)
		wantWatched(t, place.Engine, page)
		m.Post(t, "/auth/logout", kit.Body{"scope": "global"}).Ok(t, 200)
		v.AwaitNumbers(t, map[string]float64{"bourse_streams_open": 0})
	})
}

// scrapeWhileAway shows that a scrape does not need the database.
func scrapeWhileAway(t *testing.T, s *kit.Server) {
	t.Helper()
	page := s.Metrics(t)
	if _, found := kit.Number(page, `bourse_http_requests_total{operation="listSignals",status="5xx"}`); !found || !strings.Contains(page, "bourse_waiting_items") {
		t.Error("the metrics do not tell of the outage")
	}
	s.Client().Fetch(t, http.MethodGet, "/healthz", nil).Ok(t, 200)
}
