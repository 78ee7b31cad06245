package trading

import (
	"context"
	"time"
)

// RecordEquity takes the snapshot of a day.
func (s *Service) RecordEquity(ctx context.Context, day time.Time) error {
	return (&equityRecorder{s}).record(ctx, day)
}
