package payments_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// A user who has a deposit refunded and also taken back is paid once, however much paper money the account was
// granted.
func TestGrantedMoneyIsNotPaidOutForADepositThatIsTakenBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(s *shop, p *payments.Payment) error{
		"by a dispute": func(s *shop, p *payments.Payment) error {
			if err := s.hearDispute(p, "created", payments.DisputeOpen, "1000"); err != nil {
				return err
			}
			return s.hearDispute(p, "closed", payments.DisputeLost, "1000")
		},
		"by a refund at the provider": func(s *shop, p *payments.Payment) error {
			gone := foreign(p, "re_1", "1000")
			return s.hearEvent(payments.Event{ID: "gone", Refund: &gone})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				s.account = s.granted(10_000)
				deposited := s.paid(s.deposit("1000"))
				asked := s.withdraw("1000")
				s.must(take(s, deposited))
				s.wantBalance(s.account, ledger.Cash, "10000")
				s.wantBalance(s.account, ledger.Debt, "-1000")
				if s.owners.suspended != 1 {
					t.Error("who owes is not suspended")
				}
				_, err := s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{Approve: true})
				testkit.WantFault(t, err, fault.AccountNotActive)
				_, err = s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{})
				s.must(err)
				s.wantBalance(s.account, ledger.Cash, "10000")
				s.wantBalance(s.account, ledger.Debt, "0")
				s.wantBalance(s.account, ledger.External, "-10000") // all that was paid in has gone, and nothing else
				s.wantBalance(s.user.TenantID, ledger.External, "0")
				s.wantInOrder()
			})
		})
	}
}
