// Package ml measures predictions and trainings, on each engine.
//
// A list of predictions, an existing prediction and one that has to be made are each compared with a bare handler
// that runs the same statements; the features and the regression are a library to both. A training has no baseline:
// its cost for a year of hourly candles of ten symbols is printed.
package ml

import (
	"context"
	"errors"
	"fmt"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// leastOfQueries is the minimum speed of an operation relative to a bare handler with the same statements and
// arithmetic.
const leastOfQueries = 0.6

// ML measures predictions and trainings.
var ML = kit.Area{
	Name: "ml", About: "predictions against a handler with the same queries and arithmetic; a year of ten symbols trained",
	Measure:   kit.OnEachEngine(measureML),
	Baselines: map[string]kit.Baseline{"predictions": kit.ReadingBaseline(readBareList), "predict": barePredicting},
}

func measureML(ctx context.Context, rig *kit.Rig, engine database.Engine) error {
	if err := measurePredictions(ctx, rig, engine); err != nil {
		return err
	}
	return measureTrainings(ctx, rig, engine)
}

func measurePredictions(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	market, err := rig.InstallStillMarket(ctx, engine)
	if err != nil {
		return err
	}
	if err := market.InDatabase(ctx, func(db *database.DB) error { return seed(ctx, db) }); err != nil {
		return err
	}
	product, err := market.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	token, err := product.LogIn(ctx)
	if err != nil {
		return err
	}
	if err := measureList(ctx, rig, market, product, token); err != nil {
		return fmt.Errorf("list: %w", err)
	}
	return measurePosts(ctx, rig, market, product, token)
}

// measureList compares a typical page: the settled predictions of one symbol.
func measureList(ctx context.Context, rig *kit.Rig, market *kit.StillMarket, product *kit.Server, token string) (err error) {
	bare, err := rig.StartBare(ctx, "predictions", bareSettings{Database: market.Database})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	const path = "/api/v1/ml/predictions?symbol=" + listedSymbol + "&outcome=up"
	length, err := kit.SameAnswer(ctx, path, token, product, bare)
	if err != nil {
		return err
	}
	return rig.CompareLoads(ctx, product.Get(path, token, length), bare.Get(path, token, length), leastOfQueries,
		kit.Connections(string(market.Engine)+" GET /ml/predictions, "))
}
