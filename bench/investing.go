package main

import (
	"context"
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
	// leastOfQueries is how fast an operation must be that computes its answer from many rows, measured by a
	// bare handler that runs the same queries.
	leastOfQueries = 0.5
	// mostGrowth is how much more a day of a long history may cost than a day of a short one. Cost in
	// proportion is 1, and what a request costs whatever it reads makes it less.
	mostGrowth = 1.25

	longHistory  = 1826 // five years of days, today included
	shortHistory = 365
)

// investingReads are the operations that are compared, by what they are called in the table.
var investingReads = []struct {
	name string
	path func(i *investor) string
}{
	{"performance", func(i *investor) string {
		return "/api/v1/portfolio/" + i.portfolio.String() + "/performance?period=all"
	}},
	{"analytics", func(*investor) string { return "/api/v1/investment/analytics" }},
}

// measureInvesting measures what is computed from the history of accounts, on each engine.
func measureInvesting(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureInvestingOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureInvestingOn(ctx context.Context, engine database.Engine) (err error) {
	d, investors, err := r.newInvestors(ctx, engine)
	if err != nil {
		return err
	}
	product, err := d.serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	tokens := make([]string, len(investors))
	for i, one := range investors {
		if tokens[i], err = product.logInAs(ctx, one.email); err != nil {
			return err
		}
	}
	for _, read := range investingReads {
		var targets []target
		for i, one := range investors {
			length, err := r.compareInvesting(ctx, d, product, read.name, read.path(one), tokens[i], one)
			if err != nil {
				return fmt.Errorf("%s of %d days: %w", read.name, one.days, err)
			}
			targets = append(targets, newTarget(product.address, read.path(one), tokens[i], length))
		}
		if err := r.compareGrowth(ctx, string(engine)+" "+read.name, product, targets[0], targets[1]); err != nil {
			return fmt.Errorf("%s: %w", read.name, err)
		}
	}
	return nil
}

// newInvestors makes an installation with two users who differ in how long they have been there.
func (r *rig) newInvestors(ctx context.Context, engine database.Engine) (*desk, []*investor, error) {
	d, err := r.newDesk(ctx, engine)
	if err != nil {
		return nil, nil, err
	}
	const newcomer = "newcomer@bench.test"
	create := d.place.command(ctx, "user", "create", newcomer)
	create.Env = append(create.Env, "BOURSE_PASSWORD="+userPassword)
	if output, err := create.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("user create: %w\n%s", err, output)
	}
	var investors []*investor
	err = d.inDatabase(ctx, func(db *database.DB) error {
		users, err := deskUsers(ctx, db, []string{userEmail, newcomer})
		if err != nil {
			return err
		}
		today := time.Now().UTC().Truncate(24 * time.Hour)
		investors = []*investor{
			newInvestor(userEmail, users[0], today, longHistory), newInvestor(newcomer, users[1], today, shortHistory),
		}
		return writeInvestors(ctx, db, investors)
	})
	return d, investors, err
}

// compareInvesting makes sure that the bare handler says what the product does, and returns the length of
// it. The long history is also measured.
func (r *rig) compareInvesting(ctx context.Context, d *desk, product *server, name, path, token string, one *investor) (length int, err error) {
	if err := one.check(ctx, product, path, token); err != nil {
		return 0, err
	}
	bare, err := r.startBare(ctx, "investing", bareInvestingSettings{
		Engine: d.place.engine, DatabaseURL: d.place.databaseURL, Read: name, Mark: deskMark,
		UserID: one.user.id.String(), TenantID: one.user.tenant.String(), PortfolioID: one.portfolio.String(),
		External: one.externals(),
	})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	length, err = sameAnswer(ctx, path, token, product, bare)
	if err != nil || one.days != longHistory {
		return length, err
	}
	return length, r.compareAtLeast(ctx, leastOfQueries, string(d.place.engine)+" "+name+", ", product, bare, path, token, length)
}

// check makes sure that an answer has every day and every trade.
func (i *investor) check(ctx context.Context, product *server, path, token string) error {
	content, err := product.call(ctx, http.MethodGet, path, token, nil)
	if err != nil {
		return err
	}
	var told struct{ Data json.RawMessage }
	var analytics struct {
		EquityCurve  []json.RawMessage
		ClosedTrades int
	}
	if err := json.Unmarshal(content, &told); err != nil {
		return err
	}
	if told.Data[0] == '[' {
		analytics.ClosedTrades = len(i.trades)
		err = json.Unmarshal(told.Data, &analytics.EquityCurve)
	} else {
		err = json.Unmarshal(told.Data, &analytics)
	}
	if err == nil && (len(analytics.EquityCurve) != i.days || analytics.ClosedTrades != len(i.trades)) {
		err = fmt.Errorf("%s has %d days and %d trades, not %d and %d", path, len(analytics.EquityCurve), analytics.ClosedTrades, i.days, len(i.trades))
	}
	return err
}

// compareAtLeast is compareLoads with another target.
func (r *rig) compareAtLeast(ctx context.Context, atLeast float64, prefix string, product, bare *server, path, token string, length int) error {
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
		r.report.addComparison(name, compared, atLeast)
	}
	return nil
}

// compareGrowth compares the product with itself, on a long and on a short history, one request at a time.
func (r *rig) compareGrowth(ctx context.Context, name string, product *server, long, short target) error {
	compared, err := r.compare(ctx, 1, side{long, product.process}, side{short, product.process})
	if err != nil {
		return err
	}
	growth := make([]float64, len(compared.ratios))
	for i, ratio := range compared.ratios {
		growth[i] = 1 / ratio * shortHistory / longHistory
	}
	r.report.add(result{
		name:     name + ", a day",
		ours:     fmt.Sprintf("%.0f/s of %d", median(compared.ours), longHistory),
		baseline: fmt.Sprintf("%.0f/s of %d", median(compared.bare), shortHistory),
		ratio:    fmt.Sprintf("%.2f (%.2f–%.2f)", median(growth), slices.Min(growth), slices.Max(growth)),
		target:   fmt.Sprintf("≤ %.2f", mostGrowth),
		met:      median(growth) <= mostGrowth,
		note:     "bourse with itself: " + compared.processorTime(),
	})
	return nil
}
