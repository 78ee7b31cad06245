package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// TradeGroup adds up the closings of accounts that share a symbol and an exit reason. Trades, wins and losses count
// positions that were closed completely: one that was closed in three parts counts once, under the reason of the last part.
// Realized profit and fees are those of all closing fills.
type TradeGroup struct {
	Symbol     string
	ExitReason ExitReason
	Trades     int
	Wins       int           // with net profit
	Losses     int           // with net loss
	Won        money.Decimal // net, by the wins
	Lost       money.Decimal // net, by the losses; positive
	Realized   money.Decimal
	Fees       money.Decimal
	Best       money.Decimal // the largest net result of a position; zero without one
	Worst      money.Decimal
}

// TradeTotals adds up what accounts have closed at or after a moment, by symbol and exit reason. The database does the
// sums, so that ten thousand trades come back as a handful of rows. With many accounts, the same symbol and reason may
// appear in several groups.
func (s *Service) TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]TradeGroup, error) {
	if len(accounts) == 0 {
		return []TradeGroup{}, nil
	}
	return readTradeTotals(ctx, s.db, accounts, since)
}
