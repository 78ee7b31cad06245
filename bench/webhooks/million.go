package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	millionStored  = 1_000_000
	millionListed  = 60   // lists read
	millionClaimed = 3000 // deliveries recovered, which the lane has to read from the database
)

// Million checks whether the sender stays as fast with a million stored deliveries as with a thousand.
var Million = kit.Area{
	Name: "million", About: "listing, publishing and claiming with a million stored deliveries beside a few thousand",
	Measure: kit.OnEachEngine(measureMillion),
}

// pace is how fast the sender does three things.
type pace struct {
	listing    time.Duration // of one page of deliveries
	publishing float64       // events a second, from the call to the receipt
	claiming   float64       // deliveries a second that are read back from the database
}

func measureMillion(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	receiver, err := newReceiver()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, receiver.close()) }()
	product, err := startProduct(ctx, rig, engine)
	if err != nil {
		return err
	}
	endpoint, err := product.endpoint(ctx, receiver.url("/one"))
	if err != nil {
		return errors.Join(err, product.Stop())
	}
	few, err := product.pace(ctx, receiver, endpoint)
	if err := errors.Join(err, product.Stop()); err != nil {
		return err
	}
	if err := storeDeliveries(ctx, product.installed.Database, endpoint, millionStored); err != nil {
		return fmt.Errorf("store a million: %w", err)
	}
	if err := product.serve(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	many, err := product.pace(ctx, receiver, endpoint)
	if err != nil {
		return err
	}
	compareMillion(rig, engine, "listing", few.listing.String(), many.listing.String(), float64(few.listing)/float64(many.listing))
	compareMillion(rig, engine, "publishing", kit.PerSecond(few.publishing), kit.PerSecond(many.publishing), many.publishing/few.publishing)
	compareMillion(rig, engine, "claiming", kit.PerSecond(few.claiming), kit.PerSecond(many.claiming), many.claiming/few.claiming)
	return nil
}

func compareMillion(rig *kit.Rig, engine database.Engine, name, few, many string, ratio float64) {
	rig.Report.Add(kit.Result{
		Name: string(engine) + " " + name, Ours: many, Baseline: few, Ratio: fmt.Sprintf("%.2f", ratio),
		Note: "a million stored; bare: a few thousand",
	})
}

// pace measures a running product.
func (p *product) pace(ctx context.Context, receiver *receiver, endpoint string) (measured pace, err error) {
	if err := p.publish(ctx, 1000, publishers); err != nil {
		return measured, err
	}
	var lists []time.Duration
	for range millionListed {
		started := time.Now()
		if _, err := p.Call(ctx, http.MethodGet, endpointsPath+"/"+endpoint+"/deliveries?limit=100", p.token, nil); err != nil {
			return measured, err
		}
		lists = append(lists, time.Since(started))
	}
	slices.Sort(lists)
	measured.listing = lists[len(lists)/2].Round(time.Microsecond)
	burst := comparedRate{publish: p.publishSingly, events: burstEvents / 4, deliveries: burstEvents / 4}
	if measured.publishing, err = burst.rate(ctx, receiver); err != nil {
		return measured, err
	}
	measured.claiming, err = p.recover(ctx, receiver, endpoint)
	return measured, err
}

// recover publishes events while the endpoint is off, and measures how long they take once it is on again.
func (p *product) recover(ctx context.Context, receiver *receiver, endpoint string) (float64, error) {
	since := time.Now().UTC()
	if err := p.change(ctx, http.MethodPatch, endpoint, "", map[string]any{"isActive": false}); err != nil {
		return 0, err
	}
	if err := p.publish(ctx, millionClaimed, publishers); err != nil {
		return 0, err
	}
	if err := p.change(ctx, http.MethodPatch, endpoint, "", map[string]any{"isActive": true}); err != nil {
		return 0, err
	}
	before, started := receiver.count.Load(), time.Now()
	if err := p.change(ctx, http.MethodPost, endpoint, "/recover", map[string]any{"since": since}); err != nil {
		return 0, err
	}
	if err := receiver.await(ctx, before+millionClaimed); err != nil {
		return 0, err
	}
	return millionClaimed / time.Since(started).Seconds(), nil
}

func (p *product) change(ctx context.Context, method, endpoint, path string, body map[string]any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	answer, said, err := p.Fetch(ctx, method, endpointsPath+"/"+endpoint+path, p.token, content)
	if err == nil && answer.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s answered %s: %s", method, path, answer.Status, said)
	}
	return err
}
