package trading_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	wantedPlacings = 180 // orders placed and cancelled
	placers        = 6
	placingKills   = 3
)

// TestOrdersSurviveAKill does not run in parallel, like TestTradingSurvivesAKill.
func TestOrdersSurviveAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			v := kit.NewVenue(t, place, "--log-level", "info")
			p := &placing{Storm: kit.NewStorm(t, v.Server, placers), venue: v, placed: map[string]string{}, cancelled: map[string]string{}}
			p.run(t)
		})
	}
}

// placing is users who place orders and cancel some as fast as they can, while the price moves up and down through
// them and the server is repeatedly killed.
type placing struct {
	*kit.Storm
	venue *kit.Venue

	mutex             sync.Mutex
	placed, cancelled map[string]string // what the server has acknowledged, by the order's id
}

func (p *placing) run(t *testing.T) {
	people := []func(ctx context.Context){func(ctx context.Context) { p.move(ctx, t) }}
	var members []*kit.Member
	for range placers {
		m := p.venue.Register(t)
		members = append(members, m)
		people = append(people, func(ctx context.Context) { p.place(ctx, m.Token) })
	}
	restart := func() *kit.Server { return p.venue.Place.Serve(t, append(p.venue.Flags(), "--log-level", "info")...) }
	p.Rage(t, wantedPlacings, placingKills, restart, people)
	p.Current.Load().Kill()
	p.Current.Store(restart())
	// A bar through every order: the server that has just come up fills the ones that still work.
	p.venue.Bar(t, kit.Xrp, "2", "4", "1", "2")
	left := func() (count int) {
		for _, m := range members {
			var answer struct{ Data []struct{ ID string } }
			status, err := p.Try(t.Context(), kit.Call{Method: http.MethodGet, Path: "/trading/orders?status=working", Token: m.Token}, &answer)
			if err != nil || status != http.StatusOK {
				return -1
			}
			count += len(answer.Data)
		}
		return count
	}
	testkit.Within(t, 2*kit.Patience, "every order that works is filled", func() bool { return left() == 0 })
	p.Current.Load().MustStop(t)
	p.check(t, kit.NewAudit(t, p.venue.Place))
}

// move moves the price up and down through the orders.
func (p *placing) move(ctx context.Context, t *testing.T) {
	for ctx.Err() == nil {
		price := fmt.Sprintf("%.4f", 1.9+rand.Float64()*0.2)
		p.venue.Bar(t, kit.Xrp, price, price, price, price)
		kit.Breathe(ctx)
	}
}

// place places one order after the other, most of them a little away from the price, and cancels some.
func (p *placing) place(ctx context.Context, token string) {
	for ctx.Err() == nil {
		level := float64(int((1.9+rand.Float64()*0.2)*10_000)) / 10_000
		content := kit.Body{"symbol": kit.Xrp, "side": []string{"buy", "sell"}[rand.IntN(2)], "quantity": 10}
		content["type"], content["limitPrice"] = "limit", level
		if rand.IntN(2) == 0 {
			delete(content, "limitPrice")
			content["type"], content["stopPrice"] = "stop", level
		}
		var placed struct{ Data struct{ ID string } }
		call := kit.Call{Path: "/trading/orders", Token: token, Key: kit.NewKey(), Content: content}
		if p.Insist(ctx, call, &placed) != http.StatusCreated {
			continue // the price is beyond its stop, or the test is over
		}
		p.note(ctx, p.placed, placed.Data.ID)
		if rand.IntN(3) > 0 {
			continue
		}
		taking := kit.Call{Method: http.MethodDelete, Path: orderAt(placed.Data.ID), Token: token, Key: kit.NewKey()}
		if p.Insist(ctx, taking, &placed) == http.StatusOK {
			p.note(ctx, p.cancelled, placed.Data.ID)
		}
	}
}

func (p *placing) note(ctx context.Context, said map[string]string, id string) {
	p.mutex.Lock()
	said[id] = id
	p.mutex.Unlock()
	p.Acknowledge(ctx)
}

// check looks for impossible states, for everything that was acknowledged, and for exactly one event of everything
// that happened to each order.
func (p *placing) check(t *testing.T, a kit.Audit) {
	t.Helper()
	for what, query := range kit.Impossible {
		var count int
		if err := a.DB.QueryRow(t.Context(), query).Scan(&count); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if count != 0 {
			t.Errorf("%d %s", count, what)
		}
	}
	orders := a.Pairs(t, `SELECT id, status FROM orders`)
	there := a.Pairs(t, `SELECT id, id FROM orders`)
	counts := map[string]int{}
	told := map[string]map[string]int{}
	for _, text := range a.Pairs(t, `SELECT id, body FROM webhook_events WHERE type LIKE 'trading.order.%'`) {
		var event struct {
			Type string
			Data struct{ OrderID string }
		}
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			t.Fatal(err)
		}
		if told[event.Type] == nil {
			told[event.Type] = map[string]int{}
		}
		told[event.Type][event.Data.OrderID]++
	}
	kit.WantEachOnce(t, "placing", there, told["trading.order.placed"])
	for _, status := range []string{"filled", "cancelled"} {
		of := map[string]string{}
		for id, is := range orders {
			if is == status {
				of[id] = id
			}
		}
		counts[status] = len(of)
		kit.WantEachOnce(t, status+" order", of, told["trading.order."+status])
	}
	if counts["filled"]+counts["cancelled"] != len(orders) {
		t.Errorf("%d orders are filled and %d cancelled, of %d", counts["filled"], counts["cancelled"], len(orders))
	}
	t.Logf("%d orders, %d of them acknowledged: %d filled and %d cancelled, %d of these acknowledged",
		len(orders), len(p.placed), counts["filled"], counts["cancelled"], len(p.cancelled))
	kit.WantHeld(t, "order", there, p.placed)
	for id := range p.cancelled {
		if orders[id] != "cancelled" {
			t.Errorf("the order %s was acknowledged as cancelled and is %s", id, orders[id])
		}
	}
}
