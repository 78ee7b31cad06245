package payments_test

import (
	"testing"

	"bourse/internal/payments"
)

// A bank may file a dispute anew. Whose money it is does not depend on whether the first is won before or after that.
func TestASecondDisputeGetsWhatTheFirstHasGivenBackInAnyOrder(t *testing.T) {
	t.Parallel()
	deposit := func(s *shop) *payments.Payment { return s.paid(s.deposit("100")) }
	for name, test := range map[string]struct {
		paid          func(s *shop) *payments.Payment
		first, second string
	}{
		"a deposit":          {deposit, "100", "80"},
		"parts of a deposit": {deposit, "60", "60"},
		"a deposit that is spent": {func(s *shop) *payments.Payment {
			p := deposit(s)
			s.withdraw("1070") // 30 is left
			return p
		}, "100", "80"},
		"a course":                  {func(s *shop) *payments.Payment { return s.paid(s.checkout()) }, "49.90", "40"},
		"parts of a course":         {func(s *shop) *payments.Payment { return s.paid(s.checkout()) }, "30", "30"},
		"money that bought nothing": {stranded, "49.90", "40"},
		"a deposit of which a part is about to be refunded": {func(s *shop) *payments.Payment { return underWay(s, deposit(s), "30") }, "100", "80"},
	} {
		for _, end := range []payments.DisputeStatus{payments.DisputeWon, payments.DisputeLost} {
			t.Run(name+", "+string(end), func(t *testing.T) {
				t.Parallel()
				wantSameBooks(t, test.paid, func(s *shop, p *payments.Payment) [][]func() {
					hear := func(name, amount string, status payments.DisputeStatus) func() {
						return func() { s.must(s.hearDisputeOf(p, name, name+string(status), status, amount)) }
					}
					open1, won1 := hear("first", test.first, payments.DisputeOpen), hear("first", test.first, payments.DisputeWon)
					open2, end2 := hear("second", test.second, payments.DisputeOpen), hear("second", test.second, end)
					last := func() { s.settleOurs(p) }
					return [][]func(){{open1, won1, open2, end2, last}, {open1, open2, won1, end2, last}, {open1, open2, end2, won1, last}}
				})
			})
		}
	}
}
