package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// TradeGroup adds up what closed on accounts, by the symbol and the exit reason that it shares. Trades, wins and
// losses are positions that were closed wholly: one that was closed in three parts is one, and belongs to the
// reason of the last. Realized profit and fees are those of all closing fills.
type TradeGroup struct {
	Symbol     string
	ExitReason ExitReason
	Trades     int
	Wins       int           // with net profit
	Losses     int           // with net loss
	Won        money.Decimal // net, of the wins
	Lost       money.Decimal // net, of the losses; positive
	Realized   money.Decimal
	Fees       money.Decimal
	Best       money.Decimal // the largest net result of a position; zero without one
	Worst      money.Decimal
}

// TradeTotals adds up what accounts have closed at or after a moment, by symbol and exit reason. The adding
// is done by the database: ten thousand trades come back as a handful of rows. Of many accounts those of the same symbol and
// reason may be in several groups.
func (s *Service) TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]TradeGroup, error) {
	if len(accounts) == 0 {
		return []TradeGroup{}, nil
	}
	return readTradeTotals(ctx, s.db, accounts, since)
}
