package app

import (
	"time"

	"bourse/internal/market"
	"bourse/internal/notify"
)

// retentionSettings configure how long growing data is kept. What is not here is kept for ever (the books: ledger,
// trades, positions, payments) or has a fixed time (idempotency keys).
type retentionSettings struct {
	MinuteCandles     int   `help:"Days for which one-minute candles are kept." default:"60"`
	FiveMinuteCandles int   `help:"Days for which five-minute candles are kept." default:"180"`
	HourCandles       int   `help:"Days for which hourly candles are kept; daily ones are kept for ever." default:"730"`
	Webhooks          int   `help:"Days for which events, deliveries and attempts are kept." default:"30"`
	Messages          int   `help:"Days for which a sent or abandoned mail or text message is kept." default:"30"`
	Sessions          int   `help:"Days for which ended sessions are kept." default:"30"`
	Audit             int   `help:"Days for which the audit log goes back." default:"730"`
	Predictions       int   `help:"Days for which predictions are kept; scorecards are kept for ever." default:"730"`
	Backtests         int   `help:"Days for which backtests are kept." default:"30"`
	OutboxBytes       int64 `help:"Size at which outbox.jsonl is put aside and begun anew." default:"10485760"`
	OutboxFiles       int   `help:"How many outbox files are kept beside it." default:"5"`
}

func (s retentionSettings) check(minuteHistory time.Duration) error {
	for _, bound := range []struct {
		flag                     string
		value, smallest, largest int64
	}{
		{"minute-candles", int64(s.MinuteCandles), 7, 3650},
		{"five-minute-candles", int64(s.FiveMinuteCandles), int64(s.MinuteCandles), 3650},
		{"hour-candles", int64(s.HourCandles), int64(s.FiveMinuteCandles), 36500},
		{"webhooks", int64(s.Webhooks), 1, 365},
		{"messages", int64(s.Messages), 1, 3650},
		{"sessions", int64(s.Sessions), 1, 3650},
		{"audit", int64(s.Audit), 30, 36500},
		{"predictions", int64(s.Predictions), 30, 36500},
		{"backtests", int64(s.Backtests), 1, 3650},
		{"outbox-bytes", s.OutboxBytes, 64 << 10, 1 << 30},
		{"outbox-files", int64(s.OutboxFiles), 1, 1000},
	} {
		if bound.value < bound.smallest || bound.value > bound.largest {
			return badSetting("retention-"+bound.flag, "must be between %d and %d", bound.smallest, bound.largest)
		}
	}
	if minuteHistory > days(s.MinuteCandles) {
		return badSetting("retention-minute-candles", "must not be less than --market-minute-history (%s)", minuteHistory)
	}
	return nil
}

func days(count int) time.Duration { return time.Duration(count) * 24 * time.Hour }

func (s retentionSettings) candles() market.Retention {
	return market.Retention{Minutes: days(s.MinuteCandles), FiveMinutes: days(s.FiveMinuteCandles), Hours: days(s.HourCandles)}
}

func (s retentionSettings) outbox() notify.Rotation {
	return notify.Rotation{MaxBytes: s.OutboxBytes, Kept: s.OutboxFiles}
}
