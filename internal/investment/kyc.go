package investment

import (
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"bourse/internal/fault"
)

// KYCStatus says how far the platform knows an account's owner.
type KYCStatus string

// The states of KYC.
const (
	KYCNone      KYCStatus = "none"
	KYCSubmitted KYCStatus = "submitted"
	KYCApproved  KYCStatus = "approved"
	KYCRejected  KYCStatus = "rejected"
)

// KYCDecision is what an administrator makes of a submission.
type KYCDecision string

// The decisions.
const (
	ApproveKYC KYCDecision = "approve"
	RejectKYC  KYCDecision = "reject"
)

// KYCDetails are what an owner says about themselves. They marshal to JSON, because they have to be stored,
// but print and log as nothing.
type KYCDetails struct {
	FullName       string    `json:"fullName"`
	Country        string    `json:"country"` // ISO 3166-1 alpha-2
	DateOfBirth    time.Time `json:"dateOfBirth"`
	DocumentNumber string    `json:"documentNumber"`
}

const hiddenDetails = "[hidden KYC details]"

// Format keeps the details out of every verb of fmt.
func (KYCDetails) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hiddenDetails) }

// LogValue keeps the details out of logs.
func (KYCDetails) LogValue() slog.Value { return slog.StringValue(hiddenDetails) }

const (
	ageOfConsent = 18
	oldestAge    = 130
)

var countryForm = regexp.MustCompile(`^[A-Z]{2}$`)

// check fails with VALIDATION_ERROR about the first field that is missing or cannot be true. It never
// repeats what was sent.
func (d KYCDetails) check(now time.Time) error {
	if err := checkText("fullName", d.FullName, 200); err != nil {
		return err
	}
	switch {
	case d.Country == "":
		return fault.Invalid("country", "is required")
	case !countryForm.MatchString(d.Country):
		return fault.Invalid("country", "must be two upper-case letters (ISO 3166-1 alpha-2)")
	case d.DateOfBirth.IsZero():
		return fault.Invalid("dateOfBirth", "is required")
	}
	today := now.UTC()
	born := d.DateOfBirth.UTC()
	switch {
	case born.After(today), born.AddDate(oldestAge, 0, 0).Before(today):
		return fault.Invalid("dateOfBirth", "must be the date of birth of a living person")
	case born.AddDate(ageOfConsent, 0, 0).After(today):
		return fault.Invalid("dateOfBirth", "must be at least %d years ago", ageOfConsent)
	}
	return checkText("documentNumber", d.DocumentNumber, 100)
}

func checkText(field, text string, most int) error {
	switch {
	case strings.TrimSpace(text) == "":
		return fault.Invalid(field, "is required")
	case utf8.RuneCountInString(text) > most:
		return fault.Invalid(field, "must not be longer than %d characters", most)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return fault.Invalid(field, "must not contain control characters")
	}
	return nil
}

// maySubmit fails with ACCOUNT_NOT_ACTIVE once the account is closed and with INVALID_TRANSITION when the
// owner has been heard already.
func (a *Account) maySubmit() error {
	if err := a.mayChange(); err != nil {
		return err
	}
	if a.KYCStatus != KYCNone && a.KYCStatus != KYCRejected {
		return fault.New(fault.InvalidTransition, "KYC is %s: it can be submitted when it is none or rejected", a.KYCStatus)
	}
	return nil
}

// mayDecide fails with ACCOUNT_NOT_ACTIVE once the account is closed and with INVALID_TRANSITION when there
// is nothing to decide on.
func (a *Account) mayDecide() error {
	if err := a.mayChange(); err != nil {
		return err
	}
	if a.KYCStatus != KYCSubmitted {
		return fault.New(fault.InvalidTransition, "KYC is %s: it can be decided on when it is submitted", a.KYCStatus)
	}
	return nil
}
