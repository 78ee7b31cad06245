package kyc_test

import (
	"context"
	"log/slog"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/kyc"
	"bourse/internal/privacy"
)

// leavers are people who may all leave.
type leavers struct{ addresses }

func (leavers) Leave(_ context.Context, _ *database.Tx, caller identity.Caller) (*identity.User, error) {
	return &identity.User{ID: caller.UserID, TenantID: caller.TenantID, Email: "ada@example.test"}, nil
}

func (leavers) SayGoodbye(context.Context, *database.Tx, *identity.User) error { return nil }

// What an admin or a provider said about a person is in the case and in the audit log: both are erased.
func TestNothingTellsWhyWhoHasLeftWasRejected(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const said = "Lovelace is not the name in the passport"
		o := newOffice(t, db, kyc.HTTP)
		made := o.submitted()
		o.decided(made.ID, kyc.Reject, said)
		made = o.submitted()
		o.tell(1)
		o.calls("evt-1", verdict(made.SubmissionID, "reject", said))
		wantSaid := func(want int) {
			t.Helper()
			for _, text := range []string{"%Lovelace%", "%check-77%"} {
				wantEqual(t, "decisions that say "+text, o.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'kyc.case.rejected' AND details LIKE $1`, text), want)
				want /= 2 // only the provider has a reference
			}
		}
		wantSaid(2)

		person := o.person
		person.AuthenticatedAt = o.clock.Now()
		o.exec(`INSERT INTO users (id, tenant_id, email, password_hash, role, created_at, updated_at) VALUES ($1, $2, 'ada@example.test', '', 'user', 1, 1)`,
			person.UserID, person.TenantID)
		people := privacy.New(privacy.Options{Database: db, Keyring: o.ring, People: leavers{}, Now: o.clock.Now, Logger: slog.New(slog.DiscardHandler)})
		must(t, people.Leave(t.Context(), person))
		_, err := people.Clean(t.Context())
		must(t, err)
		wantSaid(0)
		wantEqual(t, "cases that say something", o.number(`SELECT COUNT(*) FROM kyc_cases WHERE reason <> '' OR provider_reference <> ''`), 0)
		byWhom := map[string]int{}
		for _, entry := range o.audited(made.ID) {
			if entry.After["state"] == "rejected" {
				byWhom[entry.Actor.UserID.String()+entry.Details["provider"]]++
			}
		}
		wantEqual(t, "deciders that are still known", len(byWhom), 2)
	})
}
