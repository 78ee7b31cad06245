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
)

// wantOne checks that one of the results is a success and the others are INVALID_TRANSITION.
func (s *shop) wantOne(results []error) {
	s.t.Helper()
	if testkit.Succeeded(results) != 1 {
		s.t.Fatalf("got %v, want one success", results)
	}
	for _, err := range results {
		if err != nil {
			testkit.WantFault(s.t, err, fault.InvalidTransition)
		}
	}
}

func TestAWithdrawalIsDecidedOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		asked := s.withdraw("100")
		other := person(s.admin.TenantID, s.admin.Role)
		s.wantOne(testkit.InParallel(9, func(i int) (err error) {
			switch i % 3 {
			case 0:
				_, err = s.service.CancelWithdrawal(t.Context(), s.user, asked.ID)
			case 1:
				_, err = s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{Approve: true})
			default:
				_, err = s.service.Decide(t.Context(), other, asked.ID, payments.Decision{})
			}
			return err
		}))
		decided, err := s.service.Withdrawal(t.Context(), s.user, asked.ID)
		s.must(err)
		if decided.Status == payments.WithdrawalApproved {
			s.wantBalance(s.account, ledger.Hold, "100")
			s.wantOne(testkit.InParallel(6, func(i int) (err error) {
				if i%2 == 0 {
					_, err = s.service.MarkPaid(t.Context(), s.admin, asked.ID, "transfer")
				} else {
					_, err = s.service.MarkFailed(t.Context(), other, asked.ID, "no such account")
				}
				return err
			}))
		}
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}

func TestTheSameRequestsAtOnceAreAnsweredInOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		course, key := uuid.New(), uuid.NewString()
		begun := make([]*payments.Payment, 16)
		results := testkit.InParallel(len(begun), func(i int) (err error) {
			if i%2 == 0 {
				begun[i], err = s.service.Checkout(t.Context(), s.user, course, "")
			} else {
				begun[i], err = s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(50), Key: key})
			}
			return err
		})
		if testkit.Succeeded(results) != len(results) {
			t.Fatal(results)
		}
		for i := 2; i < len(begun); i++ {
			if begun[i].ID != begun[i-2].ID {
				t.Errorf("the same request has begun %s and %s", begun[i-2].ID, begun[i].ID)
			}
		}
		asked := testkit.InParallel(8, func(int) error {
			_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(300), bank)
			return err
		})
		if testkit.Succeeded(asked) != 3 {
			t.Errorf("%d withdrawals of 300 from 1000 at once", testkit.Succeeded(asked))
		}
		for _, err := range asked {
			if err != nil {
				testkit.WantFault(s.t, err, fault.InsufficientFunds)
			}
		}
		s.wantInOrder()
	})
}
