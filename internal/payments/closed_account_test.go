package payments_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
	"bourse/internal/trading"
)

// A user who has withdrawn everything and closed the account may still owe for a deposit that their bank takes back.
func TestADebtOnAClosedAccountCanBePaid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		_, err := s.service.MarkPaid(t.Context(), s.admin, s.approve(s.withdraw("1500")).ID, "SEPA 1")
		s.must(err)
		s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := s.accounts.SetAccountStatus(t.Context(), tx, s.account, trading.AccountClosed)
			return err
		}))
		begin := func(amount int64) error {
			_, err := s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(amount), Key: uuid.NewString()})
			return err
		}
		testkit.WantFault(t, begin(100), fault.AccountNotActive) // nothing is owed
		s.must(s.hearDispute(deposited, "created", payments.DisputeOpen, "500"))
		s.wantBalance(s.account, ledger.Debt, "-500")
		testkit.WantFault(t, begin(501), fault.AccountNotActive)
		s.paid(s.deposit("496"))
		s.wantBalance(s.account, ledger.Debt, "-4")
		testkit.WantFault(t, begin(11), fault.AccountNotActive)
		s.paid(s.deposit("10")) // a smaller deposit is not possible
		s.wantBalance(s.account, ledger.Debt, "0")
		testkit.WantFault(t, begin(10), fault.AccountNotActive)
		s.withdraw("6") // the excess can leave
		s.wantInOrder()
	})
}

// Prices have more decimals than payments: the last fraction of a cent of a debt can be paid as well.
func TestADebtIsPaidToTheCent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, takesNothingElse := range map[string]func(s *shop, played *payments.Payment){
			"closed": func(s *shop, _ *payments.Payment) {
				s.owners.depositRefusal = fault.New(fault.AccountNotActive, "the account is closed")
			},
			"play money": func(s *shop, played *payments.Payment) { s.cameFromTheSandbox(played, payments.Succeeded) },
		} {
			s := newShop(t, databasetest.Open(t, db.Engine()))
			played, deposited := s.paid(s.deposit("50")), s.paid(s.deposit("70"))
			s.must(s.db.InTx(t.Context(), func(tx *database.Tx) error {
				return s.accounts.Deposit(t.Context(), tx, s.account, money.MustParse("3.33333333"), "test", uuid.New())
			}))
			s.withdraw("1120")
			s.must(s.hearDispute(deposited, "created", payments.DisputeOpen, "70"))
			s.wantBalance(s.account, ledger.Debt, "-66.66666667")
			takesNothingElse(s, played)
			_, err := s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.MustParse("66.68"), Key: name})
			testkit.WantFault(t, err, fault.AccountNotActive)
			s.paid(s.deposit("66.67"))
			s.wantBalance(s.account, ledger.Debt, "0")
		}
	})
}

// A deposit may be pending when its account is closed, and the debt may have changed by the time it arrives.
func TestMoreThanIsOwedOnAClosedAccountGoesBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		late := s.deposit("5000")
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		_, err := s.service.MarkPaid(t.Context(), s.admin, s.approve(s.withdraw("1500")).ID, "SEPA 1")
		s.must(err)
		s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := s.accounts.SetAccountStatus(t.Context(), tx, s.account, trading.AccountClosed)
			return err
		}))
		s.must(s.hearDispute(deposited, "created", payments.DisputeOpen, "500"))
		s.must(s.hear(uuid.NewString(), report(late, payments.CheckoutPaid)))
		s.wantStatus(late, payments.Failed)
		s.wantBalance(s.account, ledger.Debt, "-500")
		s.wantBalance(s.user.UserID, ledger.Hold, "5000")
		s.wantInOrder()
	})
}
