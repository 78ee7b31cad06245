package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge/edgetest"
)

func TestTheSandboxsPageCarriesTheBrandAndLeadsBackIntoIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCashDesk(t, db, newSandbox(t))
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO brands (tenant_id, product_name, app_url, support_address, mail_sender_name, mail_sender_address, primary_color, accent_color, logo_url, updated_at)
				VALUES ($1, 'Northwind', 'https://app.northwind.test', '', '', '', '#1b4f72', '', 'https://cdn.northwind.test/l.png', 0)`, d.Alice.TenantID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		checkout := func(key, course, more string) (id, page string) {
			t.Helper()
			return begun(t, d.Send(t, edgetest.Request{
				Method: "POST", Path: "/api/v1/payments/checkout", Token: "bob", Header: map[string]string{"Idempotency-Key": key},
				Body: `{"courseId":"019bc0f2-6a80-7000-8000-00000000000` + course + `"` + more + `}`,
			}))
		}
		for _, elsewhere := range []string{"https://evil.test/", "javascript:alert(1)", "//app.northwind.test", "http://app.northwind.test/"} {
			for path, body := range map[string]string{
				"checkout": `{"courseId":"019bc0f2-6a80-7000-8000-000000000001","returnUrl":"` + elsewhere + `"}`,
				"deposits": `{"accountId":"019bc0f2-6a80-7000-8000-000000000001","amount":10,"returnUrl":"` + elsewhere + `"}`,
			} {
				answer := d.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/payments/" + path, Token: "bob", Body: body, Header: map[string]string{"Idempotency-Key": "no"}})
				if failed := edgetest.WantFailure(t, answer, http.StatusUnprocessableEntity, fault.URLNotAllowed); failed.Error.Field != "returnUrl" {
					t.Errorf("%s to %s is refused with %+v", path, elsewhere, failed.Error)
				}
			}
		}
		asked, wanted := checkout("key-1", "1", `,"returnUrl":"https://app.northwind.test/thanks?x=1"`)
		usual, plain := checkout("key-2", "2", "")
		for page, want := range map[string]string{
			wanted: "https://app.northwind.test/thanks?checkout=success&amp;payment=" + asked + "&amp;x=1",
			plain:  "https://app.northwind.test/payments/" + usual + "?checkout=success",
		} {
			shown := d.Send(t, edgetest.Request{Method: "GET", Path: page})
			body := shown.Body.String()
			for _, part := range []string{"Northwind: Sandbox checkout", "background: #1b4f72", "color: #ffffff", `src="https://cdn.northwind.test/l.png"`} {
				if !strings.Contains(body, part) {
					t.Errorf("%s is not on the page:\n%s", part, body)
				}
			}
			if policy := shown.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "img-src https://cdn.northwind.test") {
				t.Errorf("the policy is %s", policy)
			}
			edgetest.WantStatus(t, d.form(t, page, "decision=pay"), http.StatusSeeOther)
			if body := d.Send(t, edgetest.Request{Method: "GET", Path: page}).Body.String(); !strings.Contains(body, `<a href="`+want+`">Back to Northwind</a>`) {
				t.Errorf("%s is not on the page:\n%s", want, body)
			}
		}
	})
}
