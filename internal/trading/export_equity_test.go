package trading

import (
	"context"
	"time"
)

// RecordEquity takes the snapshots of days.
func (s *Service) RecordEquity(ctx context.Context, first, last time.Time) error {
	_, err := (&equityRecorder{service: s}).record(ctx, first, last)
	return err
}

// EquityRecorder is the recorder with its rounds in the test's hands.
type EquityRecorder struct{ recorder *equityRecorder }

func (s *Service) NewEquityRecorder() EquityRecorder {
	return EquityRecorder{&equityRecorder{service: s}}
}

// CatchUp stores the days up to one and tells whether some accounts are left.
func (r EquityRecorder) CatchUp(ctx context.Context, last time.Time) (isLeft bool, err error) {
	return r.recorder.catchUp(ctx, last)
}
