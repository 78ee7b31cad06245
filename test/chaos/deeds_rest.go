package main

import (
	"context"
	"fmt"
	"net/http"
)

// enrol enrolls in a free course. Repeating it continues the enrollment.
func (p *person) enrol(ctx context.Context) {
	wanted, _ := pick(p, p.tenant.free)
	for _, taken := range p.things.enrolled {
		if taken.id == wanted.id {
			return
		}
	}
	_, isDone := p.world.do(ctx, deed{
		area: "education", name: "enrol", by: p, path: "/education/courses/" + wanted.id + "/enroll",
		needsNoAnswer: true, learn: func(reply) ([]fact, map[string]string) { return []fact{p.taking(wanted, "active")}, nil },
	})
	if isDone {
		p.things.enrolled = append(p.things.enrolled, wanted)
	}
}

// learn completes a lesson; the last one of a course ends it with a certificate.
func (p *person) learn(ctx context.Context) {
	of, ok := pick(p, p.things.enrolled)
	if !ok {
		return
	}
	lesson, _ := pick(p, of.lessons)
	p.world.do(ctx, deed{
		area: "education", name: "complete a lesson", by: p, path: "/education/lessons/" + lesson + "/complete",
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{p.taking(of, field(answer.data, "status")), {Kind: "lesson", Owner: p.id, ID: p.id + "/" + lesson}}, nil
		},
	})
}

func (p *person) planPortfolio(ctx context.Context) {
	answer, isDone := p.world.do(ctx, deed{
		area: "portfolio", name: "plan a portfolio", by: p, path: "/portfolio", makes: "portfolio",
		body: map[string]any{"name": fmt.Sprintf("Plan %d", p.world.numbers.Load()), "riskProfile": "moderate", "accountIds": []string{p.things.account}},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "portfolio", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"name": field(answer.data, "name")}}}, nil
		},
	})
	if id := field(answer.data, "id"); isDone && id != "" {
		p.things.portfolios = append(p.things.portfolios, id)
	}
}

func (p *person) setGoal(ctx context.Context) {
	portfolio, ok := pick(p, p.things.portfolios)
	if !ok {
		return
	}
	answer, isDone := p.world.do(ctx, deed{
		area: "portfolio", name: "set a goal", by: p, path: "/portfolio/" + portfolio + "/goals", makes: "goal",
		body: map[string]any{"name": fmt.Sprintf("Goal %d", p.world.numbers.Load()), "targetAmount": 100000, "targetDate": "2040-01-01"},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "goal", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"name": field(answer.data, "name")}}}, nil
		},
	})
	if id := field(answer.data, "id"); isDone && id != "" {
		p.things.goals = append(p.things.goals, [2]string{portfolio, id})
	}
}

func (p *person) dropGoal(ctx context.Context) {
	goal, ok := take(p, &p.things.goals)
	if !ok {
		return
	}
	p.world.do(ctx, deed{
		area: "portfolio", name: "drop a goal", by: p, method: http.MethodDelete, path: "/portfolio/" + goal[0] + "/goals/" + goal[1],
		doneCodes: []string{"NOT_FOUND"}, needsNoAnswer: true,
		learn: func(reply) ([]fact, map[string]string) {
			return []fact{{Kind: "goal", Owner: p.id, ID: goal[1], IsGone: true}}, nil
		},
	})
}

// ownEvents is the type of the events that users publish themselves.
const ownEvents = "custom.chaos.happened"

// publish publishes an event of the brand's own, with a unique number.
func (p *person) publish(ctx context.Context) {
	number := p.world.numbers.Load()*1000 + int64(p.random.IntN(1000))
	p.world.do(ctx, deed{
		area: "webhooks", name: "publish an event", by: p.tenant.admin(p.random), owner: p.tenant.slug, path: "/webhooks/events", makes: "event",
		body: map[string]any{"type": ownEvents, "data": map[string]any{"number": p.id + "/" + text(number)}},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "event", Owner: p.tenant.slug, ID: field(answer.data, "id")}}, nil
		},
	})
}

// endpointDeed adds an endpoint at a path of the receiver. It is patient: the receiver sometimes fails.
func (w *world) endpointDeed(by *person, name, path string, events []string) deed {
	return deed{
		area: "webhooks", name: "add an endpoint", by: by, owner: by.tenant.slug, path: "/webhooks/endpoints", makes: "endpoint",
		body: map[string]any{
			"name": name, "url": w.receiver.URL + "/" + path, "subscribedEvents": events,
			"maxRetries": 50, "retryDelaySeconds": 1, "retryBackoffMultiplier": 1, "timeoutSeconds": 5,
			"rateLimitPerMinute": 1000000, "rateLimitPerHour": 10000000,
		},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "endpoint", Owner: by.tenant.slug, ID: field(answer.data, "id"), Values: map[string]string{"name": name}}}, nil
		},
	}
}

// addEndpoint adds another endpoint, subscribed only to events that never happen.
func (p *person) addEndpoint(ctx context.Context) {
	name := fmt.Sprintf("endpoint %d of %s", p.world.numbers.Load(), p.id)
	answer, isDone := p.world.do(ctx, p.world.endpointDeed(p.tenant.admin(p.random), name, "silence/"+p.id+"/"+text(p.world.numbers.Load()), []string{"custom.chaos.silence"}))
	if id := field(answer.data, "id"); isDone && id != "" {
		p.things.endpoints = append(p.things.endpoints, id)
	}
}

func (p *person) removeEndpoint(ctx context.Context) {
	id, ok := take(p, &p.things.endpoints)
	if !ok {
		return
	}
	p.world.do(ctx, deed{
		area: "webhooks", name: "remove an endpoint", by: p.tenant.admin(p.random), owner: p.tenant.slug, method: http.MethodDelete, path: "/webhooks/endpoints/" + id,
		doneCodes: []string{"NOT_FOUND"}, needsNoAnswer: true,
		learn: func(reply) ([]fact, map[string]string) {
			return []fact{{Kind: "endpoint", Owner: p.tenant.slug, ID: id, IsGone: true}}, nil
		},
	})
}
