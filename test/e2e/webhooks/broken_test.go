package webhooks_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// brokenRows are values that make an endpoint's row unreadable, by column.
var brokenRows = []struct {
	column string
	value  any
	held   string // what becomes of events published meanwhile
}{
	{"filters", `{"data`, "skipped"},
	{"filters", `{"data.n":{"$near":1}}`, "skipped"},
	{"subscribed_events", `"everything`, "skipped"},
	{"auth_type", "kerberos", "skipped"},
	{"url", "https://169.254.169.254/a-secret", "skipped"},
	{"auth_config", []byte("sealed with a key that nobody has"), "pending"},
	{"signing_secret", []byte("sealed with a key that nobody has"), "pending"},
}

// overwrite writes a value straight into a row of the database, bypassing the table's constraints.
func overwrite(t *testing.T, place *kit.Installation, endpoint map[string]any, column string, value any) {
	t.Helper()
	db := place.Books(t)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		loosen := `PRAGMA ignore_check_constraints = ON`
		if place.Engine == database.Postgres {
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
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		v := kit.NewVenue(t, place, kit.LocalReceivers...)
		v.Price(t, kit.Xrp, "2")
		admin := v.Officer(t, "admin", "default")
		office := kit.NewReceiver(t, nil)
		healthy := admin.Endpoint(t, office.URL+"/healthy", kit.Body{"rateLimitPerMinute": 1000})
		var broken []map[string]any
		for i, row := range brokenRows {
			bad := admin.Endpoint(t, office.URL+"/bad-"+string(rune('a'+i)), nil)
			overwrite(t, place, bad, row.column, row.value)
			broken = append(broken, bad)
		}
		admin.Call(t, http.MethodPatch, endpointAt(healthy, ""), kit.Body{"name": "Read anew"}).Ok(t, 200)
		for _, moment := range []string{"while it runs", "after a start"} {
			before := len(office.All())
			customer := v.Register(t)
			customer.Opened(t, v.Signal(t, "entry_long", nil), 30)
			admin.Publish(t, "custom.after.all", kit.Body{"moment": moment})
			wanted := map[string]bool{"identity.user.registered": true, "trading.position.opened": true, "trading.signal.created": true, "custom.after.all": true}
			testkit.Within(t, kit.Patience, "the healthy endpoint gets everything "+moment, func() bool {
				for _, one := range office.All()[before:] {
					delete(wanted, one.Body["type"].(string))
				}
				return len(wanted) == 0
			})
			shown := map[string]string{}
			for _, one := range admin.Get(t, kit.EndpointsPath).Ok(t, 200).List(t, kit.ShapeOfEndpoint, kit.Shape{"meta": kit.AMeta}) {
				shown[one["id"].(string)], _ = one["broken"].(string)
			}
			for i, bad := range broken {
				now := readEndpoint(t, admin, bad)
				if reason, _ := now["broken"].(string); reason == "" || reason != shown[bad["id"].(string)] || strings.Contains(reason, "a-secret") {
					t.Errorf("%s: %s = %v is shown as %q, in the list as %q", moment, brokenRows[i].column, brokenRows[i].value, reason, shown[bad["id"].(string)])
				}
				if kept := statuses(t, admin, bad)[brokenRows[i].held]; kept < 4 {
					t.Errorf("%s: %s = %v: %v of its deliveries are %s", moment, brokenRows[i].column, brokenRows[i].value, statuses(t, admin, bad), brokenRows[i].held)
				}
				admin.Post(t, endpointAt(bad, "/recover"), kit.Body{"since": "2026-01-01T00:00:00Z"}).Failed(t, 409, "CONFLICT", "")
			}
			if shown[healthy["id"].(string)] != "" {
				t.Errorf("%s the healthy endpoint is shown as %q", moment, shown[healthy["id"].(string)])
			}
			if moment == "while it runs" {
				v.MustStop(t)
				v.Server = place.Serve(t, append(v.Flags(), kit.LocalReceivers...)...)
				v.Analyst, admin = v.Analyst.Login(t, v.Server), admin.Login(t, v.Server)
				v.Price(t, kit.Xrp, "2")
			}
		}
		mended := admin.Call(t, http.MethodPatch, endpointAt(broken[0], ""), kit.Body{"filters": kit.Body{}}).Ok(t, 200).Object(t, kit.ShapeOfEndpoint)
		if mended["broken"] != nil {
			t.Errorf("the mended endpoint is shown as %v", mended["broken"])
		}
		admin.Post(t, endpointAt(broken[0], "/recover"), kit.Body{"since": "2026-01-01T00:00:00Z"}).Ok(t, 202).Object(t, shapeOfRecovery)
		testkit.Within(t, kit.Patience, "what was kept is sent", func() bool {
			return statuses(t, admin, broken[0])["skipped"] == 0 && statuses(t, admin, broken[0])["succeeded"] >= 8
		})
	})
}
