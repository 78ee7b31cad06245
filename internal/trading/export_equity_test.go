package trading

import (
	"context"
	"time"
)

// RecordEquity stores the snapshots of days.
func (s *Service) RecordEquity(ctx context.Context, first, last time.Time) error {
	_, err := (&EquityRecorder{service: s}).record(ctx, first, last)
	return err
}

// LacksCandles reports whether a process that started at a given time would record a day later.
func (s *Service) LacksCandles(ctx context.Context, day, startedAt time.Time) (bool, error) {
	return (&EquityRecorder{service: s, startedAt: startedAt}).lacksCandles(ctx, day)
}
