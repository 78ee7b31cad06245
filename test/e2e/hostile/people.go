package hostile

import (
	"fmt"

	"bourse/test/e2e/kit"
)

// roles are the roles that call operations. A stranger is a user of another brand, a key an API key of an admin.
var roles = []string{"anonymous", "user", "trader", "analyst", "admin", "super_admin", "stranger", "stranger_admin", "key"}

// nextDoor is the other brand, beside the one in which things happen.
const nextDoor = "next-door"

// person is a user with an account.
type person struct {
	name            string // one of the roles
	id              string
	email, password string
	token, refresh  string
	isStale         bool // has to log in again
}

func (p *person) role() string {
	if p == nil {
		return "anonymous"
	}
	return p.name
}

// rank is a person's role as the contract names it, and the brand.
func (p *person) rank() (role, tenant string) {
	switch p.name {
	case "stranger":
		return "user", nextDoor
	case "stranger_admin":
		return "admin", nextDoor
	case "key":
		return "admin", "default"
	}
	return p.name, "default"
}

// bringPeople registers one person of each role. The first worker creates the other brand.
func (w *worker) bringPeople(isFirst bool) error {
	w.people, w.spent = map[string]*person{}, map[string]int{}
	operator := &person{name: "super_admin", email: w.campaign.Operator, password: w.campaign.Password}
	if !w.login(operator) {
		return fmt.Errorf("the operator cannot log in")
	}
	w.people["operator"] = operator
	w.pool.protect(operator.id)
	if isFirst {
		w.as(operator, "createTenant", kit.Body{"slug": nextDoor, "name": "Next door"})
	}
	for _, role := range roles[1:] {
		p := &person{name: role}
		if w.admit(p); p.token == "" {
			return fmt.Errorf("%s was not admitted", role)
		}
		w.people[role] = p
	}
	return nil
}

// admit registers a person and gives them their role.
func (w *worker) admit(p *person) {
	role, tenant := p.rank()
	p.email, p.password, p.token = newEmail(w.random), "a fine password of "+p.name, ""
	made := w.as(nil, "register", kit.Body{"email": p.email, "password": p.password, "tenant": tenant}).data()
	user, _ := made["user"].(map[string]any)
	p.id, p.token, p.isStale = text(user, "id"), text(made, "accessToken"), false
	if role != "user" && p.id != "" {
		w.as(w.operator(), "updateUser", kit.Body{"role": role}, "userId", p.id)
		w.login(p)
	}
	if p.name == "key" {
		w.makeKey(p)
	}
}

// makeKey makes the person use an API key from now on.
func (w *worker) makeKey(p *person) {
	all := []string{"auth:read", "users:read", "tenants:read", "trading:read", "trading:write", "investment:read", "investment:write", "kyc:read", "kyc:write", "portfolio:read",
		"portfolio:write", "education:read", "education:write", "payments:read", "payments:write", "ml:read", "ml:write", "webhooks:read", "webhooks:write", "platform:read"}
	if key := text(w.as(p, "createApiKey", kit.Body{"name": "A server", "scopes": all}).data(), "key"); key != "" {
		p.token = key
	}
}

// operator reinstates suspended people. Nobody else knows their id, so that nobody suspends them.
func (w *worker) operator() *person {
	operator := w.people["operator"]
	if operator.isStale {
		w.login(operator)
	}
	return operator
}

// login opens a session of the person and reports whether that worked.
func (w *worker) login(p *person) bool {
	_, tenant := p.rank()
	made := w.as(nil, "login", kit.Body{"email": p.email, "password": p.password, "tenant": tenant}).data()
	if text(made, "accessToken") == "" {
		return false
	}
	p.token, p.refresh, p.isStale = text(made, "accessToken"), text(made, "refreshToken"), false
	user, _ := made["user"].(map[string]any)
	p.id = text(user, "id")
	return true
}

// fresh is the person of a role, reinstated after a suspension.
func (w *worker) fresh(role string) *person {
	p := w.people[role]
	if p == nil || !p.isStale {
		return p
	}
	rank, _ := p.rank()
	w.as(w.operator(), "updateUser", kit.Body{"role": rank, "suspended": false}, "userId", p.id)
	if !w.login(p) {
		w.admit(p)
	} else if p.name == "key" {
		w.makeKey(p)
	}
	p.isStale = false // a person who could not be reinstated is used as is
	return p
}

// newcomer registers a user who is not one of the worker's people.
func (w *worker) newcomer() *person {
	p := &person{name: "user"}
	w.admit(p)
	return p
}

// as calls an operation as intended. The values are alternating names and values of parameters.
func (w *worker) as(p *person, id string, body any, values ...string) *answer {
	r := w.request(p, id, body, values...)
	return w.send(r)
}

func (w *worker) request(p *person, id string, body any, values ...string) *request {
	given := map[string]string{}
	for i := 0; i+1 < len(values); i += 2 {
		given[values[i]] = values[i+1]
	}
	o := w.campaign.operations[id]
	if o == nil {
		panic("the contract has no " + id)
	}
	w.maker.as = p
	r := w.maker.fill(o, given)
	if len(values) > 0 || body != nil { // an intended call has no other parameters
		kept := r.query[:0]
		for _, pair := range r.query {
			if _, isGiven := given[pair.name]; isGiven || isRequired(o, pair.name) {
				kept = append(kept, pair)
			}
		}
		r.query = kept
	}
	if body != nil {
		r.body = tree(body)
	}
	return r
}

func isRequired(o *operation, name string) bool {
	for _, parameter := range o.query {
		if parameter.Name == name {
			return parameter.Required
		}
	}
	return false
}

// text is a text field of an object; empty if it is missing.
func text(of map[string]any, name string) string {
	value, _ := of[name].(string)
	return value
}
