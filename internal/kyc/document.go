package kyc

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"bourse/internal/fault"
)

// Document is where the operator stores a document: its content never comes here.
type Document struct {
	Type DocumentType `json:"type"`
	// Reference is an id in the operator's store, or an https URL there.
	Reference string    `json:"reference"`
	IssuedBy  string    `json:"issuedBy,omitempty"`
	ExpiresOn time.Time `json:"expiresOn,omitzero"` // the last day on which it is valid; zero when not stated
}

const (
	mostDocuments    = 10
	longestReference = 1000
)

// referenceForm is the form of ids that can be part of a path or a key in any store.
var referenceForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/=+@-]*$`)

// checkDocuments fails with VALIDATION_ERROR about the first field that is missing or cannot be true.
func checkDocuments(documents []Document, now time.Time) error {
	if len(documents) > mostDocuments {
		return fault.Invalid("documents", "must be at most %d", mostDocuments)
	}
	for i, document := range documents {
		if err := document.check(fmt.Sprintf("documents[%d].", i), now); err != nil {
			return err
		}
	}
	return nil
}

func (d Document) check(field string, now time.Time) error {
	switch d.Type {
	case Passport, IDCard, DrivingLicence, ResidencePermit, ProofOfAddress, Selfie, OtherDocument:
	default:
		return fault.Invalid(field+"type", "must be passport, id_card, driving_licence, residence_permit, proof_of_address, selfie or other")
	}
	if err := checkReference(field+"reference", d.Reference); err != nil {
		return err
	}
	if d.IssuedBy != "" {
		if err := checkText(field+"issuedBy", d.IssuedBy, 100); err != nil {
			return err
		}
	}
	if !d.ExpiresOn.IsZero() && !now.Before(d.ExpiresOn.AddDate(0, 0, 1)) {
		return fault.Invalid(field+"expiresOn", "must not be in the past: hand in a document that is valid")
	}
	return nil
}

func checkReference(field, reference string) error {
	if err := checkText(field, reference, longestReference); err != nil {
		return err
	}
	if !strings.Contains(reference, "://") {
		if !referenceForm.MatchString(reference) {
			return fault.Invalid(field, "must be an id of letters, digits and . _ : / = + @ -, or an https URL")
		}
		return nil
	}
	link, err := url.Parse(reference)
	if err != nil || link.Scheme != "https" || link.Hostname() == "" || link.User != nil {
		return fault.Invalid(field, "must be an https URL without a password in it, or an id")
	}
	return nil
}
