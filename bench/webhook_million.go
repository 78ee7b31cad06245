package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	millionStored  = 1_000_000
	millionListed  = 60   // lists read
	millionClaimed = 3000 // deliveries recovered, which the lane has to read from the database
)

// measureMillion looks whether the sender stays as fast with a million stored deliveries as with a thousand.
func measureMillion(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureMillionOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

// pace is how fast the sender does three things.
type pace struct {
	listing    time.Duration // of one page of deliveries
	publishing float64       // events a second, from the call to the receipt
	claiming   float64       // deliveries a second that are read back from the database
}

func (r *rig) measureMillionOn(ctx context.Context, engine database.Engine) (err error) {
	receivers, err := newReceiver()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, receivers.close()) }()
	product, err := r.serveHooks(ctx, engine)
	if err != nil {
		return err
	}
	endpoint, err := product.endpoint(ctx, receivers.url("/one"))
	if err != nil {
		return errors.Join(err, product.stop())
	}
	few, err := product.pace(ctx, receivers, endpoint)
	if err := errors.Join(err, product.stop()); err != nil {
		return err
	}
	if err := product.place.store(ctx, endpoint, millionStored); err != nil {
		return fmt.Errorf("store a million: %w", err)
	}
	if product.server, err = product.place.serve(ctx, "--webhook-allow-http", "--webhook-allow-loopback", "--access-token-lifetime", "12h"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	many, err := product.pace(ctx, receivers, endpoint)
	if err != nil {
		return err
	}
	r.compareMillion(engine, "listing", few.listing.String(), many.listing.String(), float64(few.listing)/float64(many.listing))
	r.compareMillion(engine, "publishing", perSecond(few.publishing), perSecond(many.publishing), many.publishing/few.publishing)
	r.compareMillion(engine, "claiming", perSecond(few.claiming), perSecond(many.claiming), many.claiming/few.claiming)
	return nil
}

func perSecond(rate float64) string { return fmt.Sprintf("%.0f/s", rate) }

func (r *rig) compareMillion(engine database.Engine, name, few, many string, ratio float64) {
	r.report.add(result{
		name: string(engine) + " " + name, ours: many, baseline: few, ratio: fmt.Sprintf("%.2f", ratio),
		note: "a million stored; bare: a few thousand",
	})
}

// pace measures on a running product.
func (h *hookServer) pace(ctx context.Context, r *receiver, endpoint string) (measured pace, err error) {
	if err := h.publish(ctx, 1000, publishers); err != nil {
		return measured, err
	}
	var lists []time.Duration
	for range millionListed {
		started := time.Now()
		if _, err := h.call(ctx, http.MethodGet, "/api/v1/webhooks/endpoints/"+endpoint+"/deliveries?limit=100", h.token, nil); err != nil {
			return measured, err
		}
		lists = append(lists, time.Since(started))
	}
	slices.Sort(lists)
	measured.listing = lists[len(lists)/2].Round(time.Microsecond)
	if measured.publishing, err = h.rate(ctx, r, burstEvents/4, burstEvents/4); err != nil {
		return measured, err
	}
	measured.claiming, err = h.recover(ctx, r, endpoint)
	return measured, err
}

// recover lets events pass while the endpoint is off, and times how long they take once it is on again.
func (h *hookServer) recover(ctx context.Context, r *receiver, endpoint string) (float64, error) {
	since := time.Now().UTC()
	if err := h.change(ctx, http.MethodPatch, endpoint, "", map[string]any{"isActive": false}); err != nil {
		return 0, err
	}
	if err := h.publish(ctx, millionClaimed, publishers); err != nil {
		return 0, err
	}
	if err := h.change(ctx, http.MethodPatch, endpoint, "", map[string]any{"isActive": true}); err != nil {
		return 0, err
	}
	before, started := r.count.Load(), time.Now()
	if err := h.change(ctx, http.MethodPost, endpoint, "/recover", map[string]any{"since": since}); err != nil {
		return 0, err
	}
	if err := r.await(ctx, before+millionClaimed); err != nil {
		return 0, err
	}
	return millionClaimed / time.Since(started).Seconds(), nil
}

func (h *hookServer) change(ctx context.Context, method, endpoint, path string, body map[string]any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	answer, said, err := fetch(ctx, method, "http://"+h.address+"/api/v1/webhooks/endpoints/"+endpoint+path, h.token, content)
	if err == nil && answer.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s answered %s: %s", method, path, answer.Status, said)
	}
	return err
}

// store fills the tables with deliveries of two days ago, as if they had been made.
func (i *installation) store(ctx context.Context, endpoint string, count int) error {
	typed, driver, hex, series := "%s", "sqlite", "printf('%%012x', %s)", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)`
	if i.engine == database.Postgres {
		driver, hex, series = "pgx", "lpad(to_hex(%s), 12, '0')", `WITH n(i) AS (SELECT generate_series(1, %d)::bigint)`
		typed = "CAST(%s AS UUID)"
	}
	db, err := sql.Open(driver, i.databaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	first := time.Now().Add(-48 * time.Hour).UnixMilli()
	moment := fmt.Sprintf(hex, fmt.Sprintf("(%d + i * 60)", first))
	id := func(kind string) string {
		return fmt.Sprintf(typed, "substr("+moment+", 1, 8) || '-' || substr("+moment+", 9, 4) || '-7000-8"+kind+"-' || "+fmt.Sprintf(hex, "i"))
	}
	at := fmt.Sprintf("(%d + i * 60) * 1000", first)
	with := fmt.Sprintf(series, count)
	tenant := "(SELECT tenant_id FROM webhook_endpoints WHERE id = '" + endpoint + "')"
	for _, statement := range []string{
		`INSERT INTO webhook_events (id, tenant_id, type, body, created_at) ` + with +
			` SELECT ` + id("001") + `, ` + tenant + `, 'custom.invoice.paid', '{"data":{"amount":1}}', ` + at + ` FROM n`,
		`INSERT INTO webhook_deliveries (endpoint_id, id, event_id, status, attempts, created_at, finished_at) ` + with +
			` SELECT '` + endpoint + `', ` + id("002") + `, ` + id("001") + `, 'succeeded', 1, ` + at + `, ` + at + ` FROM n`,
		`INSERT INTO webhook_attempts (delivery_id, number, started_at, finished_at, request_headers, response_status,
			response_headers, response_body, timing, error_class, error) ` + with +
			` SELECT ` + id("002") + `, 1, ` + at + `, ` + at + `, '{}', 200, '{}', NULL, '{}', '', '' FROM n`,
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if i.engine == database.Postgres {
		_, err = db.ExecContext(ctx, "ANALYZE") // as autovacuum does by itself on a server that has it on
	}
	return err
}
