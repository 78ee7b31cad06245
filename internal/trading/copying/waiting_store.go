package copying

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// ToCopy counts the signals that have not been copied to all of their subscriptions yet, including those left for later.
// The oldest is one that could be copied now: an exit waits for the price of its market. It fails when the database does.
func (s *Service) ToCopy(ctx context.Context) (waiting database.Waiting, err error) {
	rows, err := s.db.Query(ctx, `
		SELECT symbol, COUNT(*), MIN(id) FROM (
			SELECT symbol, id FROM (SELECT symbol, id FROM signals WHERE copied_at IS NULL ORDER BY id LIMIT 10000) uncopied
			UNION SELECT symbol, signal_id FROM (SELECT symbol, signal_id FROM pending_copies ORDER BY signal_id LIMIT 10000) pending
		) waiting GROUP BY symbol`)
	_, err = database.Collect(rows, err, func(row database.Row) (symbol string, err error) {
		var (
			count  int64
			oldest uuid.UUID // contains the time of its creation
		)
		if err := row.Scan(&symbol, &count, &oldest); err != nil {
			return "", err
		}
		waiting.Count += count
		if _, _, err := s.trading.Tradable(symbol); err == nil {
			seconds, nanoseconds := oldest.Time().UnixTime()
			waiting.Since(time.Unix(seconds, nanoseconds))
		}
		return symbol, nil
	})
	return waiting, err
}
