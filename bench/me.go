package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"bourse/internal/database"
)

const (
	mePath = "/api/v1/auth/me"
	// leastRatio is how fast an operation must be, measured by the bare handler of the same answer.
	leastRatio = 0.6
)

// loads are the numbers of connections under which operations are compared: one shows the latency, many
// the throughput.
var loads = []int{16, 1}

// measureMe compares the operation that is answered from memory. What it does beyond the bare handler is
// what every operation does: route, authenticate, count, log, encode.
func measureMe(ctx context.Context, r *rig) (err error) {
	place, err := r.install(ctx, database.SQLite)
	if err != nil {
		return err
	}
	product, err := place.serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	token, err := product.logIn(ctx)
	if err != nil {
		return err
	}
	answer, body, err := fetch(ctx, http.MethodGet, "http://"+product.address+mePath, token, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s: %s", mePath, answer.Status, body)
	}
	// The bare handler sends the same bytes but for these, which its server adds by itself.
	for _, name := range []string{"Date", "Content-Length", "Connection"} {
		answer.Header.Del(name)
	}
	bare, err := r.startBare(ctx, "fixed", fixedSettings{answer.Header, body})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	return r.compareLoads(ctx, "", product, bare, mePath, token, len(body))
}

// compareLoads compares one path of both servers under each load and reports it.
func (r *rig) compareLoads(ctx context.Context, prefix string, product, bare *server, path, token string, length int) error {
	for _, connections := range loads {
		compared, err := r.compare(ctx, connections,
			side{newTarget(product.address, path, token, length), product.process},
			side{newTarget(bare.address, path, token, length), bare.process})
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s%d connections", prefix, connections)
		if connections == 1 {
			name = prefix + "1 connection"
		}
		r.report.addComparison(name, compared, leastRatio)
	}
	return nil
}
