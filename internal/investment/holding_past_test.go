package investment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
)

func TestAConnectionWithAPastGoesOnWhereThatEnds(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.board.set("BTCUSD", "66000")
		h.broker.holds(balances("BTC", "1", "USDT", "500"))
		today := h.clock.Now().UTC().Truncate(24 * time.Hour)
		past := investment.Past{
			Balances: []investment.Balance{{Asset: "BTC", Free: usd("1"), Price: usd("60000")}, {Asset: "USDT", Free: usd("500"), Price: usd("1")}},
			Days: []investment.EquityDay{
				{Day: today.AddDate(0, 0, -2), Value: usd("50500")}, {Day: today.AddDate(0, 0, -1), Value: usd("60500")},
			},
		}
		made, err := h.RecordConnection(t.Context(), h.owner, broker.Binance, exchangeKey("key-0001"), past)
		must(t, err)
		wantEqual(t, "connected", made.CreatedAt.UTC(), today.AddDate(0, 0, -2))
		h.verify()
		wantEqual(t, "read", h.sync(), 1)
		wantEqual(t, "curve", h.curve(made.ID), [][3]string{{"50500", "50500", "0"}, {"60500", "0", "0"}, {"66500", "0", "0"}})
		wantEqual(t, "a stranger's curve", len(must2(h.ExternalCurve(t.Context(), h.stranger.UserID, []uuid.UUID{made.ID}))), 0)
	})
}
