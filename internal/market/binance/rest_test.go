package binance_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/internal/market/binance"
)

// hour requests the sixty candles before the start.
func (d *desk) hour(ctx context.Context) ([]market.Candle, error) {
	return d.feed.History(ctx, bitcoin, market.Minute, d.start.Add(-time.Hour), d.start)
}

func TestHistoryPagesThroughClosedCandlesOnly(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		time.Sleep(30 * time.Second) // into a minute that has not closed
		from := d.minute(-2500)
		candles, err := d.feed.History(t.Context(), bitcoin, market.Minute, from, d.minute(60))
		if err != nil {
			t.Fatal(err)
		}
		if len(candles) != 2500 {
			t.Fatalf("%d candles, want 2500", len(candles))
		}
		for i, candle := range candles {
			if want := from.Add(time.Duration(i) * time.Minute); !candle.OpenedAt.Equal(want) || candle.Symbol != "BTC-USD" {
				t.Fatalf("candle %d is %s at %s, want BTC-USD at %s", i, candle.Symbol, candle.OpenedAt, want)
			}
		}
		asked := d.exchange.asked("/api/v3/klines")
		if len(asked) != 3 || asked[0].query.Get("limit") != "1000" {
			t.Errorf("asked %d times with a limit of %s, want 3 times with 1000", len(asked), asked[0].query.Get("limit"))
		}
	})
}

func TestHistoryIncludesFromAndExcludesTo(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		for _, interval := range []market.Interval{market.Minute, market.FiveMinutes, market.Hour, market.Day} {
			from := d.start.Add(-3 * interval.Duration())
			candles, err := d.feed.History(t.Context(), bitcoin, interval, from, d.start.Add(-interval.Duration()))
			if err != nil {
				t.Fatal(err)
			}
			if len(candles) != 2 || !candles[0].OpenedAt.Equal(from) || candles[1].Interval != interval {
				t.Errorf("candles of %s: %v, want two from %s", interval, candles, from)
			}
		}
		if candles, err := d.feed.History(t.Context(), bitcoin, market.Minute, d.start, d.start); err != nil || len(candles) > 0 {
			t.Errorf("an empty range: %v, %v, want nothing", candles, err)
		}
	})
}

func TestTheExchangesClockDecidesWhatIsClosed(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		late := d.start.Add(-30 * time.Second) // our clock is half a minute ahead
		d.exchange.reply(reply{http.StatusOK, map[string]string{"Date": late.Format(http.TimeFormat)},
			"[" + klineRow(d.minute(-2), market.Minute) + "," + klineRow(d.minute(-1), market.Minute) + "]"})
		candles, err := d.hour(t.Context())
		if err != nil || len(candles) != 1 || !candles[0].OpenedAt.Equal(d.minute(-2)) {
			t.Errorf("candles %v, %v, want only the one that is closed there", candles, err)
		}
	})
}

func TestNoRequestIsSentBeforeALimitIsOver(t *testing.T) {
	for name, test := range map[string]struct {
		reply reply
		want  time.Duration
	}{
		"a limit":                {reply{http.StatusTooManyRequests, map[string]string{"Retry-After": "17"}, ""}, 17 * time.Second},
		"a limit of no end":      {reply{http.StatusTooManyRequests, nil, ""}, time.Minute},
		"a limit of nonsense":    {reply{http.StatusTooManyRequests, map[string]string{"Retry-After": "soon"}, ""}, time.Minute},
		"a ban":                  {reply{http.StatusTeapot, map[string]string{"Retry-After": "7200"}, ""}, 2 * time.Hour},
		"a ban of no end":        {reply{http.StatusTeapot, nil, ""}, 5 * time.Minute},
		"a ban beyond all bans":  {reply{http.StatusTeapot, map[string]string{"Retry-After": "999999999"}, ""}, 72 * time.Hour},
		"most of a weight spent": {reply{http.StatusOK, map[string]string{"X-MBX-USED-WEIGHT-1M": "5000"}, "[]"}, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(t *testing.T, d *desk) {
				d.exchange.reply(test.reply)
				var callers sync.WaitGroup
				for range 3 {
					callers.Go(func() {
						if _, err := d.hour(t.Context()); err != nil {
							t.Error(err)
						}
					})
				}
				callers.Wait()
				asked := d.exchange.asked("/api/v3/klines")
				if len(asked) < 3 {
					t.Fatalf("asked %d times, want one for each caller at least", len(asked))
				}
				if waited := asked[1].at.Sub(asked[0].at); waited != test.want {
					t.Errorf("the next request was sent after %s, want %s", waited, test.want)
				}
			})
		})
	}
}

func TestAWaitForTheLimitEndsWithItsContext(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.reply(reply{http.StatusTooManyRequests, nil, ""})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := d.hour(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the end of the context", err)
		}
		if _, err := d.hour(t.Context()); err != nil || time.Since(d.start) != time.Minute {
			t.Errorf("the next caller: %v after %s, want an answer after 1 min", err, time.Since(d.start))
		}
	})
}

func TestAServerErrorIsTriedAgain(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.reply(reply{status: http.StatusInternalServerError}, reply{status: http.StatusBadGateway})
		if candles, err := d.hour(t.Context()); err != nil || len(candles) != 60 {
			t.Errorf("%d candles, %v, want 60", len(candles), err)
		}
		if waited := time.Since(d.start); waited < 3*time.Second || waited > 6*time.Second {
			t.Errorf("waited %s between three attempts, want 1 to 2 and 2 to 4 seconds", waited)
		}
	})
}

func TestABrokenConnectionIsTriedAgain(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.reply(reply{})
		if candles, err := d.hour(t.Context()); err != nil || len(candles) != 60 {
			t.Errorf("%d candles, %v, want 60", len(candles), err)
		}
		if asked := len(d.exchange.asked("/api/v3/klines")); asked != 2 {
			t.Errorf("asked %d times, want twice", asked)
		}
	})
}

func TestAServerThatStaysBrokenIsAnErrorInTheEnd(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		for range 5 {
			d.exchange.reply(reply{http.StatusServiceUnavailable, nil, "<html>"})
		}
		_, err := d.hour(t.Context())
		var refusal *binance.Error
		if !errors.As(err, &refusal) || refusal.Status != http.StatusServiceUnavailable {
			t.Errorf("got %v, want the refusal of the exchange", err)
		}
	})
}

func TestAnyOtherRefusalNamesCodeAndMessageAtOnce(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.reply(reply{http.StatusBadRequest, nil, `{"code":-1121,"msg":"Invalid symbol.\n` + strings.Repeat("!", 1000) + `"}`})
		_, err := d.hour(t.Context())
		var refusal *binance.Error
		if !errors.As(err, &refusal) || refusal.Code != -1121 || !strings.HasPrefix(refusal.Message, "Invalid symbol. !") || len(refusal.Message) > 200 {
			t.Errorf("got %v, want code -1121 and at most 200 printable characters", err)
		}
		if asked := len(d.exchange.asked("/api/v3/klines")); asked != 1 {
			t.Errorf("asked %d times, want once", asked)
		}
	})
}

func TestAnAnswerThatMakesNoSenseIsAnError(t *testing.T) {
	unusable := strings.Repeat(strings.Replace(klineRow(time.Unix(0, 0), market.Minute), "12.5", "x", 1)+",", 1000)
	for name, body := range map[string]string{
		"no JSON":            `<html>`,
		"an object":          `{"code":0}`,
		"too large":          "[" + strings.Repeat(" ", 5<<20) + "]",
		"no row can be read": "[" + strings.TrimSuffix(unusable, ",") + "]",
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(t *testing.T, d *desk) {
				d.exchange.reply(reply{http.StatusOK, nil, body})
				if candles, err := d.hour(t.Context()); err == nil {
					t.Errorf("%d candles, want an error", len(candles))
				}
				if asked := len(d.exchange.asked("/api/v3/klines")); asked != 1 {
					t.Errorf("asked %d times, want once", asked)
				}
			})
		})
	}
}

func TestARowThatCannotBeReadIsDroppedWithALineInTheLog(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		good := klineRow(d.minute(-1), market.Minute)
		d.exchange.reply(reply{http.StatusOK, nil, `["x",[1,2],` + strings.Replace(good, "12.50000000", "12.123456789", 1) + "," +
			klineRow(d.minute(-3), market.Minute) + "," + klineRow(d.minute(-4), market.Minute) + "," + good + "]"})
		candles, err := d.hour(t.Context())
		if err != nil || len(candles) != 2 || !candles[0].OpenedAt.Equal(d.minute(-3)) || !candles[1].OpenedAt.Equal(d.minute(-1)) {
			t.Errorf("candles %v, %v, want the two that are good and in order", candles, err)
		}
		d.wantLog(t, "dropped=3", 1)
	})
}
