package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

// goods are one of each thing that has an owner.
type goods struct {
	bot, signal, course, lesson string
}

// brand is a tenant with its people and its goods.
type brand struct {
	goods
	slug                 string
	admin, analyst, user *member
}

// brands are two tenants, and a platform with goods of its own.
type brands struct {
	*venue
	north, south *brand
	super        *member
	platform     goods
}

func newBrands(t *testing.T, place *installation) *brands {
	t.Helper()
	w := &brands{venue: newVenue(t, place, "--payments-provider", "sandbox")}
	w.super = w.officer(t, "super_admin", "")
	w.platform = w.make(t, w.super, w.super, "Platform")
	w.north, w.south = w.brand(t, "north"), w.brand(t, "south")
	return w
}

func (w *brands) brand(t *testing.T, slug string) *brand {
	t.Helper()
	w.place.mustRun(t, "", "tenant create", slug, "Brand "+slug)
	b := &brand{slug: slug}
	b.admin, b.analyst, b.user = w.officer(t, "admin", slug), w.officer(t, "analyst", slug), w.officer(t, "user", slug)
	b.goods = w.make(t, b.admin, b.analyst, slug)
	return b
}

// make makes one of each, in the way of whoever does not say for whom.
func (w *brands) make(t *testing.T, admin, analyst *member, whose string) goods {
	t.Helper()
	s := &school{server: w.server, author: admin}
	c := s.course(t, 1, body{"title": "Quokka studies of " + whose, "priceUsd": 20})
	s.feature(t, c)
	signal := analyst.post(t, "/trading/signals", body{"symbol": xrp, "signalType": "entry_long"}).ok(t, 201).object(t, shapeOfSignal)
	return goods{admin.newBot(t, nil)["id"].(string), signal["id"].(string), c.id, c.lessons[0]}
}

// listed are the ids in a list, whatever else its objects have.
func listed(t *testing.T, c *client, path string) []string {
	t.Helper()
	a := c.fetch(t, http.MethodGet, "/api/v1"+path, nil).ok(t, 200)
	return idsIn(t, a)
}

// actionsOn are what the brand's log tells of a thing, the newest first.
func (b *brand) actionsOn(t *testing.T, subject string) (actions []string) {
	t.Helper()
	for _, entry := range b.admin.get(t, "/audit-log?limit=100&subjectId="+subject).ok(t, 200).list(t, shapeOfAudit, withMeta) {
		actions = append(actions, entry["action"].(string))
	}
	return actions
}

// idsIn are the ids in the data of an answer.
func idsIn(t *testing.T, a *answer) []string {
	t.Helper()
	var envelope struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(a.text, &envelope); err != nil {
		t.Fatalf("%s: %v", a.call, err)
	}
	ids := []string{}
	for _, one := range envelope.Data {
		ids = append(ids, one.ID)
	}
	return ids
}

// agentNamed finds a bot by its name among those that somebody sees.
func (m *member) agentNamed(t *testing.T, name string) map[string]any {
	t.Helper()
	for _, bot := range m.get(t, "/trading/bots?limit=100").ok(t, 200).list(t, shapeOfBot, withMeta) {
		if bot["name"] == name {
			return bot
		}
	}
	t.Fatalf("there is no bot named %s", name)
	return nil
}
