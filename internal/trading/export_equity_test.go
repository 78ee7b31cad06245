package trading

import (
	"context"
	"time"
)

// RecordEquity takes the snapshots of days.
func (s *Service) RecordEquity(ctx context.Context, first, last time.Time) error {
	_, err := (&EquityRecorder{service: s}).record(ctx, first, last)
	return err
}

// LacksCandles tells whether a day is taken later by a process that started at a time.
func (s *Service) LacksCandles(ctx context.Context, day, startedAt time.Time) (bool, error) {
	return (&EquityRecorder{service: s, startedAt: startedAt}).lacksCandles(ctx, day)
}
