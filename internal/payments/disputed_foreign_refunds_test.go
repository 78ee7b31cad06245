package payments_test

import (
	"fmt"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
)

// books returns all balances that a payment can change.
func (s *shop) books() (all string) {
	s.t.Helper()
	for _, code := range []ledger.Code{ledger.Cash, ledger.Hold, ledger.Debt, ledger.External} {
		all += fmt.Sprintf("account's %s %s, ", code, s.balance(s.account, code))
	}
	for _, code := range []ledger.Code{ledger.Hold, ledger.External} {
		all += fmt.Sprintf("user's %s %s, ", code, s.balance(s.user.UserID, code))
	}
	return all + fmt.Sprintf("tenant's revenue %s and external %s",
		s.balance(s.user.TenantID, ledger.Revenue), s.balance(s.user.TenantID, ledger.External))
}

// The payer's bank and the provider's dashboard may both give money back, and either may be reported first.
func TestADisputeAndARefundMadeElsewhereComeToTheSameInAnyOrder(t *testing.T) {
	t.Parallel()
	deposit := func(s *shop) *payments.Payment { return s.paid(s.deposit("49.90")) }
	for name, test := range map[string]struct {
		paid               func(s *shop) *payments.Payment
		refunded, disputed string
	}{
		"a deposit":          {deposit, "49.90", "49.90"},
		"parts of a deposit": {deposit, "30", "40"},
		"a deposit of which a part is spent": {func(s *shop) *payments.Payment {
			p := deposit(s)
			s.withdraw("1029.90") // 20 is left
			return p
		}, "49.90", "49.90"},
		"parts of a deposit that is spent": {func(s *shop) *payments.Payment {
			p := deposit(s)
			s.withdraw("1049.90")
			return p
		}, "30", "40"},
		"a course":          {func(s *shop) *payments.Payment { return s.paid(s.checkout()) }, "49.90", "49.90"},
		"parts of a course": {func(s *shop) *payments.Payment { return s.paid(s.checkout()) }, "30", "40"},
		"parts of a course of which a refund came back": {func(s *shop) *payments.Payment {
			p := s.paid(s.checkout())
			gone := foreign(p, "re_0", "10")
			s.must(s.hearEvent(payments.Event{ID: "gone", Refund: &gone}))
			gone.Status = payments.RefundFailed
			s.must(s.hearEvent(payments.Event{ID: "back", Refund: &gone}))
			return p
		}, "30", "40"},
		"money that bought nothing":                         {stranded, "49.90", "49.90"},
		"a deposit of which a part is about to be refunded": {func(s *shop) *payments.Payment { return underWay(s, deposit(s), "20") }, "29.90", "49.90"},
		"a course of which a part is about to be refunded":  {func(s *shop) *payments.Payment { return underWay(s, s.paid(s.checkout()), "20") }, "29.90", "49.90"},
	} {
		for _, end := range []payments.DisputeStatus{payments.DisputeWon, payments.DisputeLost} {
			t.Run(name+", "+string(end), func(t *testing.T) {
				t.Parallel()
				wantSameBooks(t, test.paid, func(s *shop, p *payments.Payment) [][]func() {
					refund := func() {
						gone := foreign(p, "re_1", test.refunded)
						s.must(s.hearEvent(payments.Event{ID: "refund", Refund: &gone}))
					}
					open := func() { s.must(s.hearDispute(p, "created", payments.DisputeOpen, test.disputed)) }
					closed := func() { s.must(s.hearDispute(p, "closed", end, test.disputed)) }
					last := func() {
						s.settleOurs(p)
						if s.owners.suspended > 0 && s.balance(s.account, ledger.Debt).IsZero() && end != payments.DisputeWon {
							t.Error("somebody who owes nothing is suspended")
						}
					}
					return [][]func(){{refund, open, closed, last}, {open, refund, closed, last}, {open, closed, refund, last}}
				})
			})
		}
	}
}

// wantSameBooks reports the same things about a payment in several orders, each in its own shop, and wants the same
// books from all of them.
func wantSameBooks(t *testing.T, paid func(s *shop) *payments.Payment, orders func(s *shop, p *payments.Payment) [][]func()) {
	t.Helper()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var first string
		for i, count := 0, 1; i < count; i++ {
			if i > 0 {
				db = databasetest.Open(t, db.Engine())
			}
			s := newShop(t, db)
			all := orders(s, paid(s))
			count = len(all)
			for _, heard := range all[i] {
				heard()
				s.wantInOrder()
			}
			if i == 0 {
				first = s.books()
			} else if books := s.books(); books != first {
				t.Errorf("in the order %d:\n%s, want\n%s", i, books, first)
			}
		}
	})
}

// underWay requests a refund of part of a payment, which the provider names but leaves undecided.
func underWay(s *shop, p *payments.Payment, part string) *payments.Payment {
	s.t.Helper()
	s.till.set(func(p *till) { p.refundAs = payments.RefundPending })
	_, err := s.service.Refund(s.t.Context(), s.admin, p.ID, amount(part), "")
	s.must(err)
	return p
}

// settleOurs lets the pending refunds of a payment succeed.
func (s *shop) settleOurs(p *payments.Payment) {
	s.t.Helper()
	for _, refund := range s.read(p).Refunds {
		if refund.Status == payments.RefundPending {
			s.must(s.hearOurs("settled "+refund.ID.String(), &refund, payments.RefundSucceeded))
		}
	}
}

// stranded is money that came too late and could not be refunded.
func stranded(s *shop) *payments.Payment {
	p := s.checkout()
	_, err := s.service.Cancel(s.t.Context(), s.user, p.ID)
	s.must(err)
	s.must(s.hear("paid", report(p, payments.CheckoutPaid)))
	s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "charge_disputed"} })
	s.must(s.service.Reconcile(s.t.Context()))
	return p
}

// A refund that came back leaves its money to the dispute that had made way for it.
func TestADisputeTakesAgainWhatItHasGivenBackToARefundThatCameBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for _, p := range []*payments.Payment{s.paid(s.deposit("100")), s.paid(s.checkout())} {
			amount := p.Amount.String()
			s.must(s.hearDispute(p, "created", payments.DisputeOpen, amount))
			before := s.books()
			gone := foreign(p, "re_1", amount)
			s.must(s.hearEvent(payments.Event{ID: "gone" + amount, Refund: &gone}))
			if found := s.wantStatus(p, payments.Refunded); !found.Disputed.IsZero() {
				t.Errorf("%s is disputed of what was refunded", found.Disputed)
			}
			gone.Status = payments.RefundFailed
			s.must(s.hearEvent(payments.Event{ID: "back" + amount, Refund: &gone}))
			if after := s.books(); after != before {
				t.Errorf("the books are\n%s, want\n%s", after, before)
			}
			s.must(s.hearDispute(p, "closed", payments.DisputeLost, amount))
			s.wantInOrder()
		}
	})
}

// A user who has spent only money that goes back owes nothing while the provider's refunds replace ours.
func TestNobodyOwesWhatIsHeldForARefundThatWasMadeElsewhere(t *testing.T) {
	t.Parallel()
	already := &payments.Refusal{Reason: "charge_already_refunded", AlreadyRefunded: true}
	for name, happens := range map[string]func(s *shop, p *payments.Payment){
		"in parts": func(s *shop, p *payments.Payment) {
			s.till.set(func(till *till) {
				till.refundErr, till.list = already, []payments.RefundReport{foreign(p, "re_1", "200"), foreign(p, "re_2", "300")}
			})
			_, err := s.service.Refund(s.t.Context(), s.admin, p.ID, nil, "")
			s.must(err)
		},
		"at once, and told before the provider is asked again": func(s *shop, p *payments.Payment) {
			s.till.set(func(till *till) { till.refundErr = errAway })
			_, err := s.service.Refund(s.t.Context(), s.admin, p.ID, nil, "")
			s.must(err)
			s.madeElsewhere(p, already)
			s.hearMade(p)
			s.clock.Advance(time.Hour)
			s.must(s.service.Reconcile(s.t.Context()))
		},
		"at once, and told afterwards": func(s *shop, p *payments.Payment) {
			s.till.set(func(till *till) { till.refundErr = errAway })
			_, err := s.service.Refund(s.t.Context(), s.admin, p.ID, nil, "")
			s.must(err)
			s.madeElsewhere(p, already)
			s.clock.Advance(time.Hour)
			s.must(s.service.Reconcile(s.t.Context()))
			s.hearMade(p)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.paid(s.deposit("500"))
				s.withdraw("1000")
				happens(s, p)
				for _, refund := range s.wantStatus(p, payments.Refunded).Refunds {
					if refund.Status == payments.RefundPending {
						t.Error("a refund waits although all of it has gone")
					}
				}
				s.wantBalance(s.account, ledger.Cash, "0")
				s.wantBalance(s.account, ledger.Hold, "1000")
				s.wantBalance(s.account, ledger.Debt, "0")
				if s.owners.suspended != 0 {
					t.Error("somebody who owes nothing is suspended")
				}
				s.wantInOrder()
			})
		})
	}
}

// madeElsewhere makes the provider refuse further refunds of a payment that was refunded in its dashboard.
func (s *shop) madeElsewhere(p *payments.Payment, refusal error) {
	s.till.set(func(till *till) {
		till.refundErr, till.list = refusal, []payments.RefundReport{foreign(p, "re_1", p.Amount.String())}
	})
}

// hearMade sends the event of that refund.
func (s *shop) hearMade(p *payments.Payment) {
	s.t.Helper()
	made := foreign(p, "re_1", p.Amount.String())
	s.must(s.hearEvent(payments.Event{ID: "made", Refund: &made}))
}

// A refund that leaves room for ours is a different one, whatever its amount; and what our other refunds are about to
// take does not show whether this one and ours were both made.
func TestARefundMadeElsewhereBesideOursIsAnother(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		ours             []int64
		made, cash, hold string
	}{
		"one of ours": {[]int64{250}, "250", "1000", "250"},
		"two of ours": {[]int64{150, 300}, "150", "900", "450"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.paid(s.deposit("500"))
				s.till.set(func(till *till) { till.refundErr = errAway })
				for _, dollars := range of.ours {
					amount := money.FromInt(dollars)
					_, err := s.service.Refund(t.Context(), s.admin, p.ID, &amount, "")
					s.must(err)
				}
				made := foreign(p, "re_1", of.made)
				s.must(s.hearEvent(payments.Event{ID: "made", Refund: &made}))
				if found := s.wantStatus(p, payments.PartiallyRefunded); len(found.Refunds) != len(of.ours)+1 {
					t.Errorf("the refunds are %+v", found.Refunds)
				}
				s.wantBalance(s.account, ledger.Cash, of.cash)
				s.wantBalance(s.account, ledger.Hold, of.hold)
				s.wantInOrder()
			})
		})
	}
}
