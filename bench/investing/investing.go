// Package investing measures what is computed from the history of accounts: five years of a portfolio's performance
// and of analytics over ten thousand trades, on each engine.
//
// Both are compared with handlers that run the same queries and compute the same figures with plain numbers,
// analytics with the functions of stats, which are a library to both: an answer that depends on every day and every
// trade requires reading each once. And the product is compared with itself on a fifth of the history, since a day of
// a long history may not cost more than a day of a short one.
package investing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	// leastOfQueries is the minimum speed of an operation that computes its answer from many rows, relative to a bare
	// handler that runs the same queries.
	leastOfQueries = 0.5
	// mostGrowth is how much more a day of a long history may cost than a day of a short one. Proportional cost is 1,
	// and the fixed cost of a request makes it less.
	mostGrowth = 1.25

	longHistory  = 1826 // five years of days, including today
	shortHistory = 365
)

// reads are the compared operations, by their name in the table.
var reads = []struct {
	name string
	path func(i *investor) string
}{
	{"performance", func(i *investor) string {
		return "/api/v1/portfolio/" + i.portfolio.String() + "/performance?period=all"
	}},
	{"analytics", func(*investor) string { return "/api/v1/investment/analytics" }},
}

// Investing measures what is computed from the history of accounts.
var Investing = kit.Area{
	Name: "investing", About: "five years of performance and analytics against a handler that runs the same queries",
	Measure: kit.OnEachEngine(measureInvesting), Baselines: map[string]kit.Baseline{"investing": kit.ReadingBaseline(readBare)},
}

func measureInvesting(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	market, investors, err := newInvestors(ctx, rig, engine)
	if err != nil {
		return err
	}
	product, err := market.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	tokens := make([]string, len(investors))
	for i, investor := range investors {
		if tokens[i], err = product.LogInAs(ctx, investor.email); err != nil {
			return err
		}
	}
	for _, read := range reads {
		var requests []kit.Request
		for i, investor := range investors {
			request, err := investor.compare(ctx, rig, market, product, read.name, read.path(investor), tokens[i])
			if err != nil {
				return fmt.Errorf("%s of %d days: %w", read.name, investor.days, err)
			}
			requests = append(requests, request)
		}
		if err := compareGrowth(ctx, rig, string(engine)+" "+read.name, requests[0], requests[1]); err != nil {
			return fmt.Errorf("%s: %w", read.name, err)
		}
	}
	return nil
}

// newInvestors makes an installation with two users whose histories differ in length.
func newInvestors(ctx context.Context, rig *kit.Rig, engine database.Engine) (*kit.StillMarket, []*investor, error) {
	market, err := rig.InstallStillMarket(ctx, engine)
	if err != nil {
		return nil, nil, err
	}
	const newcomer = "newcomer@bench.test"
	if err := market.CreateUser(ctx, newcomer); err != nil {
		return nil, nil, err
	}
	var investors []*investor
	err = market.InDatabase(ctx, func(db *database.DB) error {
		users, err := kit.FindUsers(ctx, db, kit.UserEmail, newcomer)
		if err != nil {
			return err
		}
		today := time.Now().UTC().Truncate(24 * time.Hour)
		investors = []*investor{
			newInvestor(kit.UserEmail, users[0], today, longHistory), newInvestor(newcomer, users[1], today, shortHistory),
		}
		return writeInvestors(ctx, db, investors)
	})
	return market, investors, err
}

// compare makes sure that the bare handler gives the product's answer, and returns the request for it. The long
// history is also measured.
func (i *investor) compare(ctx context.Context, rig *kit.Rig, market *kit.StillMarket, product *kit.Server, name, path, token string) (request kit.Request, err error) {
	if err := i.check(ctx, product, path, token); err != nil {
		return request, err
	}
	bare, err := rig.StartBare(ctx, "investing", bareSettings{
		Database: market.Database, Read: name, UserID: i.user.ID.String(), TenantID: i.user.Tenant.String(),
		PortfolioID: i.portfolio.String(), External: i.externals(),
	})
	if err != nil {
		return request, err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	length, err := kit.SameAnswer(ctx, path, token, product, bare)
	request = product.Get(path, token, length)
	if err != nil || i.days != longHistory {
		return request, err
	}
	named := kit.Connections(string(market.Engine) + " " + name + ", ")
	return request, rig.CompareLoads(ctx, request, bare.Get(path, token, length), leastOfQueries, named)
}

// check makes sure that an answer contains every day and every trade.
func (i *investor) check(ctx context.Context, product *kit.Server, path, token string) error {
	content, err := product.Call(ctx, http.MethodGet, path, token, nil)
	if err != nil {
		return err
	}
	var answer struct{ Data json.RawMessage }
	var analytics struct {
		EquityCurve  []json.RawMessage
		ClosedTrades int
	}
	if err := json.Unmarshal(content, &answer); err != nil {
		return err
	}
	if answer.Data[0] == '[' {
		analytics.ClosedTrades = len(i.trades)
		err = json.Unmarshal(answer.Data, &analytics.EquityCurve)
	} else {
		err = json.Unmarshal(answer.Data, &analytics)
	}
	if err == nil && (len(analytics.EquityCurve) != i.days || analytics.ClosedTrades != len(i.trades)) {
		err = fmt.Errorf("%s has %d days and %d trades, not %d and %d", path, len(analytics.EquityCurve), analytics.ClosedTrades, i.days, len(i.trades))
	}
	return err
}

// compareGrowth compares the product with itself, on a long and on a short history, one request at a time.
func compareGrowth(ctx context.Context, rig *kit.Rig, name string, long, short kit.Request) error {
	compared, err := rig.Compare(ctx, long.On(1), short.On(1))
	if err != nil {
		return err
	}
	growth := make([]float64, len(compared.Ratios))
	for i, ratio := range compared.Ratios {
		growth[i] = 1 / ratio * shortHistory / longHistory
	}
	rig.Report.Add(kit.Result{
		Name:     name + ", a day",
		Ours:     fmt.Sprintf("%s of %d", kit.PerSecond(kit.Median(compared.Ours)), longHistory),
		Baseline: fmt.Sprintf("%s of %d", kit.PerSecond(kit.Median(compared.Bare)), shortHistory),
		Ratio:    kit.Spread(growth),
		Target:   fmt.Sprintf("≤ %.2f", mostGrowth),
		Met:      kit.Median(growth) <= mostGrowth,
		Note:     "bourse with itself: " + compared.ProcessorTime(),
	})
	return nil
}
