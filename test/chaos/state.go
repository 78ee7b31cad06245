package main

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"bourse/internal/money"
)

// survey asks the platform for everything that it has.
type survey struct {
	*world
	found state
}

// survey reads the state. It fails when something cannot be read although everything is well.
func (w *world) survey(ctx context.Context) (state, error) {
	s := &survey{world: w, found: state{Opened: map[string]string{}, Cash: map[string]string{}, Received: map[string]map[string]int{}, Made: map[string]money.Decimal{}}}
	for _, t := range w.tenants {
		if err := s.readTenant(ctx, t); err != nil {
			return s.found, err
		}
	}
	for _, t := range w.tenants {
		for _, officer := range t.officers() {
			if err := s.readSessions(ctx, officer); err != nil {
				return s.found, fmt.Errorf("%s: %w", officer.email, err)
			}
		}
	}
	for _, p := range w.customers {
		if err := s.readCustomer(ctx, p); err != nil {
			return s.found, fmt.Errorf("%s: %w", p.email, err)
		}
	}
	for _, p := range w.newcomers.all {
		for _, read := range []func(context.Context, *person) error{s.readSessions, s.readKYC} {
			if err := read(ctx, p); err != nil {
				return s.found, fmt.Errorf("%s: %w", p.email, err)
			}
		}
	}
	return s.found, nil
}

// add records something that exists, with some of its fields under the names that facts use.
func (s *survey) add(kind, owner, id string, values map[string]string) {
	s.found.Facts = append(s.found.Facts, fact{Kind: kind, Owner: owner, ID: id, Values: values})
}

// objects reads a list to its end, by page or by cursor.
func (w *world) objects(ctx context.Context, by *person, path string) (all []map[string]any, err error) {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	isPaged, more := strings.Contains(path, "page=1"), ""
	for page := 1; ; page++ {
		at := path + more
		if isPaged {
			at = strings.Replace(path, "page=1", fmt.Sprintf("page=%d", page), 1)
		}
		answer, err := w.read(ctx, by, at)
		if err != nil {
			return nil, err
		}
		for _, one := range answer.list {
			if object, ok := one.(map[string]any); ok {
				all = append(all, object)
			}
		}
		if isPaged && len(answer.list) < 100 || !isPaged && answer.next == "" {
			return all, nil
		}
		more = separator + "before=" + answer.next
	}
}

// collection is a list of things of a kind, with the fields to compare.
type collection struct {
	kind, path string
	values     map[string]string // the fields' names by those in facts
	isAnothers func(object map[string]any) bool
}

func (s *survey) readAll(ctx context.Context, by *person, owner string, from collection) ([]map[string]any, error) {
	all, err := s.objects(ctx, by, from.path)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if from.isAnothers != nil && from.isAnothers(one) {
			continue
		}
		values := map[string]string{}
		for name, of := range from.values {
			values[name] = field(one, of)
		}
		s.add(from.kind, owner, field(one, "id"), values)
	}
	return all, nil
}

// readTenant reads what a brand has.
func (s *survey) readTenant(ctx context.Context, t *tenant) error {
	admin := t.admins[0]
	users, err := s.objects(ctx, admin, "/users?limit=100&page=1")
	if err != nil {
		return err
	}
	for _, user := range users {
		if field(user, "role") == "user" {
			s.add("user", field(user, "email"), field(user, "id"), nil)
		}
	}
	endpoints := collection{kind: "endpoint", path: "/webhooks/endpoints?limit=100&page=1", values: map[string]string{"name": "name"}}
	if _, err := s.readAll(ctx, admin, t.slug, endpoints); err != nil {
		return err
	}
	events, err := s.events(ctx, t)
	if err != nil {
		return err
	}
	for _, one := range events {
		s.found.Events = append(s.found.Events, one)
		if one.Type == ownEvents {
			s.add("event", t.slug, one.ID, nil)
		}
	}
	s.found.Received[t.slug] = s.receiver.received(t.slug)
	return nil
}

// subjects are the fields of events that name what they are about.
var subjects = map[string]string{
	"trading.position.opened": "positionId", "trading.position.closed": "tradeId", "payment.succeeded": "paymentId",
	"payment.withdrawal.requested": "withdrawalId", "trading.bot.subscribed": "subscriptionId",
}

// events returns all events of a tenant.
func (w *world) events(ctx context.Context, t *tenant) (all []event, err error) {
	listed, err := w.objects(ctx, t.admins[0], "/webhooks/events?limit=100")
	for _, one := range listed {
		body, _ := one["body"].(map[string]any)
		read := event{Tenant: t.slug, ID: field(one, "id"), Type: field(one, "type")}
		if subject := subjects[read.Type]; subject != "" {
			read.Subject = field(body, "data", subject)
		}
		if read.Type == ownEvents {
			read.Number = field(body, "data", "number")
		}
		all = append(all, read)
	}
	return all, err
}

// readCustomer reads what a customer has.
func (s *survey) readCustomer(ctx context.Context, p *person) error {
	isStatus := map[string]string{"status": "status"}
	for _, from := range []collection{
		{kind: "order", path: "/trading/orders?limit=100", values: map[string]string{"status": "status", "position": "positionId"}},
		{kind: "position", path: "/trading/positions?limit=1000", values: isStatus},
		// The account with money follows the agent that it was opened with, without a request.
		{kind: "subscription", path: "/trading/my-subscriptions", values: isStatus, isAnothers: func(one map[string]any) bool { return field(one, "accountId") == p.things.account }},
		{kind: "withdrawal", path: "/payments/withdrawals?limit=100&page=1", values: map[string]string{"status": "status", "amount": "amount"}},
		{kind: "investment account", path: "/investment/accounts"},
		{kind: "alert", path: "/trading/alerts?limit=100", values: isStatus},
	} {
		if _, err := s.readAll(ctx, p, p.id, from); err != nil {
			return err
		}
	}
	for _, read := range []func(context.Context, *person) error{s.readSessions, s.readKYC, s.readTrades, s.readPayments, s.readCourses, s.readPortfolios, s.readCash} {
		if err := read(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// readTrades reads the closings. Those at a stop were not requested: each position that waited for one must have one.
func (s *survey) readTrades(ctx context.Context, p *person) error {
	all, err := s.objects(ctx, p, "/trading/history?limit=100&page=1")
	for _, trade := range all {
		position := field(trade, "positionId")
		openFee, waited := p.things.stops[position]
		if !waited || field(trade, "exitReason") != "stop_loss" {
			s.add("trade", p.id, field(trade, "id"), map[string]string{"position": position, "realizedPnl": field(trade, "realizedPnl")})
			continue
		}
		s.add("stop", p.id, position, map[string]string{"trade": field(trade, "id")})
		margin := amount(field(trade, "entryPrice")).Mul(amount(field(trade, "quantity")))
		exitFee := amount(field(trade, "fees")).Sub(amount(openFee))
		account := field(trade, "accountId")
		s.found.Made[account] = s.found.Made[account].Add(margin).Add(amount(field(trade, "grossPnl"))).Sub(exitFee)
	}
	return err
}

func (s *survey) readSessions(ctx context.Context, p *person) error {
	_, err := s.readAll(ctx, p, p.id, collection{kind: "session", path: "/auth/sessions"})
	return err
}

func (s *survey) readKYC(ctx context.Context, p *person) error {
	answer, err := s.read(ctx, p, "/kyc")
	if err == nil && field(answer.data, "state") != "none" {
		s.add("kyc", p.id, field(answer.data, "id"), map[string]string{"state": field(answer.data, "state")})
	}
	return err
}

// paymentStatus maps a status to what people know: a payment stays paid when some of it went back, and a pending one
// may have expired when the clock jumped.
var paymentStatus = map[string]string{
	"succeeded": "paid", "partially_refunded": "paid", "refunded": "paid", "expired": "pending",
}

func (s *survey) readPayments(ctx context.Context, p *person) error {
	all, err := s.objects(ctx, p, "/payments?limit=100&page=1")
	for _, payment := range all {
		status := field(payment, "status")
		if known, ok := paymentStatus[status]; ok {
			status = known
		}
		s.add("payment", p.id, field(payment, "id"), map[string]string{"status": status})
	}
	for _, refund := range courseRefunds(all) {
		s.add("refund", p.id, field(refund, "id"), nil)
	}
	return err
}

// courseRefunds are those that somebody requested: withdrawals cause refunds of deposits on their own.
func courseRefunds(payments []map[string]any) (refunds []map[string]any) {
	for _, payment := range payments {
		if field(payment, "kind") != "course" {
			continue
		}
		all, _ := payment["refunds"].([]any)
		for _, one := range all {
			refund, _ := one.(map[string]any)
			refunds = append(refunds, refund)
		}
	}
	return refunds
}

func (s *survey) readCourses(ctx context.Context, p *person) error {
	all, err := s.objects(ctx, p, "/education/my-courses")
	if err != nil {
		return err
	}
	for _, one := range all {
		id := field(one, "id")
		s.add("enrollment", p.id, p.id+"/"+id, map[string]string{"status": field(one, "enrollment", "status")})
		progress, err := s.read(ctx, p, "/education/courses/"+id+"/progress")
		if err != nil {
			return err
		}
		done, _ := progress.data["completedLessonIds"].([]any)
		for _, lesson := range done {
			s.add("lesson", p.id, fmt.Sprintf("%s/%v", p.id, lesson), nil)
		}
	}
	return nil
}

func (s *survey) readPortfolios(ctx context.Context, p *person) error {
	isEverybodys := func(one map[string]any) bool { return one["isPrimary"] == true || one["isPaper"] == true }
	named := map[string]string{"name": "name"}
	all, err := s.readAll(ctx, p, p.id, collection{kind: "portfolio", path: "/portfolio", values: named, isAnothers: isEverybodys})
	for _, one := range all {
		if err == nil && !isEverybodys(one) {
			_, err = s.readAll(ctx, p, p.id, collection{kind: "goal", path: "/portfolio/" + field(one, "id") + "/goals", values: named})
		}
	}
	return err
}

func (s *survey) readCash(ctx context.Context, p *person) error {
	all, err := s.objects(ctx, p, "/trading/accounts")
	for _, account := range all {
		s.found.Cash[field(account, "id")] = field(account, "cash")
	}
	maps.Copy(s.found.Opened, p.things.opened)
	return err
}
