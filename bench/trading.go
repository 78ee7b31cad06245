package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// tradingLists are the lists that are compared, by what they are called in the table. The third one answers
// with all positions of a user who has 200 of 100,000.
var tradingLists = []struct{ name, path string }{
	{"bots", "/api/v1/trading/bots?limit=20"},
	{"signals", "/api/v1/trading/signals"},
	{"positions", "/api/v1/trading/positions"},
}

// measureTrading measures reading, trading and watching on one seeded desk, on each engine.
func measureTrading(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureTradingOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureTradingOn(ctx context.Context, engine database.Engine) (err error) {
	ours, bare, err := r.newDesks(ctx, engine)
	if err != nil {
		return err
	}
	product, err := ours.serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	if err := r.compareTradingLists(ctx, ours, product); err != nil {
		return err
	}
	if err := r.comparePairs(ctx, ours, bare, product); err != nil {
		return fmt.Errorf("execute and close: %w", err)
	}
	if err := r.measureTicks(ctx, ours, product); err != nil {
		return fmt.Errorf("ticks: %w", err)
	}
	return nil
}

// compareTradingLists compares each list with a handler that runs the same queries on the same database.
func (r *rig) compareTradingLists(ctx context.Context, d *desk, product *server) (err error) {
	token, err := product.logIn(ctx)
	if err != nil {
		return err
	}
	settings := bareTradingSettings{
		Engine: d.place.engine, DatabaseURL: d.place.databaseURL, UserID: d.seed.owners[0].user.String(),
		TenantID: d.seed.owners[0].tenant.String(), Mark: deskMark,
	}
	for _, list := range tradingLists {
		var told struct {
			Data []struct{ ID uuid.UUID }
			Meta struct{ Limit int }
		}
		content, err := product.call(ctx, http.MethodGet, list.path, token, nil)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(content, &told); err != nil {
			return err
		}
		if want := min(told.Meta.Limit, d.seed.lengthOf(list.name)); len(told.Data) != want {
			return fmt.Errorf("%s answered %d, not %d", list.path, len(told.Data), want)
		}
		settings.List, settings.Limit = list.name, told.Meta.Limit
		if err := r.compareTradingList(ctx, settings, product, list.path, token); err != nil {
			return fmt.Errorf("%s: %w", list.name, err)
		}
	}
	return nil
}

func (r *rig) compareTradingList(ctx context.Context, settings bareTradingSettings, product *server, path, token string) (err error) {
	bare, err := r.startBare(ctx, "trading", settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	length, err := sameAnswer(ctx, path, token, product, bare)
	if err != nil {
		return err
	}
	return r.compareLoads(ctx, string(settings.Engine)+" "+settings.List+", ", product, bare, path, token, length)
}
