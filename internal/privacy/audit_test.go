package privacy_test

import (
	"bytes"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

func TestTheAuditLogKeepsWhatWasDecidedAboutAPersonsMoneyAndNotWhy(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register(), database.NewID()
		for _, decision := range []struct {
			by, about    uuid.UUID
			kind, fields string
			want         string
		}{
			{bob, ann.UserID, "payment", `{"amount":"5","reason":"Ann was ill"}`, `{"amount":"5","reason":"erased"}`},
			{bob, ann.UserID, "withdrawal", `{"reason":"","reference":"SEPA 1"}`, `{"reason":"","reference":"SEPA 1"}`},
			{bob, ann.UserID, "withdrawal", `{"reason":"Ann's name is another"}`, `{"reason":"erased"}`},
			{ann.UserID, bob, "payment", `{"reason":"Bob was ill"}`, `{"reason":"Bob was ill"}`},
		} {
			h.decided(ann.TenantID, decision.by, decision.about, decision.kind, decision.want, decision.fields)
		}
		must(t, h.privacy.Leave(t.Context(), ann))
		h.clean()
		rows, err := db.Query(t.Context(), `SELECT after_fields || ' and not ' || subject_id FROM audit_log WHERE action = 'decided' AND after_fields <> subject_id`)
		wrong, err := database.Collect(rows, err, database.ScanOne[string])
		must(t, err)
		if len(wrong) > 0 {
			t.Errorf("the audit log says %q", wrong)
		}
	})
}

// decided records a decision of one person about another.
func (h *house) decided(tenant, by, about uuid.UUID, kind, subject, after string) {
	h.t.Helper()
	must(h.t, h.exec(`INSERT INTO audit_log (id, tenant_id, actor_id, user_id, action, subject_kind, subject_id, after_fields, details, ip_address, user_agent, request_id, created_at)
		VALUES ($1, $2, $3, $4, 'decided', $5, $6, $7, '{}', '', '', '', 1)`, database.NewID(), tenant, by, about, kind, subject, after))
}

func TestWhoIsNoAdministratorAnyMoreReadsNothingOfThoseTheyDecidedAbout(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob, payment := h.register(), database.NewID(), database.NewID()
		h.decided(ann.TenantID, ann.UserID, bob, "payment", payment.String(), `{"reason":"Bob was ill"}`)
		file := h.export(ann)
		for _, secret := range []string{bob.String(), payment.String(), "Bob was ill"} {
			if bytes.Contains(bytes.Join(file, nil), []byte(secret)) {
				t.Errorf("the export tells %s", secret)
			}
		}
		var acts []map[string]any
		for _, row := range rowsOf(t, file, "audit_log") {
			if row["action"] == "decided" {
				acts = append(acts, row)
			}
		}
		if len(acts) != 1 || acts[0]["subject_kind"] != "payment" || acts[0]["created_at"] == nil {
			t.Errorf("of what they did it tells %v", acts)
		}
	})
}

func TestAFormerEmailAndTheNameOfACopiedPasskeyAreErased(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		const former, phone = "ann.maiden@example.com", "Ann's red phone"
		ann := h.add(former, identity.RoleUser)
		must(t, h.exec(`UPDATE users SET email = $2 WHERE id = $1`, ann.UserID, email))
		must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			return audit.Record(t.Context(), tx, audit.Entry{
				TenantID: ann.TenantID, UserID: ann.UserID, Action: "passkey.copied", Details: audit.Fields{"passkeyId": "7", "name": phone}, CreatedAt: h.clock.Now(),
			})
		}))
		must(t, h.privacy.Leave(t.Context(), ann))
		h.clean()
		entries, _, err := audit.List(t.Context(), db, ann.TenantID, audit.Filter{UserID: ann.UserID, Actions: []string{"user.created", "passkey.copied"}}, database.Page{Number: 1, Limit: 10})
		must(t, err)
		if len(entries) != 2 {
			t.Fatalf("the audit log tells %v", entries)
		}
		for _, entry := range entries {
			if entry.After["email"] == former || entry.Details["name"] == phone {
				t.Errorf("the audit log tells %v", entry)
			}
			if entry.After["role"] == "" && entry.Details["passkeyId"] == "" {
				t.Errorf("the audit log has forgotten what happened: %v", entry)
			}
		}
	})
}
