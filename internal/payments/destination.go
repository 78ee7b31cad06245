package payments

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// BankTransfer is the only method of paying out a withdrawal.
const BankTransfer = "bank_transfer"

// Destination is where a withdrawal goes: an IBAN, or an account number at a bank that is named by a routing number
// or a BIC. It marshals to JSON, because it has to be stored, but is hidden when printed or logged.
type Destination struct {
	Method        string `json:"method"`
	HolderName    string `json:"holderName"`
	IBAN          string `json:"iban,omitempty"`
	AccountNumber string `json:"accountNumber,omitempty"`
	RoutingNumber string `json:"routingNumber,omitempty"`
	BIC           string `json:"bic,omitempty"`
}

const hiddenDestination = "[hidden destination]"

// Format hides the destination from every verb of fmt.
func (Destination) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hiddenDestination) }

// LogValue hides the destination from logs.
func (Destination) LogValue() slog.Value { return slog.StringValue(hiddenDestination) }

const longestName = 140

var (
	ibanForm    = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	bicForm     = regexp.MustCompile(`^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
	accountForm = regexp.MustCompile(`^[A-Z0-9]{4,34}$`)
	routingForm = regexp.MustCompile(`^[0-9]{6,9}$`)
)

// normal is the checked destination, without spaces and in upper case. It fails with VALIDATION_ERROR on the field
// that cannot be right, and never repeats what was sent.
func (d Destination) normal() (Destination, error) {
	d.HolderName = strings.TrimSpace(d.HolderName)
	for _, field := range []*string{&d.IBAN, &d.AccountNumber, &d.RoutingNumber, &d.BIC} {
		*field = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(*field))
	}
	if d.Method != BankTransfer {
		return d, fault.Invalid("destination.method", "must be %s", BankTransfer)
	}
	switch {
	case d.HolderName == "":
		return d, fault.Invalid("destination.holderName", "is required")
	case utf8.RuneCountInString(d.HolderName) > longestName:
		return d, fault.Invalid("destination.holderName", "must not be longer than %d characters", longestName)
	case !utf8.ValidString(d.HolderName) || strings.ContainsFunc(d.HolderName, unicode.IsControl):
		return d, fault.Invalid("destination.holderName", "must not contain control characters")
	case d.BIC != "" && !bicForm.MatchString(d.BIC):
		return d, fault.Invalid("destination.bic", "must be a BIC of 8 or 11 characters")
	}
	return d, d.checkNumber()
}

// checkNumber checks the fields that identify the account.
func (d Destination) checkNumber() error {
	if d.IBAN != "" {
		switch {
		case d.AccountNumber != "" || d.RoutingNumber != "":
			return fault.Invalid("destination.accountNumber", "must be left out beside an IBAN, as must a routing number")
		case !ibanForm.MatchString(d.IBAN):
			return fault.Invalid("destination.iban", "must be an IBAN: a country, two check digits and the account")
		case !hasValidIBANCheck(d.IBAN):
			return fault.Invalid("destination.iban", "has wrong check digits: a character may be mistyped")
		}
		return nil
	}
	switch {
	case d.AccountNumber == "":
		return fault.Invalid("destination.iban", "is required, or an account number with a routing number or a BIC")
	case !accountForm.MatchString(d.AccountNumber):
		return fault.Invalid("destination.accountNumber", "must be 4 to 34 letters and digits")
	case d.RoutingNumber == "" && d.BIC == "":
		return fault.Invalid("destination.routingNumber", "is required beside an account number, or a BIC")
	case d.RoutingNumber != "" && !routingForm.MatchString(d.RoutingNumber):
		return fault.Invalid("destination.routingNumber", "must be 6 to 9 digits")
	}
	return nil
}

// hasValidIBANCheck reports whether an IBAN of the right form has remainder 1 when divided by 97, with its first four
// characters moved to the end and letters written as 10 to 35 (ISO 13616).
func hasValidIBANCheck(iban string) bool {
	remainder := 0
	for _, c := range iban[4:] + iban[:4] {
		if c >= 'A' {
			remainder = (remainder*100 + int(c-'A') + 10) % 97
		} else {
			remainder = (remainder*10 + int(c-'0')) % 97
		}
	}
	return remainder == 1
}

// hint is how the owner recognises the destination: the country of an IBAN, and the last four characters.
func (d Destination) hint() string {
	number, country := d.AccountNumber, ""
	if d.IBAN != "" {
		number, country = d.IBAN, d.IBAN[:2]
	}
	return country + "****" + number[len(number)-min(4, len(number)-1):]
}

func destinationContext(withdrawal uuid.UUID) string {
	return "withdrawal-destination:" + withdrawal.String()
}

// sealDestination encrypts a destination so that it can be opened for its own withdrawal only.
func (s *Service) sealDestination(withdrawal uuid.UUID, d Destination) ([]byte, error) {
	plain, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encode a destination: %w", err)
	}
	return s.ring.Seal(plain, destinationContext(withdrawal))
}

// openDestination decrypts where a withdrawal goes; nil for one made before destinations were required.
func (s *Service) openDestination(w *Withdrawal) (*Destination, error) {
	if len(w.destination) == 0 {
		return nil, nil
	}
	plain, err := s.ring.Open(w.destination, destinationContext(w.ID))
	if err != nil {
		return nil, fmt.Errorf("open the destination of withdrawal %s: %w", w.ID, err)
	}
	var d Destination
	if err := json.Unmarshal(plain, &d); err != nil {
		return nil, fmt.Errorf("decode the destination of withdrawal %s", w.ID)
	}
	return &d, nil
}
