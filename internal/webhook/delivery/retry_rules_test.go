package delivery_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

func TestADeliveryIsExhaustedAfterItsLastRetry(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		retried := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.MaxRetries = new(2) })
		never := h.AddEndpoint(t, webhooktest.Hook+"never", func(e *webhook.EndpointChange) { e.RetryEnabled = new(false) })
		h.PublishData(t, `{}`)
		time.Sleep(12 * time.Minute)
		for _, c := range []struct {
			endpoint *webhook.Endpoint
			attempts int
		}{{retried, 3}, {never, 1}} {
			found := h.ListDeliveries(t, c.endpoint.ID, "exhausted")
			if len(found) != 1 || found[0].Attempts != c.attempts || found[0].FinishedAt.IsZero() || !found[0].NextAttemptAt.IsZero() {
				t.Errorf("got %+v, want one exhausted after %d attempts", found, c.attempts)
			}
			after := h.Reload(t, c.endpoint.ID)
			if after.TotalDeliveries != 1 || after.FailedDeliveries != 1 || after.SuccessfulDeliveries != 0 || after.LastFailureAt.IsZero() || !after.LastSuccessAt.IsZero() {
				t.Errorf("counters %d/%d/%d", after.TotalDeliveries, after.SuccessfulDeliveries, after.FailedDeliveries)
			}
		}
		if len(r.All()) != 4 {
			t.Errorf("%d calls, want 4", len(r.All()))
		}
	})
}

func TestRetryAfterLengthensADelayAndNeverShortensIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		asked, want time.Duration
	}{
		"longer":  {5 * time.Minute, 5 * time.Minute},
		"shorter": {5 * time.Second, time.Minute},
		"too far": {100 * time.Hour, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
				r := &webhooktest.Receiver{Reply: func(n int, _ webhooktest.Received) wire.Result {
					if n == 1 {
						return wire.Result{Status: 503, RetryAfter: c.asked}
					}
					return webhooktest.Answer(200)
				}}
				h := newHouse(t, db, r.Take)
				stop := webhooktest.Run(t, h.Service)
				h.AddEndpoint(t, webhooktest.Hook, nil)
				start := time.Now()
				h.PublishData(t, `{}`)
				time.Sleep(10 * time.Second)
				stop()
				h.awakeAt(t, start, c.want-30*time.Second, r)
				if got := r.Delays(); !slices.Equal(got, []time.Duration{c.want}) {
					t.Errorf("delays %v, want %s", got, c.want)
				}
			})
		})
	}
}

func TestAReceiverThatIsGoneIsSwitchedOffAndTheOthersAreTold(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: func(_ int, call webhooktest.Received) wire.Result {
			if call.Call.URL == webhooktest.Hook+"gone" {
				return webhooktest.Answer(410)
			}
			return webhooktest.Answer(200)
		}}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		gone := h.AddEndpoint(t, webhooktest.Hook+"gone", func(e *webhook.EndpointChange) { e.SubscribedEvents = &[]string{"custom.*", "webhook.*"} })
		other := h.AddEndpoint(t, webhooktest.Hook+"other", func(e *webhook.EndpointChange) { e.SubscribedEvents = &[]string{"webhook.*"} })
		h.PublishData(t, `{}`)
		time.Sleep(12 * time.Minute)
		after := h.Reload(t, gone.ID)
		if after.IsActive || after.FailedDeliveries != 1 || after.TotalDeliveries != 1 || !after.UpdatedAt.After(gone.UpdatedAt.Add(-time.Second)) {
			t.Errorf("the endpoint is %+v", after)
		}
		var notices []webhooktest.Received
		for _, call := range r.All() {
			if call.Body.Type == "webhook.endpoint.disabled" {
				notices = append(notices, call)
			}
		}
		if len(notices) != 1 || notices[0].Call.URL != webhooktest.Hook+"other" || !strings.Contains(string(notices[0].Body.Data), gone.ID.String()) || !strings.Contains(string(notices[0].Body.Data), `"reason":"gone"`) {
			t.Errorf("told %+v", notices)
		}
		if h.Reload(t, other.ID).SuccessfulDeliveries != 1 {
			t.Error("the other endpoint's delivery was not counted")
		}
		h.PublishData(t, `{}`)
		time.Sleep(12 * time.Minute)
		if skipped := h.ListDeliveries(t, gone.ID, "skipped"); len(skipped) != 2 { // the event about its own end, and this one
			t.Errorf("%d skipped, want 2", len(skipped))
		}
	})
}

func TestWaitingForTheRateLimitSpendsNoRetry(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.RateLimitPerMinute, e.MaxRetries = new(1), new(0) })
		for range 5 {
			h.PublishData(t, `{}`)
		}
		time.Sleep(12 * time.Minute)
		if got := r.Delays(); len(got) != 4 || slices.Min(got) < time.Minute || slices.Max(got) > time.Minute+time.Second {
			t.Errorf("delays %v, want four of a minute", got)
		}
		for _, found := range h.ListDeliveries(t, endpoint.ID, "") {
			if found.Status != "succeeded" || found.Attempts != 1 {
				t.Errorf("got %+v", found)
			}
		}
	})
}

// stubborn is an endpoint that is tried every two hours for more than eight days.
func stubborn(e *webhook.EndpointChange) {
	e.MaxRetries, e.RetryDelaySeconds, e.BackoffTenths = new(100), new(7200), new(10)
}

// awakeAt lets time pass until the given time after start without a process, which over days would search for work a
// hundred thousand times, and then runs one for a minute.
func (h *house) awakeAt(t *testing.T, start time.Time, after time.Duration, r *webhooktest.Receiver) {
	t.Helper()
	time.Sleep(time.Until(start.Add(after)))
	h.Service = h.Replica(t, r.Take)
	stop := webhooktest.Run(t, h.Service)
	time.Sleep(time.Minute)
	stop()
}

func TestFiveDaysWithoutASuccessSwitchAnEndpointOff(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		stop := webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, stubborn)
		start := time.Now()
		h.PublishData(t, `{}`)
		time.Sleep(time.Minute)
		stop()
		h.awakeAt(t, start, 120*time.Hour-5*time.Minute, r)
		if !h.Reload(t, endpoint.ID).IsActive || len(r.All()) != 2 {
			t.Fatalf("switched off too early, or %d attempts", len(r.All()))
		}
		h.awakeAt(t, start, 122*time.Hour, r)
		if h.Reload(t, endpoint.ID).IsActive || len(r.All()) != 3 {
			t.Fatalf("not switched off after five days, or %d attempts", len(r.All()))
		}
		h.awakeAt(t, start, 150*time.Hour, r)
		if len(r.All()) != 3 {
			t.Error("an endpoint that was switched off was called")
		}
		if found := h.ListDeliveries(t, endpoint.ID, "skipped"); len(found) != 2 || found[1].Attempts != 3 { // and the event about the end
			t.Errorf("got %+v", found)
		}
		h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(true)})
		if _, err := h.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		h.awakeAt(t, start, 151*time.Hour, r)
		if !h.Reload(t, endpoint.ID).IsActive || len(r.All()) != 4 {
			t.Error("an endpoint that is switched on again has no fresh start")
		}
	})
}

func TestASuccessInBetweenBeginsTheFiveDaysAnew(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: func(_ int, call webhooktest.Received) wire.Result {
			if call.Body.Type == "webhook.test" {
				return webhooktest.Answer(200)
			}
			return webhooktest.Answer(500)
		}}
		h := newHouse(t, db, r.Take)
		stop := webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, stubborn)
		start := time.Now()
		h.PublishData(t, `{}`)
		time.Sleep(time.Minute)
		stop()
		if _, err := h.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		h.awakeAt(t, start, time.Hour, r)    // the success
		h.awakeAt(t, start, 72*time.Hour, r) // the first failure after it
		h.awakeAt(t, start, 191*time.Hour, r)
		if !h.Reload(t, endpoint.ID).IsActive {
			t.Fatal("the success did not count")
		}
		h.awakeAt(t, start, 194*time.Hour, r)
		if h.Reload(t, endpoint.ID).IsActive {
			t.Error("not switched off five days after")
		}
	})
}

func TestAnIdleLaneIsGivenBackAndTheRetryStillComesOnTime(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.RetryDelaySeconds, e.MaxRetries = new(600), new(1) })
		h.PublishData(t, `{}`)
		time.Sleep(2 * time.Minute)
		if engine(h.Service).HasLane(endpoint.ID) || webhooktest.Number(t, db, `SELECT expires_at + reserved FROM webhook_lanes`) != 0 {
			t.Error("the lane was not given back")
		}
		time.Sleep(12 * time.Minute)
		if got := r.Delays(); !slices.Equal(got, []time.Duration{10 * time.Minute}) {
			t.Errorf("delays %v", got)
		}
	})
}

func TestARetryComesOnTimeAfterARestart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ pause, want time.Duration }{
		"before it is due": {2 * time.Minute, 10 * time.Minute},
		"after it was due": {7 * time.Minute, 12 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
				r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
				h := newHouse(t, db, r.Take)
				stop := webhooktest.Run(t, h.Service)
				h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.RetryDelaySeconds, e.MaxRetries = new(600), new(1) })
				h.PublishData(t, `{}`)
				time.Sleep(5 * time.Minute)
				stop()
				time.Sleep(c.pause)
				webhooktest.Run(t, h.Replica(t, r.Take))
				time.Sleep(12 * time.Minute)
				if got := r.Delays(); !slices.Equal(got, []time.Duration{c.want}) {
					t.Errorf("delays %v, want %s", got, c.want)
				}
			})
		})
	}
}

// A lane that is constantly handed deliveries never has to claim from the database, so it must remember by itself when
// retries come due.
func TestRetriesComeOnTimeOnABusyLane(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: func(_ int, call webhooktest.Received) wire.Result {
			time.Sleep(time.Millisecond)
			if string(call.Body.Data) == `{"bad":1}` {
				return webhooktest.Answer(500)
			}
			return webhooktest.Answer(200)
		}}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) {
			webhooktest.Unlimited(e)
			e.RetryDelaySeconds, e.MaxRetries, e.BackoffTenths = new(1), new(3), new(10)
		})
		bad := map[string]bool{}
		for i := range 300 {
			if i%30 == 0 {
				bad[h.PublishData(t, `{"bad":1}`).ID.String()] = true
			}
			h.PublishData(t, `{}`)
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		times := map[string][]time.Time{}
		for _, call := range r.All() {
			times[call.Body.ID] = append(times[call.Body.ID], call.At)
		}
		for id := range bad {
			if len(times[id]) != 4 {
				t.Errorf("%d attempts, want 4", len(times[id]))
			}
			for i := 1; i < len(times[id]); i++ {
				if late := times[id][i].Sub(times[id][i-1]) - time.Second - time.Millisecond; late < 0 || late > 20*time.Millisecond {
					t.Errorf("retry %d came %s late", i, late)
				}
			}
		}
	})
}
