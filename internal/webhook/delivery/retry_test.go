package delivery_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

func TestRetriesComeExactlyWhenTheScheduleSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		delay, tenths, retries int
		want                   []time.Duration // before each retry
	}{
		"the defaults":    {60, 20, 5, []time.Duration{60 * time.Second, 120 * time.Second, 240 * time.Second, 480 * time.Second, 960 * time.Second}},
		"a constant":      {7, 10, 3, []time.Duration{7 * time.Second, 7 * time.Second, 7 * time.Second}},
		"a broken factor": {10, 15, 3, []time.Duration{10 * time.Second, 15 * time.Second, 22500 * time.Millisecond}},
		"no retries":      {10, 15, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := databasetest.MigratedURL(t, database.SQLite)
			synctest.Test(t, func(t *testing.T) {
				db := databasetest.OpenURL(t, path)
				var sent []time.Time
				h := newHouse(t, db, func(context.Context, wire.Call) wire.Result {
					sent = append(sent, time.Now())
					return webhooktest.Answer(500)
				})
				stop := webhooktest.Run(t, h.Service)
				h.AddEndpoint(t, "http://127.0.0.1:9999/", func(e *webhook.EndpointChange) {
					e.RetryDelaySeconds, e.BackoffTenths, e.MaxRetries = &c.delay, &c.tenths, &c.retries
				})
				h.PublishData(t, `{}`)
				time.Sleep(40 * time.Minute)
				stop()
				var delays []time.Duration
				for i := 1; i < len(sent); i++ {
					delays = append(delays, sent[i].Sub(sent[i-1]))
				}
				if !slices.Equal(delays, c.want) {
					t.Errorf("delays %v, want %v", delays, c.want)
				}
				h.Service.Close()
				db.Close()
			})
		})
	}
}
