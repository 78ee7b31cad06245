package identity_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

func TestWhatUsersMayDoIsToldInTheTransactionThatChangesIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		var told []string
		var failure error
		h.OnStanding(func(_ context.Context, _ *database.Tx, user *identity.User) error {
			told = append(told, fmt.Sprint(user.Role, " ", user.Suspended()))
			return failure
		})
		admin, user := h.enterAs("admin@example.com", "default", identity.RoleAdmin), h.enterAs("user@example.com", "default", identity.RoleUser)
		change := func(change identity.UserChange) error {
			_, err := h.UpdateUser(t.Context(), admin.caller(), user.id, change)
			return err
		}
		yes, no, analyst := true, false, identity.RoleAnalyst
		for _, c := range []identity.UserChange{{Suspended: &yes}, {Suspended: &yes}, {Suspended: &no}, {Role: &analyst}, {Role: &analyst}} {
			must(t, change(c))
		}
		if want := "[user true user true user false analyst false]"; fmt.Sprint(told) != want {
			t.Errorf("told %v, want %s", told, want)
		}
		failure = errors.New("no")
		if err := change(identity.UserChange{Suspended: &yes}); !errors.Is(err, failure) {
			t.Errorf("got %v", err)
		}
		if isOut, err := h.IsLockedOut(t.Context(), db, user.id); isOut || err != nil {
			t.Errorf("locked out: %v (%v), although who was told has failed", isOut, err)
		}
		failure, told = nil, nil
		must(t, change(identity.UserChange{Suspended: &yes}))
		if isOut, err := h.IsLockedOut(t.Context(), db, user.id); !isOut || err != nil {
			t.Errorf("locked out: %v (%v)", isOut, err)
		}
		leaver := h.enterAs("leaver@example.com", "default", identity.RoleAnalyst)
		must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := h.Leave(t.Context(), tx, leaver.caller())
			return err
		}))
		if want := "[analyst true analyst true]"; fmt.Sprint(told) != want {
			t.Errorf("told %v, want %s", told, want)
		}
	})
}
