package trading

import (
	"context"
	"time"
)

// RecordEquity takes the snapshots of days.
func (s *Service) RecordEquity(ctx context.Context, first, last time.Time) error {
	return (&equityRecorder{s}).record(ctx, first, last)
}
