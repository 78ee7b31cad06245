package app

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// Nothing is bought for a suspended user, on any of their accounts, until the suspension is lifted.
func TestAccountsKnowThatTheirOwnerIsLockedOut(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		p := newSilentPlatform(t, url, nil)
		admin, user, account := uuid.New(), uuid.New(), uuid.New()
		var tenant uuid.UUID
		err := p.db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := tx.QueryRow(t.Context(), `SELECT id FROM tenants WHERE slug = 'default'`).Scan(&tenant); err != nil {
				return err
			}
			for id, role := range map[uuid.UUID]identity.Role{admin: identity.RoleSuperAdmin, user: identity.RoleUser} {
				if _, err := tx.Exec(t.Context(), `INSERT INTO users (id, tenant_id, email, password_hash, role, created_at, updated_at)
					VALUES ($1, $2, $3, 'x', $4, 0, 0)`, id, tenant, id.String()+"@example.com", string(role)); err != nil {
					return err
				}
			}
			return p.trading.OpenInvestmentAccount(t.Context(), tx, tenant, user, account, money.Zero)
		})
		if err != nil {
			t.Fatal(err)
		}
		caller := identity.Caller{UserID: admin, TenantID: tenant, Role: identity.RoleSuperAdmin, AuthenticatedAt: time.Now()}
		for _, isOut := range []bool{true, false} {
			if _, err := p.identity.UpdateUser(t.Context(), caller, user, identity.UserChange{Suspended: &isOut}); err != nil {
				t.Fatal(err)
			}
			var isKnown bool
			err := p.db.QueryRow(t.Context(), `SELECT owner_locked_at IS NOT NULL FROM trading_accounts WHERE id = $1`, account).Scan(&isKnown)
			if err != nil || isKnown != isOut {
				t.Errorf("locked out %v: the account says %v (%v)", isOut, isKnown, err)
			}
		}
		// A replica of the previous version suspends and reinstates users without marking the accounts; repeating it
		// fixes that.
		for _, isOut := range []bool{true, false} {
			err := p.db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `UPDATE trading_accounts SET owner_locked_at = $1 WHERE id = $2`, map[bool]any{true: nil, false: 1}[isOut], account)
				if err == nil {
					_, err = tx.Exec(t.Context(), `UPDATE users SET suspended_at = $1 WHERE id = $2`, map[bool]any{true: 1, false: nil}[isOut], user)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.identity.UpdateUser(t.Context(), caller, user, identity.UserChange{Suspended: &isOut}); err != nil {
				t.Fatal(err)
			}
			var isKnown bool
			err = p.db.QueryRow(t.Context(), `SELECT owner_locked_at IS NOT NULL FROM trading_accounts WHERE id = $1`, account).Scan(&isKnown)
			if err != nil || isKnown != isOut {
				t.Errorf("locked out %v by the version before, and again: the account says %v (%v)", isOut, isKnown, err)
			}
		}
	})
}

// An account that is created right after a suspension would not be marked.
func TestWhoIsLockedOutGetsNoFirstAccount(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		p := newSilentPlatform(t, url, nil)
		user := uuid.New()
		var tenant uuid.UUID
		err := p.db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := tx.QueryRow(t.Context(), `SELECT id FROM tenants WHERE slug = 'default'`).Scan(&tenant); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), `INSERT INTO users (id, tenant_id, email, password_hash, role, suspended_at, created_at, updated_at)
				VALUES ($1, $2, 'ada@example.com', 'x', 'user', 1, 0, 0)`, user, tenant)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.trading.Summary(t.Context(), identity.Caller{UserID: user, TenantID: tenant, Role: identity.RoleUser})
		testkit.WantFault(t, err, fault.AccountSuspended)
		// Whoever decides on their investment accounts sees what those are worth.
		if figures, err := p.trading.InvestmentFigures(t.Context(), user); err != nil || len(figures) > 0 {
			t.Errorf("their investment accounts are %v (%v)", figures, err)
		}
		var accounts int
		if err := p.db.QueryRow(t.Context(), `SELECT COUNT(*) FROM trading_accounts WHERE user_id = $1`, user).Scan(&accounts); err != nil || accounts > 0 {
			t.Errorf("there are %d accounts (%v)", accounts, err)
		}
	})
}
