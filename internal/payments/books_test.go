package payments_test

import (
	"fmt"
	"math/rand/v2"
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

// Whatever users, providers and admins do at the same time, the books balance and agree with the payments and
// withdrawals.
func TestTheBooksBalanceUnderEverythingAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		courses := []uuid.UUID{uuid.New(), uuid.New()}
		results := testkit.InParallel(6, func(worker int) error {
			random := rand.New(rand.NewPCG(7, uint64(worker)))
			for range 12 {
				if err := s.something(random, courses); err != nil {
					return err
				}
			}
			return nil
		})
		if testkit.Succeeded(results) != len(results) {
			t.Fatal(results)
		}
		s.must(s.service.Reconcile(t.Context()))
		if pending := s.sumOf(`SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE status = 'pending'`); !pending.IsZero() {
			t.Errorf("refunds of %s can never be booked: %s", pending, s.logs)
		}
		s.wantInOrder()
		wallet, err := s.service.Wallet(t.Context(), s.user)
		s.must(err)
		held, owed := s.sumOf(`SELECT COALESCE(SUM(held_amount), 0) FROM payment_disputes WHERE status = 'open'`),
			s.sumOf(`SELECT COALESCE(SUM(owed_amount), 0) FROM payment_disputes WHERE status = 'open'`)
		// A disputed amount is subtracted from what was deposited, and still held until the dispute is lost.
		want := money.FromInt(1000).Add(wallet.Deposited).Sub(wallet.Withdrawn).Add(held)
		if got := wallet.Cash.Add(wallet.Held).Sub(wallet.Owed); got != want {
			t.Errorf("%s + %s − %s on the account, want %s (%s is owed in open disputes)", wallet.Cash, wallet.Held, wallet.Owed, want, owed)
		}
		// Money that bought nothing has gone back: what is owed to the user is refunds of courses that came back.
		revenue, returned := s.balance(s.user.TenantID, ledger.Revenue), s.balance(s.user.UserID, ledger.Hold)
		if revenue.Add(returned) != wallet.Spent {
			t.Errorf("revenue is %s and %s came back, but %s was spent", revenue, returned, wallet.Spent)
		}
	})
}

// something does one random thing. A fault is an answer like any other.
func (s *shop) something(random *rand.Rand, courses []uuid.UUID) error {
	ctx := s.t.Context()
	var err error
	switch random.IntN(6) {
	case 0:
		var p *payments.Payment
		if p, err = s.service.Checkout(ctx, s.user, courses[random.IntN(len(courses))], ""); err == nil {
			err = s.anything(random, p)
		}
	case 1:
		var p *payments.Payment
		if p, err = s.service.Deposit(ctx, s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(10 + random.Int64N(90)), Key: uuid.NewString()}); err == nil {
			err = s.anything(random, p)
		}
	case 2:
		_, err = s.service.Withdraw(ctx, s.user, s.account, money.FromInt(1+random.Int64N(300)), bank)
	case 3:
		var all []*payments.Withdrawal
		status := []payments.WithdrawalStatus{payments.WithdrawalRequested, payments.WithdrawalApproved}[random.IntN(2)]
		all, _, err = s.service.Withdrawals(ctx, s.admin, payments.Whose{Scope: payments.Tenant}, status, database.Page{Number: 1, Limit: 3})
		for _, w := range all {
			err = s.anyStep(random, w)
		}
	case 4:
		var all []*payments.Payment
		all, _, err = s.service.Payments(ctx, s.admin, payments.Whose{Scope: payments.Tenant}, payments.Succeeded, database.Page{Number: 1, Limit: 2})
		for _, p := range all {
			if err = s.dispute(random, p); err != nil {
				break
			}
		}
	default:
		var all []*payments.Payment
		all, _, err = s.service.Payments(ctx, s.admin, payments.Whose{Scope: payments.Tenant}, payments.Succeeded, database.Page{Number: 1, Limit: 3})
		for _, p := range all {
			var refund *payments.Refund
			if refund, err = s.service.Refund(ctx, s.admin, p.ID, amount(fmt.Sprint(1+random.Int64N(40))), ""); err == nil && random.IntN(3) == 0 {
				err = s.hearOurs("back "+refund.ID.String(), refund, payments.RefundFailed)
			}
		}
	}
	if _, isFault := err.(*fault.Error); isFault {
		return nil
	}
	return err
}

// anyStep tries to move a withdrawal one step further.
func (s *shop) anyStep(random *rand.Rand, w *payments.Withdrawal) (err error) {
	ctx := s.t.Context()
	switch random.IntN(5) {
	case 0:
		_, err = s.service.CancelWithdrawal(ctx, s.user, w.ID)
	case 1:
		_, err = s.service.MarkPaid(ctx, s.admin, w.ID, "transfer")
	case 2:
		_, err = s.service.MarkFailed(ctx, s.admin, w.ID, "no such account")
	default:
		_, err = s.service.Decide(ctx, s.admin, w.ID, payments.Decision{Approve: random.IntN(3) > 0})
	}
	return err
}

// dispute makes the payer of a payment dispute it, and perhaps the bank decide, with events in any order.
func (s *shop) dispute(random *rand.Rand, p *payments.Payment) error {
	ends := []payments.DisputeStatus{payments.DisputeOpen, payments.DisputeWon, payments.DisputeLost}
	end := ends[random.IntN(len(ends))]
	for _, status := range []payments.DisputeStatus{payments.DisputeOpen, end, end, payments.DisputeOpen} {
		if err := s.hearDispute(p, string(status), status, p.Amount.String()); err != nil {
			return err
		}
	}
	return nil
}

// anything lets a payment take one of its courses, with repeated events.
func (s *shop) anything(random *rand.Rand, p *payments.Payment) error {
	if random.IntN(4) == 0 {
		if _, err := s.service.Cancel(s.t.Context(), s.user, p.ID); err != nil {
			return err
		}
	}
	states := []payments.State{payments.CheckoutPaid, payments.CheckoutPaid, payments.CheckoutPaid, payments.CheckoutFailed, payments.CheckoutExpired}
	for range 2 {
		state := states[random.IntN(len(states))]
		if err := s.hear(string(state)+p.ID.String(), report(p, state)); err != nil {
			return err
		}
	}
	return nil
}
