package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/internal/database"
)

// brokenRows are values that make an endpoint's row unreadable, by column.
var brokenRows = []struct {
	column string
	value  any
	held   string // what becomes of what is published meanwhile
}{
	{"filters", `{"data`, "skipped"},
	{"filters", `{"data.n":{"$near":1}}`, "skipped"},
	{"subscribed_events", `"everything`, "skipped"},
	{"auth_type", "kerberos", "skipped"},
	{"url", "https://169.254.169.254/a-secret", "skipped"},
	{"auth_config", []byte("sealed with a key that nobody has"), "pending"},
	{"signing_secret", []byte("sealed with a key that nobody has"), "pending"},
}

// overwrite puts a value straight into a row of the database, whatever the table thinks of it.
func overwrite(t *testing.T, place *installation, endpoint map[string]any, column string, value any) {
	t.Helper()
	db := place.books(t)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		loosen := `PRAGMA ignore_check_constraints = ON`
		if place.engine == database.Postgres {
			loosen = `ALTER TABLE webhook_endpoints DROP CONSTRAINT IF EXISTS webhook_endpoints_auth_type_check`
		}
		if _, err := tx.Exec(t.Context(), loosen); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `UPDATE webhook_endpoints SET `+column+` = $2 WHERE id = $1`, endpoint["id"], value)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOneBrokenEndpointLeavesEverythingElseWorking breaks rows straight in the database, while the platform runs and
// before it starts.
func TestOneBrokenEndpointLeavesEverythingElseWorking(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		v := newVenue(t, place, localReceivers...)
		v.price(t, xrp, "2")
		admin := v.officer(t, "admin", "default")
		office := newReceiver(t, nil)
		healthy := admin.endpoint(t, office.URL+"/healthy", body{"rateLimitPerMinute": 1000})
		var broken []map[string]any
		for i, row := range brokenRows {
			bad := admin.endpoint(t, office.URL+"/bad-"+string(rune('a'+i)), nil)
			overwrite(t, place, bad, row.column, row.value)
			broken = append(broken, bad)
		}
		admin.call(t, http.MethodPatch, endpointAt(healthy, ""), body{"name": "Read anew"}).ok(t, 200)
		for _, moment := range []string{"while it runs", "after a start"} {
			before := len(office.all())
			customer := v.register(t)
			customer.opened(t, v.signal(t, "entry_long", nil), 30)
			admin.publish(t, "custom.after.all", body{"moment": moment})
			wanted := map[string]bool{"identity.user.registered": true, "trading.position.opened": true, "trading.signal.created": true, "custom.after.all": true}
			eventually(t, patience, "the healthy endpoint gets everything "+moment, func() bool {
				for _, one := range office.all()[before:] {
					delete(wanted, one.body["type"].(string))
				}
				return len(wanted) == 0
			})
			shown := map[string]string{}
			for _, one := range admin.get(t, endpointsPath).ok(t, 200).list(t, shapeOfEndpoint, shape{"meta": aMeta}) {
				shown[one["id"].(string)], _ = one["broken"].(string)
			}
			for i, bad := range broken {
				now := admin.readEndpoint(t, bad)
				if reason, _ := now["broken"].(string); reason == "" || reason != shown[bad["id"].(string)] || strings.Contains(reason, "a-secret") {
					t.Errorf("%s: %s = %v is shown as %q, in the list as %q", moment, brokenRows[i].column, brokenRows[i].value, reason, shown[bad["id"].(string)])
				}
				if kept := admin.statuses(t, bad)[brokenRows[i].held]; kept < 4 {
					t.Errorf("%s: %s = %v: %v of its deliveries are %s", moment, brokenRows[i].column, brokenRows[i].value, admin.statuses(t, bad), brokenRows[i].held)
				}
				admin.post(t, endpointAt(bad, "/recover"), body{"since": "2026-01-01T00:00:00Z"}).failed(t, 409, "CONFLICT", "")
			}
			if shown[healthy["id"].(string)] != "" {
				t.Errorf("%s the healthy endpoint is shown as %q", moment, shown[healthy["id"].(string)])
			}
			if moment == "while it runs" {
				v.stop(t)
				v.server = place.serve(t, append(v.flags(), localReceivers...)...)
				v.analyst, admin = v.analyst.login(t, v.server), admin.login(t, v.server)
				v.price(t, xrp, "2")
			}
		}
		mended := admin.call(t, http.MethodPatch, endpointAt(broken[0], ""), body{"filters": body{}}).ok(t, 200).object(t, shapeOfEndpoint)
		if mended["broken"] != nil {
			t.Errorf("the mended endpoint is shown as %v", mended["broken"])
		}
		admin.post(t, endpointAt(broken[0], "/recover"), body{"since": "2026-01-01T00:00:00Z"}).ok(t, 202).object(t, shapeOfRecovery)
		eventually(t, patience, "what was kept is sent", func() bool {
			return admin.statuses(t, broken[0])["skipped"] == 0 && admin.statuses(t, broken[0])["succeeded"] >= 8
		})
	})
}
