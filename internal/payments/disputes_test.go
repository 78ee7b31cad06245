package payments_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// hearDispute reports the only dispute of a payment.
func (s *shop) hearDispute(p *payments.Payment, event string, status payments.DisputeStatus, amount string) error {
	return s.hearDisputeOf(p, "dp_", event, status, amount)
}

// hearDisputeOf reports one of several disputes of a payment.
func (s *shop) hearDisputeOf(p *payments.Payment, name, event string, status payments.DisputeStatus, amount string) error {
	return s.hearEvent(payments.Event{ID: event + p.ID.String(), Type: "dispute", Dispute: &payments.DisputeReport{
		Reference: name + p.ID.String(), Payment: "money:" + p.ID.String(), Amount: money.MustParse(amount), Status: status, Reason: "fraudulent",
	}})
}

// sumOf returns the amount that a query sums.
func (s *shop) sumOf(query string) (sum money.Decimal) {
	s.t.Helper()
	s.must(s.db.QueryRow(s.t.Context(), query).Scan(&sum))
	return sum
}

func TestADisputedCourseIsClosedUntilTheDisputeIsWon(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.must(s.hearDispute(p, "question", payments.DisputeInquiry, "49.90"))
		if s.courses.revoked != 0 {
			t.Error("a question took the course")
		}
		testkit.InParallel(4, func(i int) error {
			return s.hearDispute(p, []string{"created", "withdrawn"}[i%2], payments.DisputeOpen, "49.90")
		})
		found := s.wantStatus(p, payments.Succeeded)
		if found.Disputed != price || s.courses.revoked != 1 || s.events.Count("payment.disputed") != 1 {
			t.Errorf("%s disputed, %d revoked, %d told", found.Disputed, s.courses.revoked, s.events.Count("payment.disputed"))
		}
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		_, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		testkit.WantFault(s.t, err, fault.InvalidTransition) // it must not go back twice
		testkit.InParallel(4, func(i int) error {
			return s.hearDispute(p, []string{"closed", "reinstated"}[i%2], payments.DisputeWon, "49.90")
		})
		s.must(s.hearDispute(p, "late", payments.DisputeOpen, "49.90"))
		s.must(s.hearDispute(p, "wrong", payments.DisputeLost, "49.90"))
		if found := s.read(p); !found.Disputed.IsZero() || s.courses.restored != 1 || s.events.Count("payment.dispute_closed") != 1 {
			t.Errorf("%s disputed, %d restored, %d told", found.Disputed, s.courses.restored, s.events.Count("payment.dispute_closed"))
		}
		if s.outcome("late"+p.ID.String()) != "ignored" || s.outcome("wrong"+p.ID.String()) != "refused" {
			t.Error("a late event had an effect")
		}
		s.wantBalance(s.user.TenantID, ledger.Revenue, "49.9")
		s.wantInOrder()
	})
}

func TestADisputedDepositIsHeldAndWhatIsMissingIsOwed(t *testing.T) {
	t.Parallel()
	for _, end := range []payments.DisputeStatus{payments.DisputeWon, payments.DisputeLost} {
		t.Run(string(end), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.paid(s.deposit("500"))
				asked := s.withdraw("1300") // 200 is left
				s.must(s.hearDispute(p, "created", payments.DisputeOpen, "500"))
				s.wantBalance(s.account, ledger.Cash, "0")
				s.wantBalance(s.account, ledger.Hold, "1500")
				s.wantBalance(s.account, ledger.Debt, "-300")
				if s.owners.suspended != 1 {
					t.Error("who owes is not suspended")
				}
				s.paid(s.deposit("100")) // pays a part of it
				s.wantBalance(s.account, ledger.Debt, "-200")
				s.must(s.hearDispute(p, "closed", end, "500"))
				if end == payments.DisputeWon {
					s.wantBalance(s.account, ledger.Cash, "300") // 200 that was held, and 100 that was paid unnecessarily
					s.wantBalance(s.account, ledger.Debt, "0")
				} else {
					s.wantBalance(s.account, ledger.Cash, "0")
					s.wantBalance(s.account, ledger.Debt, "-200")
				}
				s.wantBalance(s.account, ledger.Hold, "1300")
				_, err := s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{})
				s.must(err)
				cash := map[payments.DisputeStatus]string{payments.DisputeWon: "1600", payments.DisputeLost: "1100"}[end]
				s.wantBalance(s.account, ledger.Cash, cash)
				s.wantBalance(s.account, ledger.Debt, "0")
				s.wantBalance(s.account, ledger.Hold, "0")
				s.wantBalance(s.user.TenantID, ledger.External, "0")
				s.wantInOrder()
			})
		})
	}
}

func TestWhatTakesMoneyBackMayBeHeardOfBeforeTheMoney(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		refunded, listed, disputed := s.deposit("500"), s.deposit("200"), s.checkout()
		s.till.set(func(p *till) { p.findErr = errAway })
		gone, part := foreign(refunded, "re_1", "500"), foreign(listed, "re_2", "50")
		testkit.WantFault(s.t, s.hearEvent(payments.Event{ID: "gone", Refund: &gone}), fault.ServiceUnavailable)
		s.till.set(func(p *till) {
			p.findErr, p.found, p.list = nil, map[string]payments.Report{}, []payments.RefundReport{part}
			for _, payment := range []*payments.Payment{refunded, listed, disputed} {
				p.found["money:"+payment.ID.String()] = report(payment, payments.CheckoutPaid)
			}
		})
		for range 2 { // as often as the provider likes
			s.must(s.hearEvent(payments.Event{ID: "gone", Refund: &gone}))
			s.must(s.hearEvent(payments.Event{ID: "list", RefundsOf: part.Payment}))
			s.must(s.hearDispute(disputed, "opened", payments.DisputeOpen, "49.90"))
			for _, payment := range []*payments.Payment{refunded, listed, disputed} {
				s.must(s.hear("paid "+payment.ID.String(), report(payment, payments.CheckoutPaid)))
			}
		}
		s.wantStatus(refunded, payments.Refunded)
		s.wantStatus(listed, payments.PartiallyRefunded)
		s.wantBalance(s.account, ledger.Cash, "1150")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		if s.events.Count("payment.succeeded") != 3 || s.events.Count("payment.disputed") != 1 || s.courses.revoked != 1 {
			t.Errorf("told %v", s.events.Types())
		}
		s.wantInOrder()
	})
}

func TestADisputeThatIsHeardOfTooLateCostsNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		won, lost := s.paid(s.deposit("50")), s.paid(s.checkout())
		s.must(s.hearDispute(won, "closed", payments.DisputeWon, "50"))
		s.must(s.hearDispute(won, "created", payments.DisputeOpen, "50"))
		s.wantBalance(s.account, ledger.Cash, "1050")
		s.must(s.hearDispute(lost, "closed", payments.DisputeLost, "49.90"))
		s.must(s.hearDispute(lost, "created", payments.DisputeOpen, "49.90"))
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		if s.events.Count("payment.disputed") != 1 || s.events.Count("payment.dispute_closed") != 1 || s.courses.revoked != 1 {
			t.Errorf("told %v", s.events.Types())
		}
		s.wantInOrder()
	})
}

func TestACourseIsOpenedAgainOnceNoOtherDisputeHasItClosed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		second   string // what the second dispute is about; the first is about 30
		end      payments.DisputeStatus
		restored int
	}{
		"the other took the rest and is won":   {"19.90", payments.DisputeWon, 1},
		"the other took the rest and is lost":  {"19.90", payments.DisputeLost, 0},
		"the other is about more than is left": {"49.90", payments.DisputeWon, 1},
		"the other is about all and is lost":   {"49.90", payments.DisputeLost, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.paid(s.checkout())
				s.must(s.hearDisputeOf(p, "first", "one", payments.DisputeOpen, "30"))
				s.must(s.hearDisputeOf(p, "second", "two", payments.DisputeOpen, test.second))
				s.must(s.hearDisputeOf(p, "first", "one ends", payments.DisputeWon, "30"))
				if s.courses.restored != 0 {
					t.Error("the course is open while another dispute has its money")
				}
				s.must(s.hearDisputeOf(p, "second", "two ends", test.end, test.second))
				if s.courses.restored != test.restored {
					t.Errorf("restored %d times, want %d", s.courses.restored, test.restored)
				}
				s.wantInOrder()
			})
		})
	}
}

func TestADisputeThatTookNothingKeepsTheCourseClosed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.must(s.hearDisputeOf(p, "first", "one", payments.DisputeOpen, "49.90"))
		s.must(s.hearDisputeOf(p, "second", "two", payments.DisputeOpen, "49.90")) // nothing is left to take
		s.must(s.hearDisputeOf(p, "first", "one ends", payments.DisputeWon, "49.90"))
		if s.courses.restored != 0 {
			t.Error("the course is open while it is disputed")
		}
		s.must(s.hearDisputeOf(p, "second", "two ends", payments.DisputeWon, "49.90"))
		if s.courses.restored != 1 {
			t.Errorf("restored %d times, want 1", s.courses.restored)
		}
		s.wantBalance(s.user.TenantID, ledger.Revenue, "49.9")
		s.wantInOrder()
	})
}
