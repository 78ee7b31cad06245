package kyc

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

// DocumentType is the kind of a document.
type DocumentType string

// The kinds of documents. Those before ProofOfAddress prove an identity.
const (
	Passport        DocumentType = "passport"
	IDCard          DocumentType = "id_card"
	DrivingLicence  DocumentType = "driving_licence"
	ResidencePermit DocumentType = "residence_permit"
	ProofOfAddress  DocumentType = "proof_of_address"
	Selfie          DocumentType = "selfie"
	OtherDocument   DocumentType = "other"
)

func (d DocumentType) showsIdentity() bool {
	return d == Passport || d == IDCard || d == DrivingLicence || d == ResidencePermit
}

// Submission is what a person submits. It marshals to JSON, because it must be stored and sent to a provider, but
// prints and logs as nothing.
type Submission struct {
	FullName       string       `json:"fullName"`
	Country        string       `json:"country"` // ISO 3166-1 alpha-2
	DateOfBirth    time.Time    `json:"dateOfBirth"`
	DocumentType   DocumentType `json:"documentType,omitempty"` // empty when the person did not say
	DocumentNumber string       `json:"documentNumber"`
	Documents      []Document   `json:"documents,omitempty"`
}

const hiddenSubmission = "[hidden KYC submission]"

// Format keeps the submission out of all verbs of fmt.
func (Submission) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hiddenSubmission) }

// LogValue keeps the submission out of logs.
func (Submission) LogValue() slog.Value { return slog.StringValue(hiddenSubmission) }

const ageOfConsent = 18

// firstBirthday is before the birth of anybody who can open an account.
var firstBirthday = time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)

var documentNumberForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9 ./-]*[A-Za-z0-9])$`)

// Check fails with VALIDATION_ERROR about the first field that is missing or cannot be true. Errors never repeat what
// was submitted.
func (d Submission) Check(now time.Time) error {
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
	if err := d.checkNumber(); err != nil {
		return err
	}
	return checkDocuments(d.Documents, now)
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

func (d Submission) checkNumber() error {
	if d.DocumentType != "" && !d.DocumentType.showsIdentity() {
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
