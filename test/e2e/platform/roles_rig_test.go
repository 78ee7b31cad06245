package platform_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"bourse/test/e2e/kit"
)

// things are what a user has or, in a brand, sees: ids by their names in paths.
type things map[string]string

// cast is one member of each role in a brand, a neighbour in it and a stranger in another one, each with things.
type cast struct {
	*kit.Venue
	members             map[string]*kit.Member
	own                 map[string]things
	neighbour, stranger things
}

func newCast(t *testing.T, place *kit.Installation) *cast {
	t.Helper()
	w := &cast{Venue: kit.NewVenue(t, place, append(kit.LocalReceivers, "--payments-provider", "sandbox", "--investment-funding", "deposit")...), members: map[string]*kit.Member{}, own: map[string]things{}}
	north, south := w.brandThings(t, "north"), w.brandThings(t, "south")
	for _, role := range ranks {
		m := w.Officer(t, role, "north")
		w.members[role], w.own[role] = m, w.thingsOf(t, m, north)
	}
	// An analyst has one of everything that a customer can have.
	w.neighbour = w.thingsOf(t, w.Officer(t, "analyst", "north"), north)
	w.stranger = w.thingsOf(t, w.Officer(t, "analyst", "south"), south)
	return w
}

// brandThings are shared by all users of a brand, with their creators.
type brandThings struct {
	things
	admin, analyst *kit.Member
}

func (w *cast) brandThings(t *testing.T, slug string) brandThings {
	t.Helper()
	w.Place.MustRun(t, "", "tenant create", slug, "Brand "+slug)
	b := brandThings{things{}, w.Officer(t, "admin", slug), w.Officer(t, "analyst", slug)}
	school := &kit.School{Server: w.Server, Author: b.admin}
	free, paid := school.Course(t, 1, kit.Body{"title": "Studies of " + slug}), school.Course(t, 1, kit.Body{"title": "More of " + slug, "priceUsd": 20})
	signal := b.analyst.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "entry_long"}).Ok(t, 201)
	b.things = things{
		"courseId": free.ID, "lessonId": free.Lessons[0], "paid": paid.ID, "botId": b.admin.NewBot(t, nil)["id"].(string), "signalId": idOf(signal),
		"tenantId": b.admin.Me(t)["tenantId"].(string), "kind": "verify_email",
		"modelId": idOf(w.Analyst.Post(t, "/ml/models", kit.Body{"symbol": kit.Xrp, "horizon": "1h"}).Ok(t, 202)),
	}
	return b
}

// endpoint adds an endpoint with a recovery and a delivery, which waits since nobody listens there.
func (b brandThings) endpoint(t *testing.T, to things) {
	t.Helper()
	endpoint := b.admin.Endpoint(t, "http://127.0.0.1:40999/"+to["userId"], nil)["id"].(string)
	b.admin.Publish(t, "custom.roles.tried", kit.Body{"a": 1})
	at := kit.EndpointsPath + "/" + endpoint
	to["endpointId"] = endpoint
	to["deliveryId"] = idsIn(t, b.admin.Fetch(t, http.MethodGet, "/api/v1"+at+"/deliveries", nil).Ok(t, 200))[0]
	to["recoveryId"] = idOf(b.admin.Post(t, at+"/recover", kit.Body{"since": "2026-01-01T00:00:00Z"}).Ok(t, 202))
}

// thingsOf creates one of everything that a member can own.
func (w *cast) thingsOf(t *testing.T, m *kit.Member, brand brandThings) things {
	t.Helper()
	account := m.Invest(t, 1000)
	m.Post(t, kit.AccountAt(account)+"/kyc", kit.Person()).Ok(t, 200)
	brand.admin.Post(t, kit.AccountAt(account)+"/kyc", kit.Body{"decision": "approve"}).Ok(t, 200)
	w.deposit(t, m, account, 500)
	signal := brand.analyst.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "entry_long"}).Ok(t, 201)
	order := kit.Body{"symbol": kit.Xrp, "side": "buy", "type": "limit", "quantity": 30, "limitPrice": 1}
	portfolio := idsIn(t, m.Fetch(t, http.MethodGet, "/api/v1"+kit.PortfolioPath, nil).Ok(t, 200))[0]
	goal := kit.Body{"name": "House", "targetAmount": 1000, "targetDate": "2040-01-01"}
	withdrawal := kit.Body{"accountId": account, "amount": 10, "destination": kit.Body{
		"method": "bank_transfer", "holderName": "Ada Investor", "iban": "DE89 3704 0044 0532 0130 00",
	}}
	keyed := m.With("Idempotency-Key", kit.NewKey())
	made := things{
		"userId": m.ID, "sessionId": m.Login(t, w.Server).SessionID(t), "accountId": account,
		"alertId":        idOf(m.Post(t, "/trading/alerts", kit.Body{"symbol": kit.Xrp, "kind": "above", "price": 3}).Ok(t, 201)),
		"orderId":        idOf(m.Post(t, "/trading/orders", order).Ok(t, 201)),
		"positionId":     m.Opened(t, idOf(signal), 30),
		"subscriptionId": idOf(m.Post(t, "/trading/bots/"+brand.things["botId"]+"/subscribe", nil).Ok(t, 201)),
		"keyId":          idOf(m.Post(t, "/auth/api-keys", kit.Body{"name": "A server", "scopes": []string{"trading:read"}}).Ok(t, 201)),
		"caseId":         idOf(m.Get(t, "/kyc").Ok(t, 200)),
		"portfolioId":    portfolio,
		"goalId":         idOf(m.Post(t, kit.PortfolioPath+"/"+portfolio+"/goals", goal).Ok(t, 201)),
		"withdrawalId":   idOf(keyed.Post(t, kit.WithdrawalsPath, withdrawal).Ok(t, 201)),
		"paymentId":      keyed.With("Idempotency-Key", kit.NewKey()).Post(t, kit.CheckoutPath, kit.Body{"courseId": brand.things["paid"]}).Ok(t, 201).Envelope["data"].(map[string]any)["paymentId"].(string),
	}
	if backtest := m.Post(t, "/trading/backtests", kit.Body{"botId": brand.things["botId"], "from": "2026-01-01T00:00:00Z"}); backtest.Status != http.StatusForbidden {
		made["backtestId"] = idOf(backtest.Ok(t, 202))
	}
	brand.endpoint(t, made)
	maps.Copy(made, brand.things)
	return made
}

// deposit pays money in, with the form of the sandbox's page.
func (w *cast) deposit(t *testing.T, m *kit.Member, account string, amount float64) {
	t.Helper()
	begun := m.With("Idempotency-Key", kit.NewKey()).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": amount}).Ok(t, 201)
	page, err := url.Parse(begun.Envelope["data"].(map[string]any)["checkoutUrl"].(string))
	if err != nil {
		t.Fatal(err)
	}
	w.Client().With("Content-Type", "application/x-www-form-urlencoded").Fetch(t, http.MethodPost, page.Path, "decision=pay").Ok(t, 303)
}

// idOf is the id of the object in an answer.
func idOf(a *kit.Answer) string { return a.Envelope["data"].(map[string]any)["id"].(string) }

var parameter = regexp.MustCompile(`\{(\w+)\}`)

// at is the path of an operation on the things. An id that they lack is replaced by that of something unknown.
func (t things) at(template string) string {
	return parameter.ReplaceAllStringFunc(template, func(name string) string {
		if id, has := t[name[1:len(name)-1]]; has {
			return id
		}
		return "00000000-0000-7000-8000-000000000000"
	})
}

// tryAll tries an operation as every role on everybody's things, and returns the number of pairs.
func (w *cast) tryAll(t *testing.T, o *kit.ContractOperation, known rule) (tried int) {
	t.Helper()
	relations := []relation{strangers, neighbours, own}
	switch known.reach {
	case ofNothing:
		relations = []relation{own}
	case ofBrand: // a neighbour's thing counts as one's own
		relations = []relation{strangers, own}
	}
	for _, role := range ranks {
		for _, to := range relations {
			on := map[relation]things{own: w.own[role], neighbours: w.neighbour, strangers: w.stranger}[to]
			tried++
			w.try(t, o, known, role, to, on)
		}
	}
	return tried
}

func (w *cast) try(t *testing.T, o *kit.ContractOperation, known rule, role string, to relation, on things) {
	t.Helper()
	client := w.members[role].With("Idempotency-Key", kit.NewKey())
	var content any
	if known.content != nil {
		content = known.content
	}
	a := client.Fetch(t, o.Method, "/api/v1"+on.at(o.Template), content)
	var failure struct{ Error struct{ Code string } }
	_ = json.Unmarshal(a.Text, &failure) // content that is not JSON, such as an image, is not a failure
	code := failure.Error.Code
	isRefused := code == "FORBIDDEN" || code == "NOT_FOUND"
	isOpen := o.IsPublic && known.reach != ofBrand || known.isOpen(role, o.Role, o.SomeRole, to)
	if isOpen == isRefused || a.Status >= 500 {
		t.Errorf("%s, %s on %s: %d %s, want it to be open: %v", o.ID, role, to, a.Status, code, isOpen)
	}
}
