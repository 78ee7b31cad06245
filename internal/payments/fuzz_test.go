package payments_test

import (
	"errors"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/payments"
)

// FuzzADestinationIsNormalizedOnce checks that normalizing a stored destination changes nothing, and that a
// destination that is not stored is refused as the caller's mistake.
func FuzzADestinationIsNormalizedOnce(f *testing.F) {
	f.Add("Ada Investor", "DE89 3704 0044 0532 0130 00", "", "", "")
	f.Add("Ada", "", "12345678", "110000000", "")
	f.Add("Ada", "", "12345678", "", "DEUTDEFF500")
	f.Add("\xff", "ıſ", "-", " ", "\u0000")
	f.Fuzz(func(t *testing.T, holder, iban, account, routing, bic string) {
		given := payments.Destination{Method: payments.BankTransfer, HolderName: holder, IBAN: iban, AccountNumber: account, RoutingNumber: routing, BIC: bic}
		stored, err := payments.NormalDestination(given)
		if err != nil {
			if refusal := (*fault.Error)(nil); !errors.As(err, &refusal) {
				t.Errorf("%v, which would be a failure of ours", err)
			}
			return
		}
		if again, err := payments.NormalDestination(stored); err != nil || again != stored {
			t.Errorf("what is stored is stored otherwise again (%v)", err)
		}
	})
}
