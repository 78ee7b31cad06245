package main

import (
	"context"
	"net/http"
	"net/url"
)

// checkout begins a payment and decides it on the sandbox's page, and returns its id if it was paid.
func (p *person) checkout(ctx context.Context, d deed, decision string, paid func(payment string) ([]fact, map[string]string)) (payment string, isPaid bool) {
	d.area, d.by, d.makes = "payments", p, "payment"
	d.learn = func(answer reply) ([]fact, map[string]string) {
		return []fact{{Kind: "payment", Owner: p.id, ID: field(answer.data, "paymentId"), Values: map[string]string{"status": "pending"}}}, nil
	}
	answer, isDone := p.world.do(ctx, d)
	payment = field(answer.data, "paymentId")
	page, err := url.Parse(field(answer.data, "checkoutUrl"))
	if !isDone || payment == "" || err != nil {
		return "", false
	}
	if decision == "cancel" {
		p.world.do(ctx, deed{
			area: "payments", name: "cancel a payment", by: p, path: "/payments/" + payment + "/cancel", needsNoAnswer: true,
			learn: func(reply) ([]fact, map[string]string) { return p.settled(payment, "cancelled"), nil },
		})
		return payment, false
	}
	_, isDone = p.world.do(ctx, deed{
		area: "payments", name: decision + " a payment", owner: p.id, path: page.Path, form: "decision=" + decision, needsNoAnswer: true,
		learn: func(reply) ([]fact, map[string]string) {
			if decision == "pay" {
				return paid(payment)
			}
			return p.settled(payment, "failed"), nil
		},
	})
	return payment, isDone && decision == "pay"
}

// settled is a payment that has ended.
func (p *person) settled(payment, status string) []fact {
	return []fact{{Kind: "payment", Owner: p.id, ID: payment, Values: map[string]string{"status": status}}}
}

// deposit pays money in, or begins to.
func (p *person) deposit(ctx context.Context, amount int, decision string) bool {
	order := deed{name: "begin a deposit", path: "/payments/deposits", body: map[string]any{"accountId": p.things.account, "amount": amount}}
	_, isPaid := p.checkout(ctx, order, decision, func(payment string) ([]fact, map[string]string) {
		return p.settled(payment, "paid"), map[string]string{p.things.account: text(int64(amount))}
	})
	return isPaid
}

// decision is what a user does on the payment page: mostly pay.
func (p *person) decision() string {
	return []string{"pay", "pay", "pay", "pay", "pay", "pay", "decline", "cancel"}[p.random.IntN(8)]
}

func (p *person) payIn(ctx context.Context) { p.deposit(ctx, 20+p.random.IntN(200), p.decision()) }

// takeOut requests a withdrawal, which is held until somebody has decided.
func (p *person) takeOut(ctx context.Context) {
	wanted := text(int64(1 + p.random.IntN(100)))
	var asked withdrawal
	p.world.do(ctx, deed{
		area: "payments", name: "ask for a withdrawal", by: p, path: "/payments/withdrawals", makes: "withdrawal",
		body: map[string]any{"accountId": p.things.account, "amount": amount(wanted), "destination": map[string]any{
			"method": "bank_transfer", "holderName": "Ada Investor", "iban": "DE89 3704 0044 0532 0130 00",
		}},
		learn: func(answer reply) ([]fact, map[string]string) {
			asked = withdrawal{field(answer.data, "id"), field(answer.data, "amount")}
			return []fact{{Kind: "withdrawal", Owner: p.id, ID: asked.id, Values: map[string]string{"status": "requested", "amount": asked.amount}}},
				map[string]string{p.things.account: amount(asked.amount).Neg().String()}
		},
	})
	if asked.id != "" {
		p.things.withdrawals = append(p.things.withdrawals, asked)
	}
}

// haveDecided has an administrator decide on a withdrawal, or cancels it.
func (p *person) haveDecided(ctx context.Context) {
	asked, ok := take(p, &p.things.withdrawals)
	if !ok {
		return
	}
	at := "/payments/withdrawals/" + asked.id
	order := deed{area: "payments", name: "approve a withdrawal", by: p.tenant.admin(p.random), owner: p.id, method: http.MethodPatch, path: at,
		body: map[string]any{"decision": "approve"}, doneCodes: []string{"INVALID_TRANSITION"}, needsNoAnswer: true}
	status, back := "paid", "0"
	switch p.random.IntN(3) {
	case 0:
		order.name, order.body = "reject a withdrawal", map[string]any{"decision": "reject", "reason": "not today"}
		status, back = "rejected", asked.amount
	case 1:
		order.name, order.by, order.method, order.path, order.body = "take a withdrawal back", p, http.MethodPost, at+"/cancel", nil
		status, back = "cancelled", asked.amount
	}
	order.learn = func(reply) ([]fact, map[string]string) {
		return []fact{{Kind: "withdrawal", Owner: p.id, ID: asked.id, Values: map[string]string{"status": status}}}, map[string]string{p.things.account: back}
	}
	p.world.do(ctx, order)
}

// buyCourse buys a course, in which the buyer is then enrolled.
func (p *person) buyCourse(ctx context.Context) {
	wanted, _ := pick(p, p.tenant.paid)
	order := deed{name: "check out a course", path: "/payments/checkout", body: map[string]any{"courseId": wanted.id}}
	payment, isPaid := p.checkout(ctx, order, p.decision(), func(payment string) ([]fact, map[string]string) {
		return append(p.settled(payment, "paid"), p.taking(wanted, "active")), nil
	})
	if isPaid {
		p.things.bought = append(p.things.bought, purchase{payment, wanted})
	}
}

// taking is a customer's enrollment in a course.
func (p *person) taking(of course, status string) fact {
	return fact{Kind: "enrollment", Owner: p.id, ID: p.id + "/" + of.id, Values: map[string]string{"status": status}}
}

// haveRefunded has an administrator refund a course, which ends the enrollment.
func (p *person) haveRefunded(ctx context.Context) {
	bought, ok := take(p, &p.things.bought)
	if !ok {
		return
	}
	p.world.do(ctx, deed{
		area: "payments", name: "refund a course", by: p.tenant.admin(p.random), owner: p.id, path: "/payments/" + bought.payment + "/refunds", makes: "refund",
		body: map[string]any{"reason": "as was asked for"},
		learn: func(answer reply) ([]fact, map[string]string) {
			gone := fact{Kind: "refund", Owner: p.id, ID: field(answer.data, "id")}
			return append(p.settled(bought.payment, "paid"), gone, p.taking(bought.of, "cancelled")), nil
		},
	})
}
