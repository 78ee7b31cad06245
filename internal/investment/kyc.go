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

	"github.com/google/uuid"

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

// DocumentType is the kind of document that shows who somebody is.
type DocumentType string

// The kinds of documents.
const (
	Passport        DocumentType = "passport"
	IDCard          DocumentType = "id_card"
	DrivingLicence  DocumentType = "driving_licence"
	ResidencePermit DocumentType = "residence_permit"
)

// KYCDetails are what an owner says about themselves. They marshal to JSON, because they have to be stored,
// but print and log as nothing.
type KYCDetails struct {
	FullName       string       `json:"fullName"`
	Country        string       `json:"country"` // ISO 3166-1 alpha-2
	DateOfBirth    time.Time    `json:"dateOfBirth"`
	DocumentType   DocumentType `json:"documentType,omitempty"` // empty when the owner did not say
	DocumentNumber string       `json:"documentNumber"`
}

const hiddenDetails = "[hidden KYC details]"

// Format keeps the details out of every verb of fmt.
func (KYCDetails) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hiddenDetails) }

// LogValue keeps the details out of logs.
func (KYCDetails) LogValue() slog.Value { return slog.StringValue(hiddenDetails) }

const ageOfConsent = 18

// firstBirthday is before that of anybody who can open an account.
var firstBirthday = time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)

var documentNumberForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9 ./-]*[A-Za-z0-9])$`)

// check fails with VALIDATION_ERROR about the first field that is missing or cannot be true. It never
// repeats what was sent.
func (d KYCDetails) check(now time.Time) error {
	if err := checkText("fullName", d.FullName, 200); err != nil {
		return err
	}
	switch {
	case !strings.ContainsFunc(d.FullName, unicode.IsLetter):
		return fault.Invalid("fullName", "must be a name")
	case d.Country == "":
		return fault.Invalid("country", "is required")
	case !countries[d.Country]:
		return fault.Invalid("country", "must be a code of ISO 3166-1 alpha-2, two upper-case letters such as GB")
	}
	if err := checkBirthday(d.DateOfBirth.UTC(), now.UTC()); err != nil {
		return err
	}
	return d.checkDocument()
}

func checkBirthday(born, today time.Time) error {
	switch {
	case born.IsZero():
		return fault.Invalid("dateOfBirth", "is required")
	case born.Before(firstBirthday):
		return fault.Invalid("dateOfBirth", "must not be before %s", firstBirthday.Format(time.DateOnly))
	case born.After(today):
		return fault.Invalid("dateOfBirth", "must not be in the future")
	case born.AddDate(ageOfConsent, 0, 0).After(today):
		return fault.Invalid("dateOfBirth", "must be at least %d years ago", ageOfConsent)
	}
	return nil
}

func (d KYCDetails) checkDocument() error {
	switch d.DocumentType {
	case "", Passport, IDCard, DrivingLicence, ResidencePermit:
	default:
		return fault.Invalid("documentType", "must be passport, id_card, driving_licence or residence_permit")
	}
	if err := checkText("documentNumber", d.DocumentNumber, 50); err != nil {
		return err
	}
	if len(d.DocumentNumber) < 3 || !documentNumberForm.MatchString(d.DocumentNumber) {
		return fault.Invalid("documentNumber", "must be three or more letters and digits, with spaces, dots, slashes and hyphens only between them")
	}
	return nil
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

// submit records that the owner has handed something in, which nobody has decided on.
func (a *Account) submit(now time.Time) {
	a.KYCStatus, a.KYCReason, a.KYCDecidedBy = KYCSubmitted, "", uuid.Nil
	a.KYCSubmittedAt, a.KYCDecidedAt = now, time.Time{}
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
