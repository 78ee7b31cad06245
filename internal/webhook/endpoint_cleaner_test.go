package webhook_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// manyDeliveries is how many a large endpoint has: many times as many as one transaction handles.
const manyDeliveries = 24 * webhook.JobBatch

// fill gives an endpoint deliveries of one event, each with an attempt, as if made in the last hour.
func (h *house) fill(t *testing.T, endpoint uuid.UUID, count int, status string) {
	t.Helper()
	event := uuid.Must(uuid.NewV7())
	ids := make([]uuid.UUID, count)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7())
	}
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ($1, $2, 'custom.many', '{"data":{}}', $3)`,
			event, h.Actor.TenantID, database.Micros(h.Now()))
		if err != nil {
			return err
		}
		now := database.Micros(h.Now())
		due := database.OptionalMicros(time.Time{})
		if status == "pending" {
			due = database.OptionalMicros(h.Now().Add(time.Hour))
		}
		err = database.InsertMany(t.Context(), tx, "webhook_deliveries", []database.Column{
			{Name: "endpoint_id", Type: "UUID"}, {Name: "id", Type: "UUID"}, {Name: "event_id", Type: "UUID"}, {Name: "status", Type: "TEXT"},
			{Name: "attempts", Type: "BIGINT"}, {Name: "created_at", Type: "BIGINT"}, {Name: "next_attempt_at", Type: "BIGINT"},
		}, ids, func(id uuid.UUID) []any { return []any{endpoint, id, event, status, 1, now, due} })
		if err != nil {
			return err
		}
		err = database.InsertMany(t.Context(), tx, "webhook_attempts", []database.Column{
			{Name: "delivery_id", Type: "UUID"}, {Name: "number", Type: "BIGINT"}, {Name: "started_at", Type: "BIGINT"},
			{Name: "finished_at", Type: "BIGINT"}, {Name: "request_headers", Type: "TEXT"}, {Name: "response_status", Type: "BIGINT"},
			{Name: "response_headers", Type: "TEXT"}, {Name: "timing", Type: "TEXT"}, {Name: "error_class", Type: "TEXT"}, {Name: "error", Type: "TEXT"},
		}, ids, func(id uuid.UUID) []any { return []any{id, 1, now, now, "{}", 500, "{}", "{}", "", ""} })
		if err != nil || status != "exhausted" {
			return err
		}
		_, err = tx.Exec(t.Context(), `UPDATE webhook_endpoints SET total_deliveries = $2, failed_deliveries = $2 WHERE id = $1`, endpoint, count)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// clean finishes the cleaner's jobs, one transaction after the other, and checks that each changes at most a batch of
// what the queries count. It returns the number of transactions.
func (h *house) clean(t *testing.T, queries ...string) (steps int) {
	t.Helper()
	before, uncounted := make([]int, len(queries)), 0
	for i, query := range queries {
		before[i] = webhooktest.Number(t, h.DB, query)
	}
	for {
		worked, err := h.CleanStep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !worked {
			return steps
		}
		steps++
		if uncounted++; uncounted < 16 && steps > 8 {
			continue // counting costs more than cleaning
		}
		for i, query := range queries {
			now := webhooktest.Number(t, h.DB, query)
			if changed := before[i] - now; changed < 0 || changed > uncounted*webhook.JobBatch {
				t.Fatalf("%d rows were changed by %d transactions", changed, uncounted)
			}
			before[i] = now
		}
		uncounted = 0
	}
}

func TestALargeEndpointIsRemovedInBatches(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		large, small := h.AddEndpoint(t, webhooktest.Hook+"large", nil), h.AddEndpoint(t, webhooktest.Hook+"small", nil)
		h.fill(t, large.ID, manyDeliveries, "exhausted")
		h.fill(t, small.ID, 10, "exhausted")
		if err := h.DeleteEndpoint(t.Context(), h.Actor, large.ID); err != nil {
			t.Fatal(err)
		}
		if left := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`); left != manyDeliveries+10 {
			t.Errorf("the request itself removed %d deliveries", manyDeliveries+10-left)
		}
		again := h.AddEndpoint(t, webhooktest.Hook+"large", nil) // the URL can be reused at once
		if list, total, err := h.Endpoints(t.Context(), h.Actor, nil, database.Page{Number: 1, Limit: 10}); err != nil || total != 2 || list[0].ID != again.ID {
			t.Errorf("%d endpoints are listed, %v", total, err)
		}
		_, err := h.Deliveries(t.Context(), h.Actor, webhook.DeliveryFilter{EndpointID: large.ID}, database.Cursor{Limit: 1})
		testkit.WantFault(t, err, fault.NotFound, "")
		if err := h.DeleteEndpoint(t.Context(), h.Actor, small.ID); err != nil { // must not wait for the large one
			t.Fatal(err)
		}
		for range 6 {
			if _, err := h.CleanStep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if left := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries WHERE endpoint_id = '`+small.ID.String()+`'`); left != 0 {
			t.Error("a small endpoint waits for a large one")
		}
		h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take) // as after a crash
		steps := h.clean(t, `SELECT COUNT(*) FROM webhook_deliveries`, `SELECT COUNT(*) FROM webhook_attempts`)
		if steps < manyDeliveries/webhook.JobBatch-6 {
			t.Errorf("%d deliveries went in %d transactions", manyDeliveries, steps)
		}
		for _, table := range []string{"webhook_deliveries", "webhook_attempts", "webhook_jobs"} {
			if left := webhooktest.Number(t, db, `SELECT COUNT(*) FROM `+table); left != 0 {
				t.Errorf("%d rows are left in %s", left, table)
			}
		}
	})
}

func TestALargeEndpointIsRecoveredInBatches(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"large", nil)
		h.fill(t, endpoint.ID, manyDeliveries, "exhausted")
		recovery, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{})
		if err != nil || recovery.State != "running" || recovery.Recovered != webhook.JobBatch {
			t.Fatalf("the recovery is %v, %v", recovery, err)
		}
		unsent := `SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'exhausted'`
		if left := webhooktest.Number(t, db, unsent); left != manyDeliveries-webhook.JobBatch {
			t.Errorf("the request itself left %d", left)
		}
		h.clean(t, unsent)
		done, err := h.Recovery(t.Context(), h.Actor, endpoint.ID, recovery.ID)
		if err != nil || done.State != "done" || done.Recovered != manyDeliveries || done.FinishedAt.IsZero() {
			t.Errorf("the recovery is %v, %v", done, err)
		}
		if e := h.Reload(t, endpoint.ID); e.TotalDeliveries != 0 || e.FailedDeliveries != 0 {
			t.Errorf("the counters are %d and %d, want none", e.TotalDeliveries, e.FailedDeliveries)
		}
	})
}

func TestSwitchingALargeEndpointOffWorksInBatches(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"large", nil)
		h.fill(t, endpoint.ID, 20*webhook.JobBatch, "pending")
		h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(false)})
		waiting := `SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'pending'`
		if left := webhooktest.Number(t, db, waiting); left != 19*webhook.JobBatch {
			t.Errorf("the request itself left %d", left)
		}
		h.clean(t, waiting)
		if left := webhooktest.Number(t, db, waiting) + webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_jobs`); left != 0 {
			t.Errorf("%d are left", left)
		}
	})
}

// Two replicas that clean at the same time handle each delivery once, and finish.
func TestTwoReplicasShareTheCleaning(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		var (
			endpoints  []*webhook.Endpoint
			recoveries []webhook.Recovery
		)
		for _, name := range strings.Split("abcd", "") {
			endpoint := h.AddEndpoint(t, webhooktest.Hook+name, nil)
			h.fill(t, endpoint.ID, 3*webhook.JobBatch+1, "exhausted")
			recovery, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			endpoints, recoveries = append(endpoints, endpoint), append(recoveries, recovery)
		}
		if err := h.DeleteEndpoint(t.Context(), h.Actor, endpoints[0].ID); err != nil {
			t.Fatal(err)
		}
		other := h.Replica(t, (&webhooktest.Receiver{}).Take)
		var both sync.WaitGroup
		for _, replica := range []*webhook.Service{h.Service, other} {
			both.Go(func() {
				for worked := true; worked; {
					var err error
					if worked, err = replica.CleanStep(context.WithoutCancel(t.Context())); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		both.Wait()
		h.clean(t) // what one skipped because the other had locked it
		for i, recovery := range recoveries[1:] {
			now, err := h.Recovery(t.Context(), h.Actor, recovery.EndpointID, recovery.ID)
			if err != nil || now.State != "done" || now.Recovered != 3*webhook.JobBatch+1 {
				t.Errorf("recovery %d is %v, %v", i, now, err)
			}
		}
		_, err := h.Recovery(t.Context(), h.Actor, endpoints[0].ID, recoveries[0].ID)
		testkit.WantFault(t, err, fault.NotFound, "")
		if left := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`); left != 3*(3*webhook.JobBatch+1) {
			t.Errorf("%d deliveries are left", left)
		}
	})
}
