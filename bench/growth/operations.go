package growth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	base = "/api/v1"
	page = 20
)

// operation is something that people or programs do all day.
type operation struct {
	name string
	do   func(v visit) error
	// isDeep marks a page whose predecessors have to be skipped, so the figure is only informational: people browse
	// numbered pages, and programs continue after an id.
	isDeep bool
}

// visit is a connection to a brand.
type visit struct {
	*kit.Connection
	*brand
}

// list is a list, whose pages are either numbered or continue after an id of a table.
type list struct {
	name, path string
	isOffice   bool
	table      string // whose ids lead to the last page; empty for numbered pages
	owner      string // column of the table with their owner
}

var lists = []list{
	{name: "positions", path: "/trading/positions?status=closed", table: "positions", owner: "user_id"},
	{name: "orders", path: "/trading/orders?status=cancelled", table: "orders", owner: "user_id"},
	{name: "history", path: "/trading/history?"},
	{name: "notices", path: "/trading/notices?", table: "trading_notices", owner: "user_id"},
	{name: "own payments", path: "/payments?"},
	{name: "log-ins", path: "/auth/log-ins?"},
	{name: "signals", path: "/trading/signals?", table: "signals", owner: "tenant_id"},
	{name: "office: users", path: "/users?", isOffice: true},
	{name: "office: audit", path: "/audit-log?", isOffice: true},
	{name: "office: payments", path: "/payments?scope=tenant", isOffice: true},
	{name: "office: withdrawals", path: "/payments/withdrawals?scope=tenant", isOffice: true},
	{name: "office: deliveries", path: "/webhooks/deliveries?", isOffice: true, table: "webhook_deliveries", owner: "endpoint_id"},
	{name: "office: events", path: "/webhooks/events?", isOffice: true, table: "webhook_events", owner: "tenant_id"},
}

// reads are the other requests, always the same.
var reads = []struct {
	name, path string
	isOffice   bool
}{
	{name: "portfolio", path: "/trading/portfolio"},
	{name: "accounts", path: "/trading/accounts"},
	{name: "leaderboard", path: "/trading/bots?sort=return&limit=20"},
	{name: "candles, 500 hours", path: "/trading/candles?symbol=BTCUSD&interval=1h&limit=500"},
	{name: "candles, 500 minutes", path: "/trading/candles?symbol=BTCUSD&interval=1m&limit=500"},
	{name: "my courses", path: "/education/my-courses"},
	{name: "search courses", path: "/education/courses/search?q=risk&limit=20"},
	{name: "sessions", path: "/auth/sessions"},
	{name: "office: find a user", path: "/users?email=user-7@", isOffice: true},
	{name: "office: health", path: "/platform/health", isOffice: true},
}

// operations are all that is compared.
var operations = listOperations()

func listOperations() []operation {
	var all []operation
	for _, l := range lists {
		all = append(all, operation{name: l.name + ", first page", do: func(v visit) error { return v.read(l.first(), l.isOffice) }})
		all = append(all, operation{
			name: l.name + ", last page", isDeep: l.table == "", do: func(v visit) error { return v.read(v.paths[l.name], l.isOffice) },
		})
	}
	all = append(all, operation{name: "statement, first page", do: func(v visit) error { return v.read(v.statement(), false) }})
	all = append(all, operation{name: "statement, last page", do: func(v visit) error { return v.read(v.paths["statement"], false) }})
	for _, r := range reads {
		all = append(all, operation{name: r.name, do: func(v visit) error { return v.read(r.path, r.isOffice) }})
	}
	return append(all,
		operation{name: "publish an event", do: visit.publish}, operation{name: "place and cancel an order", do: visit.placeAndCancel},
		operation{name: "buy and close", do: visit.buyAndClose}, operation{name: "log in", do: visit.logIn})
}

func (l list) first() string { return l.path + "&limit=" + strconv.Itoa(page) }

func (b *brand) statement() string {
	return "/trading/accounts/" + b.owner.Account.String() + "/statement?limit=" + strconv.Itoa(page)
}

// look finds the last page of each list.
func (b *brand) look(ctx context.Context) error {
	b.paths = map[string]string{}
	return b.InDatabase(ctx, func(db *database.DB) error {
		for _, l := range lists {
			if l.table == "" {
				last, err := b.lastPage(ctx, l)
				if err != nil {
					return fmt.Errorf("%s: %w", l.name, err)
				}
				b.paths[l.name] = l.first() + "&page=" + strconv.Itoa(last)
				continue
			}
			of := map[string]any{"user_id": b.owner.User, "tenant_id": b.tenant, "endpoint_id": b.endpoint}[l.owner]
			if l.table == "signals" {
				of = uuid.Nil // the platform's
			}
			var id string
			query := fmt.Sprintf(`SELECT id FROM %s WHERE %s = $1 ORDER BY id LIMIT 1 OFFSET %d`, l.table, l.owner, page)
			if err := db.QueryRow(ctx, query, of).Scan(&id); err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			b.paths[l.name] = l.first() + "&before=" + id
		}
		var id string
		row := db.QueryRow(ctx, `SELECT transaction_id FROM ledger_postings WHERE account_id = $1 ORDER BY transaction_id LIMIT 1 OFFSET $2`,
			cashOf(b.owner.Account), page)
		if err := row.Scan(&id); err != nil {
			return fmt.Errorf("statement: %w", err)
		}
		b.paths["statement"] = b.statement() + "&before=" + id
		return nil
	})
}

// lastPage is the number of the last full page of a list.
func (b *brand) lastPage(ctx context.Context, l list) (int, error) {
	token := b.token
	if l.isOffice {
		token = b.admin
	}
	content, err := b.server.Call(ctx, http.MethodGet, base+l.first(), token, nil)
	if err != nil {
		return 0, err
	}
	var answer struct{ Meta struct{ Total int } }
	if err := json.Unmarshal(content, &answer); err != nil {
		return 0, err
	}
	if answer.Meta.Total < page {
		return 0, fmt.Errorf("%s: the list has %d", l.path, answer.Meta.Total)
	}
	return answer.Meta.Total / page, nil
}

// read makes a request and checks the answer.
func (v visit) read(path string, isOffice bool) error {
	token := v.token
	if isOffice {
		token = v.admin
	}
	_, err := v.Ask(v.server.Read(base+path, token), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (v visit) publish() error {
	body := `{"type":"custom.invoice.paid","data":{"amount":1250.5,"currency":"USD","invoice":"2026-000123"}}`
	return v.Send(v.server.Post(base+"/webhooks/events", v.admin), []byte(body), http.StatusCreated)
}

func (v visit) placeAndCancel() error {
	order, err := v.order(`{"symbol":"` + kit.Symbol + `","side":"buy","type":"limit","quantity":1,"limitPrice":50}`)
	if err != nil {
		return err
	}
	_, err = v.Ask(v.server.Delete(base+"/trading/orders/"+order.ID, v.token), nil)
	return err
}

func (v visit) buyAndClose() error {
	order, err := v.order(`{"symbol":"` + kit.Symbol + `","side":"buy","type":"market","quantity":1}`)
	if err != nil {
		return err
	}
	_, err = v.Ask(v.server.Post(base+"/trading/positions/"+order.PositionID+"/close", v.token), []byte(`{}`))
	return err
}

type placedOrder struct{ ID, PositionID string }

func (v visit) order(body string) (placedOrder, error) {
	content, err := v.Ask(v.server.Post(base+"/trading/orders", v.token), []byte(body))
	if err != nil {
		return placedOrder{}, err
	}
	var answer struct{ Data placedOrder }
	if err := json.Unmarshal(content, &answer); err != nil || answer.Data.ID == "" {
		return placedOrder{}, fmt.Errorf("an order answered %s", bytes.TrimSpace(content))
	}
	return answer.Data, nil
}

func (v visit) logIn() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := v.server.LogIn(ctx)
	return err
}
