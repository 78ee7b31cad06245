package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
)

// tenant is a brand with its officers and its catalogue.
type tenant struct {
	slug     string
	admins   []*person
	analyst  *person
	free     []course
	paid     []course
	bots     []string
	endpoint string // that receives everything
}

type course struct {
	id      string
	lessons []string
}

// officers are the administrators and the analyst.
func (t *tenant) officers() []*person {
	return append(t.admins[:len(t.admins):len(t.admins)], t.analyst)
}

// admin is one of the administrators.
func (t *tenant) admin(random *rand.Rand) *person { return t.admins[random.IntN(len(t.admins))] }

// person is a user with an account.
type person struct {
	world           *world
	tenant          *tenant
	random          *rand.Rand
	email, password string
	id              string

	renewing sync.Mutex // only one goroutine renews the token; officers act in many places at once
	mutex    sync.Mutex
	own      session

	things things
}

// session is one log-in.
type session struct{ id, access, refresh string }

func (p *person) access() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.own.access
}

func (p *person) set(own session) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.own = own
}

// sessionOf reads the session that an answer has opened or refreshed, and its user.
func sessionOf(answer reply) (session, string) {
	made := session{access: field(answer.data, "accessToken"), refresh: field(answer.data, "refreshToken")}
	var claims struct {
		Session string `json:"sid"`
		User    string `json:"sub"`
	}
	if parts := strings.Split(made.access, "."); len(parts) == 3 {
		if plain, err := base64.RawURLEncoding.DecodeString(parts[1]); err == nil {
			_ = json.Unmarshal(plain, &claims) // without a session it is not judged
		}
	}
	made.id = claims.Session
	return made, claims.User
}

// logIn opens a session.
func (p *person) logIn(ctx context.Context) (session, bool) {
	answer, isDone := p.world.do(ctx, deed{
		area: "identity", name: "log in", path: "/auth/login", owner: p.id, makes: "session",
		body: map[string]any{"email": p.email, "password": p.password, "tenant": p.tenant.slug}, learn: learnSession,
	})
	made, user := sessionOf(answer)
	if p.id == "" {
		p.id = user
	}
	return made, isDone && made.access != ""
}

func learnSession(answer reply) ([]fact, map[string]string) {
	made, user := sessionOf(answer)
	return []fact{{Kind: "session", Owner: user, ID: made.id}}, nil
}

// goOn exchanges a session's refresh token for new tokens.
func (p *person) goOn(ctx context.Context, old session) (session, bool) {
	answer, isDone := p.world.do(ctx, deed{
		area: "identity", name: "refresh", path: "/auth/refresh", owner: p.id,
		body: map[string]any{"refreshToken": old.refresh}, learn: learnSession,
	})
	made, _ := sessionOf(answer)
	return made, isDone && made.access != ""
}

// renew gets another token when the used one is no longer valid or not recent enough: a refresh keeps the time of the
// log-in, so a recent log-in requires a new one.
func (p *person) renew(ctx context.Context, used string, refusal reply) {
	p.renewing.Lock()
	defer p.renewing.Unlock()
	p.mutex.Lock()
	old := p.own
	p.mutex.Unlock()
	if old.access != used {
		return // another goroutine has
	}
	var made session
	isDone := false
	if !refusal.wantsLogIn() {
		made, isDone = p.goOn(ctx, old)
	}
	if !isDone {
		made, isDone = p.logIn(ctx)
	}
	if isDone {
		p.set(made)
	}
}

// field is a text or number in an object, by the names that lead to it; empty if there is none.
func field(object map[string]any, names ...string) string {
	for _, name := range names[:len(names)-1] {
		object, _ = object[name].(map[string]any)
	}
	switch value := object[names[len(names)-1]].(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}

const officerPassword = "the password of an officer"

// settle creates the brands, their officers and customers, before any faults.
func (w *world) settle(ctx context.Context) error {
	for _, slug := range []string{"north", "south"} {
		t := &tenant{slug: slug}
		w.tenants = append(w.tenants, t)
		if err := w.operate(ctx, "", "tenant create", slug, "Brand "+slug); err != nil {
			return err
		}
		for j, role := range []string{"admin", "admin", "analyst"} {
			officer := &person{world: w, tenant: t, email: fmt.Sprintf("%s-%d@%s.test", role, j, slug), password: officerPassword}
			if err := w.operate(ctx, officerPassword+"\n", "user create", "--role", role, "--tenant", slug, officer.email); err != nil {
				return err
			}
			if role == "analyst" {
				t.analyst = officer
			} else {
				t.admins = append(t.admins, officer)
			}
		}
	}
	return nil
}

// operate runs an operator's command.
func (w *world) operate(ctx context.Context, input, words string, arguments ...string) error {
	call := w.call(words, arguments...)
	if input != "" {
		call.Input = strings.NewReader(input)
	}
	status, _, log, err := call.Run(ctx)
	if err == nil && status != 0 {
		err = fmt.Errorf("bourse %s ended with status %d: %s", words, status, log)
	}
	return err
}

// errSettling is a setup step that was refused without any faults.
var errSettling = errors.New("settling in was refused")

// furnish fills the brands' catalogues and registers their customers.
func (w *world) furnish(ctx context.Context) error {
	for i, t := range w.tenants {
		for _, officer := range t.officers() {
			made, isDone := officer.logIn(ctx)
			if !isDone {
				return fmt.Errorf("%w: log-in of %s", errSettling, officer.email)
			}
			officer.set(made)
		}
		if err := w.fillCatalogue(ctx, t); err != nil {
			return err
		}
		for j := range customersOfTenant {
			number := i*customersOfTenant + j
			customer := &person{
				world: w, tenant: t, random: w.random(uint64(1000 + number)),
				email: fmt.Sprintf("customer-%d@%s.test", number, t.slug), password: "a fine password of number " + text(int64(number)),
			}
			if err := customer.settleIn(ctx); err != nil {
				return err
			}
			w.customers = append(w.customers, customer)
		}
	}
	return nil
}

// customersOfTenant is how many customers of each brand act at once.
const customersOfTenant = 4

// must does something that has to succeed.
func (w *world) must(ctx context.Context, d deed) (reply, error) {
	answer, isDone := w.do(ctx, d)
	if !isDone {
		return answer, fmt.Errorf("%w: %s: %d %s %s", errSettling, d.name, answer.status, answer.code, answer.message)
	}
	return answer, nil
}

// fillCatalogue creates a brand's courses, bots and endpoint.
func (w *world) fillCatalogue(ctx context.Context, t *tenant) error {
	admin := t.admins[0]
	for i := range 8 {
		made, err := w.author(ctx, admin, fmt.Sprintf("Course %d of %s", i, t.slug), 0)
		if err != nil {
			return err
		}
		t.free = append(t.free, made)
		if made, err = w.author(ctx, admin, fmt.Sprintf("Paid course %d of %s", i, t.slug), 20+i); err != nil {
			return err
		}
		t.paid = append(t.paid, made)
	}
	for i := range 3 {
		answer, err := w.must(ctx, deed{area: "set-up", name: "make a bot", by: admin, path: "/trading/bots", body: map[string]any{
			"name": fmt.Sprintf("Bot %d of %s", i, t.slug), "strategyType": "trend", "symbols": []string{"SOLUSD"}, "riskLevel": "low",
		}})
		if err != nil {
			return err
		}
		t.bots = append(t.bots, field(answer.data, "id"))
	}
	answer, err := w.must(ctx, w.endpointDeed(admin, "everything", t.slug, []string{"*"}))
	t.endpoint = field(answer.data, "id")
	return err
}

// author writes a course with two lessons and publishes it.
func (w *world) author(ctx context.Context, admin *person, title string, price int) (course, error) {
	answer, err := w.must(ctx, deed{area: "set-up", name: "write a course", by: admin, path: "/education/courses", body: map[string]any{
		"title": title, "shortDescription": "What it is about.", "difficultyLevel": "beginner", "priceUsd": price,
	}})
	made := course{id: field(answer.data, "id")}
	for i := 0; i < 2 && err == nil; i++ {
		answer, err = w.must(ctx, deed{area: "set-up", name: "write a lesson", by: admin, path: "/education/courses/" + made.id + "/lessons", body: map[string]any{
			"title": fmt.Sprintf("Lesson %d", i+1), "type": "text", "content": "# What there is to know", "durationMinutes": 10,
		}})
		made.lessons = append(made.lessons, field(answer.data, "id"))
	}
	if err == nil {
		_, err = w.must(ctx, deed{area: "set-up", name: "publish a course", by: admin, path: "/education/courses/" + made.id + "/publish"})
	}
	return made, err
}

// settleIn prepares a customer for work: registered, approved, with money paid in.
func (p *person) settleIn(ctx context.Context) error {
	if !p.register(ctx) || !p.identify(ctx, "approve") || !p.openAccount(ctx) {
		return fmt.Errorf("%w: %s", errSettling, p.email)
	}
	for _, amount := range []int{5000, 3000} {
		if !p.deposit(ctx, amount, "pay") {
			return fmt.Errorf("%w: deposit of %s", errSettling, p.email)
		}
	}
	return p.readAccounts(ctx)
}
