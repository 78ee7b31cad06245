package process

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	burstLogIns      = 20
	burstParallel    = 4 // log-ins at a time: hashing a password is what takes memory
	burstConnections = 16
	burstLength      = 200 * time.Millisecond
	mostMemory       = 100 << 20
	// idleTime covers two checks for unused memory, and a moment: a process has to be idle from one to the next.
	idleTime = 12 * time.Second
)

// burstPaths are the reads: one answered from memory and one from the database.
var burstPaths = []string{"/api/v1/auth/me", "/api/v1/auth/sessions"}

// Memory measures what the product still occupies some seconds after it was busy.
var Memory = kit.Area{
	Name: "memory", About: "resident memory, idle after a burst of requests and log-ins", Measure: kit.OnEachEngine(measureMemory),
}

func measureMemory(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	installed, err := rig.Install(ctx, engine)
	if err != nil {
		return err
	}
	product, err := installed.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	answers, err := burst(ctx, product)
	if err != nil {
		return err
	}
	busy, err := product.ResidentMemory()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(idleTime): // being idle is what is measured
	}
	idle, err := product.ResidentMemory()
	if err != nil {
		return err
	}
	rig.Report.AddMemory(string(engine), idle, mostMemory,
		fmt.Sprintf("%s right after %d log-ins and %d requests", kit.Mebibytes(busy), burstLogIns, answers))
	return nil
}

// burst keeps the product busy with log-ins and then with requests, and returns how many of the latter were answered.
func burst(ctx context.Context, product *kit.Server) (answers int, err error) {
	tokens := make([]string, burstLogIns)
	group, limited := errgroup.WithContext(ctx)
	group.SetLimit(burstParallel)
	for i := range tokens {
		group.Go(func() (err error) {
			tokens[i], err = product.LogIn(limited)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	for _, path := range burstPaths {
		content, err := product.Call(ctx, http.MethodGet, path, tokens[0], nil)
		if err != nil {
			return 0, err
		}
		turn, err := product.Get(path, tokens[0], len(content)).Load(ctx, burstConnections, burstLength)
		if err != nil {
			return 0, err
		}
		answers += turn.Answers
	}
	return answers, nil
}
