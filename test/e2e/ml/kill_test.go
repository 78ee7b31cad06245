package ml_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// dueAtOnce is how many predictions become due while the server is repeatedly killed: several batches of the settler.
const dueAtOnce = 4000

// A server is killed during a training and while it settles. The next one trains the model once and counts every
// prediction once.
func TestAKillLosesNoTrainingAndCountsNothingTwice(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		first := place.Serve(t, kit.SimulatedMarket...)
		first.Troubled = true
		admin := first.Officer(t, "super_admin", "")
		id := newModel(t, admin, "ETHUSD", "4h")
		testkit.Within(t, kit.Patience, "the training is under way", func() bool {
			found := admin.Get(t, modelsPath+"/"+id).Ok(t, 200).Envelope["data"].(map[string]any)
			return found["status"] != "queued"
		})
		first.Kill()
		second := place.Serve(t, kit.SimulatedMarket...)
		awaitStatus(t, admin.Login(t, second), id, "serving")
		second.MustStop(t)

		books := place.Books(t)
		if got := kit.Count(t, books, `SELECT COUNT(*) FROM ml_scorecards`); got != 1 {
			t.Errorf("%d scorecards of one model", got)
		}
		predictPast(t, books, id)
		settled := func() int { return kit.Count(t, books, `SELECT COUNT(*) FROM ml_predictions WHERE outcome <> 'open'`) }
		for range 3 {
			before := settled()
			server := place.Serve(t, kit.SimulatedMarket...)
			server.Troubled = true
			testkit.Within(t, kit.Patience, "it settles", func() bool { return settled() > before || before == dueAtOnce })
			server.Kill()
		}
		last := place.Serve(t, kit.SimulatedMarket...)
		testkit.Within(t, kit.Patience, "everything is settled", func() bool { return settled() >= dueAtOnce })
		card := admin.Login(t, last).Get(t, modelsPath+"/"+id+"/scorecard").Ok(t, 200).Object(t, aScorecard)
		came := kit.Count(t, books, `SELECT COUNT(*) FROM ml_predictions WHERE outcome IN ('up', 'down')`)
		if int(card["settled"].(float64)) != came || came < dueAtOnce*9/10 {
			t.Errorf("%v were counted and %d came true of %d", card["settled"], came, dueAtOnce)
		}
		ups := kit.Count(t, books, `SELECT COUNT(*) FROM ml_predictions WHERE outcome = 'up'`)
		for _, score := range card["scores"].([]any) { // always up is right as often as the price rose
			if score := score.(map[string]any); score["forecaster"] == "always_up" && int(score["hitRate"].(float64)*float64(came)+0.5) != ups {
				t.Errorf("it went up %d times of %d, and always up scored %v", ups, came, score["hitRate"])
			}
		}
	})
}

// predictPast writes predictions of a model from candles of months ago, as if they had not been settled.
func predictPast(t *testing.T, books *database.DB, model string) {
	t.Helper()
	type past struct{ at, price int64 }
	rows, err := books.Query(t.Context(), `
		SELECT opened_at, close FROM candles WHERE symbol = 'ETHUSD' AND seconds = 3600 ORDER BY opened_at LIMIT $1`, dueAtOnce)
	candles, err := database.Collect(rows, err, func(row database.Row) (p past, err error) {
		err = row.Scan(&p.at, &p.price)
		return p, err
	})
	if err != nil || len(candles) != dueAtOnce {
		t.Fatalf("%d candles, %v", len(candles), err)
	}
	const forecasts = `{"model":0.6,"baseRate":0.5,"alwaysUp":0.5,"momentum":0.5,"meanReversion":0.5}`
	err = books.InTx(t.Context(), func(tx *database.Tx) error {
		return database.InsertRows(t.Context(), tx, `
			INSERT INTO ml_predictions (id, model_id, symbol, horizon, candle_at, close, probability, forecasts, base_rate, edge, features,
				due_at, outcome, outcome_close, created_at)`, 15, candles, func(p past) []any {
			const hour = 3_600_000_000
			return []any{uuid.NewString(), model, "ETHUSD", "4h", p.at, p.price, 0.5, forecasts, 0.5, "no_edge", "[]", p.at + 5*hour, "open", 0, p.at}
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
