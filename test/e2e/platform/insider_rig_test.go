package platform_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

// goods are one of each thing that has an owner.
type goods struct {
	bot, signal, course, lesson string
}

// brand is a tenant with its users and its goods.
type brand struct {
	goods
	slug                 string
	admin, analyst, user *kit.Member
}

// brands are two tenants, and a platform with goods of its own.
type brands struct {
	*kit.Venue
	north, south *brand
	super        *kit.Member
	platform     goods
}

func newBrands(t *testing.T, place *kit.Installation) *brands {
	t.Helper()
	w := &brands{Venue: kit.NewVenue(t, place, "--payments-provider", "sandbox")}
	w.super = w.Officer(t, "super_admin", "")
	w.platform = w.make(t, w.super, w.super, "Platform")
	w.north, w.south = w.brand(t, "north"), w.brand(t, "south")
	return w
}

func (w *brands) brand(t *testing.T, slug string) *brand {
	t.Helper()
	w.Place.MustRun(t, "", "tenant create", slug, "Brand "+slug)
	b := &brand{slug: slug}
	b.admin, b.analyst, b.user = w.Officer(t, "admin", slug), w.Officer(t, "analyst", slug), w.Officer(t, "user", slug)
	b.goods = w.make(t, b.admin, b.analyst, slug)
	return b
}

// make creates one of each, without naming an owner.
func (w *brands) make(t *testing.T, admin, analyst *kit.Member, whose string) goods {
	t.Helper()
	s := &kit.School{Server: w.Server, Author: admin}
	c := s.Course(t, 1, kit.Body{"title": "Quokka studies of " + whose, "priceUsd": 20})
	s.Feature(t, c)
	signal := analyst.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "entry_long"}).Ok(t, 201).Object(t, kit.ShapeOfSignal)
	return goods{admin.NewBot(t, nil)["id"].(string), signal["id"].(string), c.ID, c.Lessons[0]}
}

// listed are the ids in a list, whatever other fields its objects have.
func listed(t *testing.T, c *kit.Client, path string) []string {
	t.Helper()
	a := c.Fetch(t, http.MethodGet, "/api/v1"+path, nil).Ok(t, 200)
	return idsIn(t, a)
}

// actionsOn are the actions on a thing in the brand's log, newest first.
func (b *brand) actionsOn(t *testing.T, subject string) (actions []string) {
	t.Helper()
	for _, entry := range b.admin.Get(t, "/audit-log?limit=100&subjectId="+subject).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta) {
		actions = append(actions, entry["action"].(string))
	}
	return actions
}

// idsIn are the ids in an answer's data.
func idsIn(t *testing.T, a *kit.Answer) []string {
	t.Helper()
	var envelope struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(a.Text, &envelope); err != nil {
		t.Fatalf("%s: %v", a.Call, err)
	}
	ids := []string{}
	for _, one := range envelope.Data {
		ids = append(ids, one.ID)
	}
	return ids
}

// agentNamed finds a bot by name among those that a member sees.
func agentNamed(t *testing.T, m *kit.Member, name string) map[string]any {
	t.Helper()
	for _, bot := range m.Get(t, "/trading/bots?limit=100").Ok(t, 200).List(t, kit.ShapeOfBot, kit.WithMeta) {
		if bot["name"] == name {
			return bot
		}
	}
	t.Fatalf("there is no bot named %s", name)
	return nil
}
