package payments_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

func TestListsShowWhatTheCallerMaySee(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		first, second := s.checkout(), s.paid(s.checkout())
		s.withdraw("5")
		for name, test := range map[string]struct {
			caller identity.Caller
			scope  payments.Scope
			status payments.Status
			want   int
		}{
			"the user's own":           {s.user, payments.Own, "", 2},
			"the user's pending":       {s.user, payments.Own, payments.Pending, 1},
			"another's own":            {s.stranger, payments.Own, "", 0},
			"the tenant's":             {s.admin, payments.Tenant, "", 2},
			"the tenant's succeeded":   {s.admin, payments.Tenant, payments.Succeeded, 1},
			"those of another tenant":  {s.foreignAdmin, payments.Tenant, "", 0},
			"an admin's own are empty": {s.admin, payments.Own, "", 0},
		} {
			_, total, err := s.service.Payments(t.Context(), test.caller, payments.Whose{Scope: test.scope}, test.status, database.Page{Number: 1, Limit: 10})
			if err != nil || total != test.want {
				t.Errorf("%s: %d (%v), want %d", name, total, err, test.want)
			}
		}
		page, total, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 2, Limit: 1})
		if err != nil || total != 2 || len(page) != 1 || page[0].ID != first.ID {
			t.Errorf("the second page is %v of %d (%v), want the older payment", page, total, err)
		}
		_, _, err = s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Tenant}, "", database.Page{Number: 1, Limit: 1})
		testkit.WantFault(s.t, err, fault.Forbidden)
		_, _, err = s.service.Withdrawals(t.Context(), s.user, payments.Whose{Scope: payments.Tenant}, "", database.Page{Number: 1, Limit: 1})
		testkit.WantFault(s.t, err, fault.Forbidden)
		_, total, err = s.service.Withdrawals(t.Context(), s.admin, payments.Whose{Scope: payments.Tenant}, payments.WithdrawalRequested, database.Page{Number: 1, Limit: 1})
		if err != nil || total != 1 {
			t.Errorf("%d withdrawals (%v), want 1", total, err)
		}
		for _, other := range []identity.Caller{s.stranger, s.foreignAdmin} {
			_, err := s.service.Payment(t.Context(), other, second.ID)
			testkit.WantFault(s.t, err, fault.NotFound)
		}
	})
}

func TestTheListsOfATenantCanBeOneUsers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.paid(s.checkout())
		s.withdraw("5")
		page := database.Page{Number: 1, Limit: 10}
		lists := map[string]func(caller identity.Caller, whose payments.Whose, inState bool) (int, error){
			"payments": func(caller identity.Caller, whose payments.Whose, inState bool) (int, error) {
				_, total, err := s.service.Payments(t.Context(), caller, whose, map[bool]payments.Status{true: payments.Succeeded}[inState], page)
				return total, err
			},
			"withdrawals": func(caller identity.Caller, whose payments.Whose, inState bool) (int, error) {
				_, total, err := s.service.Withdrawals(t.Context(), caller, whose, map[bool]payments.WithdrawalStatus{true: payments.WithdrawalRequested}[inState], page)
				return total, err
			},
		}
		ofUser := payments.Whose{Scope: payments.Tenant, UserID: s.user.UserID}
		for name, list := range lists {
			for who, test := range map[string]struct {
				caller identity.Caller
				whose  payments.Whose
				want   int
			}{
				"the user's":                          {s.admin, ofUser, 1},
				"somebody's who has none":             {s.admin, payments.Whose{Scope: payments.Tenant, UserID: s.stranger.UserID}, 0},
				"the user's for the tenant next door": {s.foreignAdmin, ofUser, 0},
			} {
				for _, inState := range []bool{false, true} {
					if total, err := list(test.caller, test.whose, inState); err != nil || total != test.want {
						t.Errorf("%s, %s: %d (%v), want %d", name, who, total, err, test.want)
					}
				}
			}
			_, err := list(s.user, ofUser, false)
			testkit.WantFault(t, err, fault.Forbidden)
			for _, caller := range []identity.Caller{s.user, s.admin} {
				_, err = list(caller, payments.Whose{Scope: payments.Own, UserID: s.user.UserID}, false)
				testkit.WantFault(t, err, fault.ValidationError, "userId")
			}
		}
	})
}

func TestTheWalletAddsUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited, bought := s.paid(s.deposit("300")), s.paid(s.checkout())
		s.checkout() // not paid
		for payment, part := range map[*payments.Payment]string{deposited: "50", bought: "9.90"} {
			_, err := s.service.Refund(t.Context(), s.admin, payment.ID, amount(part), "")
			s.must(err)
		}
		s.approve(s.withdraw("100")) // is refunded to the deposit
		s.withdraw("7")

		wallet, err := s.service.Wallet(t.Context(), s.user)
		s.must(err)
		got := []string{wallet.Cash.String(), wallet.Held.String(), wallet.Deposited.String(), wallet.Withdrawn.String(), wallet.Spent.String(), wallet.Withdrawable.String()}
		for i, want := range []string{"1143", "7", "250", "100", "40", "1143"} {
			if got[i] != want {
				t.Errorf("got %v; number %d should be %s", got, i, want)
			}
		}
		if len(wallet.Accounts) != 1 || wallet.Accounts[0].AccountID != s.account || wallet.Accounts[0].Cash != wallet.Cash {
			t.Errorf("accounts %v", wallet.Accounts)
		}
	})
}
