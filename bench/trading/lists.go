// Package trading measures one large platform: 100,000 positions of 500 users, of which 10,000 are open, 100 bots and
// as many signals as positions, on each engine.
//
// Lists are compared with handlers that run the same queries on the same database through database/sql, read the rows
// in full as the product does, and return them: they know in advance whose rows to read, and do nothing else.
//
// Executing a signal and closing its position are compared with a loop of the same statements in two transactions,
// with equally durable commits: no HTTP, no checks, no decimals, since the price is constant and every amount is
// known beforehand. Both sides leave the same in their databases, which is checked before measuring.
//
// Placing a limit order and cancelling it are compared with a loop in the same way.
//
// A tick over 10,000 open positions and 10,000 working orders has a limit instead: nothing less than looking at each
// of them would do. A statement of 100,000 lines is compared with itself: its last page with its first.
package trading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// lists are the compared lists, by their name in the table. The third one returns all positions of a user who has 200
// of 100,000.
var lists = []struct{ name, path string }{
	{"bots", "/api/v1/trading/bots?limit=20"},
	{"signals", "/api/v1/trading/signals"},
	{"positions", "/api/v1/trading/positions"},
}

// leastOfLists is the minimum speed of a list relative to the bare handler of the same answer.
const leastOfLists = 0.6

// Trading measures reading, trading and watching on one seeded platform, on each engine.
var Trading = kit.Area{
	Name: "trading", About: "lists of a large desk, pairs of executing and closing and of orders, a long statement, and a tick over 10,000 positions and orders",
	Measure: kit.OnEachEngine(measureTrading), Baselines: map[string]kit.Baseline{"trading": kit.ReadingBaseline(readBareList)},
}

func measureTrading(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	ours, bare, err := newPlatforms(ctx, rig, engine)
	if err != nil {
		return err
	}
	product, err := ours.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	if err := compareLists(ctx, rig, ours, product); err != nil {
		return err
	}
	if err := comparePairs(ctx, rig, ours, bare, product); err != nil {
		return fmt.Errorf("pairs: %w", err)
	}
	if err := compareStatement(ctx, rig, ours, product); err != nil {
		return fmt.Errorf("statement: %w", err)
	}
	if err := measureTicks(ctx, rig, ours, product); err != nil {
		return fmt.Errorf("ticks: %w", err)
	}
	return nil
}

// compareLists compares each list with a handler that runs the same queries on the same database.
func compareLists(ctx context.Context, rig *kit.Rig, ours *platform, product *kit.Server) (err error) {
	token, err := product.LogIn(ctx)
	if err != nil {
		return err
	}
	owner := ours.seed.owners[0]
	settings := bareListSettings{Database: ours.Database, UserID: owner.User.String(), TenantID: owner.Tenant.String()}
	for _, list := range lists {
		var answer struct {
			Data []struct{ ID uuid.UUID }
			Meta struct{ Limit int }
		}
		content, err := product.Call(ctx, http.MethodGet, list.path, token, nil)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(content, &answer); err != nil {
			return err
		}
		if want := min(answer.Meta.Limit, ours.seed.lengthOf(list.name)); len(answer.Data) != want {
			return fmt.Errorf("%s answered %d, not %d", list.path, len(answer.Data), want)
		}
		settings.List, settings.Limit = list.name, answer.Meta.Limit
		if err := compareList(ctx, rig, settings, product, list.path, token); err != nil {
			return fmt.Errorf("%s: %w", list.name, err)
		}
	}
	return nil
}

func compareList(ctx context.Context, rig *kit.Rig, settings bareListSettings, product *kit.Server, path, token string) (err error) {
	bare, err := rig.StartBare(ctx, "trading", settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	length, err := kit.SameAnswer(ctx, path, token, product, bare)
	if err != nil {
		return err
	}
	named := kit.Connections(string(settings.Engine) + " " + settings.List + ", ")
	return rig.CompareLoads(ctx, product.Get(path, token, length), bare.Get(path, token, length), leastOfLists, named)
}
