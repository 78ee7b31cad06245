package main

import (
	"context"
	"fmt"
	"net/http"
)

// register creates an account.
func (p *person) register(ctx context.Context) bool {
	answer, isDone := p.world.do(ctx, deed{
		area: "identity", name: "register", path: "/auth/register", owner: p.email, makes: "user",
		body: map[string]any{"email": p.email, "password": p.password, "tenant": p.tenant.slug},
		learn: func(answer reply) ([]fact, map[string]string) {
			opened, user := sessionOf(answer)
			return []fact{{Kind: "user", Owner: p.email, ID: user}, {Kind: "session", Owner: user, ID: opened.id}}, nil
		},
	})
	if !isDone {
		return false
	}
	made, user := sessionOf(answer)
	if made.access == "" { // done, but its tokens were lost
		made, isDone = p.logIn(ctx)
		user = p.id
	}
	p.id = user
	p.set(made)
	return isDone
}

// identify submits KYC, which an administrator then decides on.
func (p *person) identify(ctx context.Context, decision string) bool {
	answer, isDone := p.world.do(ctx, deed{
		area: "kyc", name: "hand in papers", by: p, path: "/kyc",
		body: map[string]any{"fullName": "Ada Investor", "country": "CH", "dateOfBirth": "1990-05-17", "documentNumber": "X-4711"},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "kyc", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"state": "submitted"}}}, nil
		},
	})
	id := field(answer.data, "id")
	if !isDone || id == "" {
		return false
	}
	_, isDone = p.world.do(ctx, deed{
		area: "kyc", name: "decide on papers", by: p.tenant.admin(p.random), owner: p.id, path: "/kyc/cases/" + id + "/decision",
		body: map[string]any{"decision": decision, "reason": "as it looks"},
		learn: func(reply) ([]fact, map[string]string) {
			state := map[string]string{"approve": "approved", "reject": "rejected"}[decision]
			return []fact{{Kind: "kyc", Owner: p.id, ID: id, Values: map[string]string{"state": state}}}, nil
		},
	})
	return isDone
}

// openAccount opens the account for real money.
func (p *person) openAccount(ctx context.Context) bool {
	answer, isDone := p.world.do(ctx, deed{
		area: "investment", name: "open an account", by: p, path: "/investment/accounts", makes: "investment account",
		body: map[string]any{"tradingAgent": "orion", "initialCapital": 1000, "riskProfile": "moderate"},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "investment account", Owner: p.id, ID: field(answer.data, "id")}}, nil
		},
	})
	p.things.account = field(answer.data, "id")
	return isDone && p.things.account != ""
}

// readAccounts finds the paper account, and its initial cash.
func (p *person) readAccounts(ctx context.Context) error {
	answer, err := p.world.read(ctx, p, "/trading/accounts")
	if err != nil {
		return err
	}
	p.things.opened, p.things.stops = map[string]string{p.things.account: "0"}, map[string]string{}
	for _, one := range answer.list {
		if account, _ := one.(map[string]any); field(account, "kind") == "paper" {
			p.things.paper = field(account, "id")
			p.things.opened[p.things.paper] = field(account, "cash")
		}
	}
	if p.things.paper == "" {
		return fmt.Errorf("%s has no paper account", p.email)
	}
	return nil
}

func (p *person) logInElsewhere(ctx context.Context) {
	if made, isDone := p.logIn(ctx); isDone {
		p.things.sessions = append(p.things.sessions, made)
	}
}

func (p *person) goOnElsewhere(ctx context.Context) {
	old, ok := take(p, &p.things.sessions)
	if !ok {
		return
	}
	if made, isDone := p.goOn(ctx, old); isDone {
		p.things.sessions = append(p.things.sessions, made)
	}
}

func (p *person) logOutElsewhere(ctx context.Context) {
	old, ok := take(p, &p.things.sessions)
	if !ok {
		return
	}
	p.world.do(ctx, deed{
		area: "identity", name: "log out", token: old.access, owner: p.id, path: "/auth/logout", body: map[string]any{"scope": "local"},
		doneCodes: []string{"SESSION_REVOKED"}, needsNoAnswer: true,
		learn: func(reply) ([]fact, map[string]string) {
			return []fact{{Kind: "session", Owner: p.id, ID: old.id, IsGone: true}}, nil
		},
	})
}

// bringFriend registers somebody, who submits KYC.
func (p *person) bringFriend(ctx context.Context) {
	friend := &person{world: p.world, tenant: p.tenant, random: p.random, password: "a friend's fine password"}
	friend.email = fmt.Sprintf("friend-%d@%s.test", p.world.numbers.Load()*100+int64(p.random.IntN(100)), p.tenant.slug)
	if !friend.register(ctx) {
		return
	}
	p.world.newcomers.add(friend)
	friend.identify(ctx, []string{"approve", "reject"}[p.random.IntN(2)])
}

func (p *person) setAlert(ctx context.Context) {
	answer, isDone := p.world.do(ctx, deed{
		area: "alerts", name: "set an alert", by: p, path: "/trading/alerts", makes: "alert",
		body: map[string]any{"symbol": "SOLUSD", "kind": "above", "price": 100000, "note": "one of many"},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "alert", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"status": "working"}}}, nil
		},
	})
	if id := field(answer.data, "id"); isDone && id != "" {
		p.things.alerts = append(p.things.alerts, id)
	}
}

func (p *person) dropAlert(ctx context.Context) {
	id, ok := take(p, &p.things.alerts)
	if !ok {
		return
	}
	cancelled := []fact{{Kind: "alert", Owner: p.id, ID: id, Values: map[string]string{"status": "cancelled"}}}
	p.world.do(ctx, deed{
		area: "alerts", name: "drop an alert", by: p, method: http.MethodDelete, path: "/trading/alerts/" + id, doneCodes: []string{"INVALID_TRANSITION"},
		needsNoAnswer: true, learn: func(reply) ([]fact, map[string]string) { return cancelled, nil },
	})
}
