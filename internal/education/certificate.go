package education

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// Certificate states that a user has completed a course. Anyone who knows its serial may read it, under any brand;
// since different brands may give courses the same title, it names its issuer.
type Certificate struct {
	Serial      string
	Issuer      Issuer
	CourseID    uuid.UUID
	CourseTitle string // at the time of issue
	Holder      string // the holder's name at the time of issue
	IssuedAt    time.Time
	RevokedAt   time.Time // zero while it is valid
}

// Issuer identifies who issued a certificate: the owner of its course, which never changes.
type Issuer struct {
	TenantID uuid.UUID // identity.Platform for the platform
	Tenant   string    // the brand's slug, which is unique; empty for the platform
	Name     string    // its current name; brands choose their own, so two may share one
}

// Status is valid, or revoked when the payment for the course was taken back.
func (c Certificate) Status() string {
	if c.RevokedAt.IsZero() {
		return "valid"
	}
	return "revoked"
}

func newCertificate(e *Enrollment, course *Course, holder string, now time.Time) Certificate {
	return Certificate{Serial: newSerial(), CourseID: e.CourseID, CourseTitle: course.Title, Holder: holder, IssuedAt: now}
}

// newSerial makes an unguessable serial: 20 symbols of 5 bits each, in groups that are easy to read aloud. Letters
// that look like digits are left out.
func newSerial() string {
	const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	random := make([]byte, 20)
	_, _ = rand.Read(random) // never fails: it crashes the process instead
	var serial strings.Builder
	for i, b := range random {
		if i > 0 && i%5 == 0 {
			serial.WriteByte('-')
		}
		serial.WriteByte(symbols[b%32])
	}
	return serial.String()
}

// Certificate reads a certificate by its serial, in upper or lower case. It fails with NOT_FOUND.
func (s *Service) Certificate(ctx context.Context, serial string) (Certificate, error) {
	serial = strings.ToUpper(strings.TrimSpace(serial))
	if !utf8.ValidString(serial) || strings.ContainsRune(serial, 0) {
		return Certificate{}, errNoCertificate
	}
	certificate, err := readCertificate(ctx, s.db, serial)
	if err != nil {
		return Certificate{}, err
	}
	certificate.Issuer, err = s.issuer(ctx, certificate.Issuer.TenantID)
	return certificate, err
}

// issuer names the owner of a course. The platform has the installation's name, which no brand can set.
func (s *Service) issuer(ctx context.Context, owner uuid.UUID) (Issuer, error) {
	of, err := s.brands.Of(ctx, s.db, owner)
	if err != nil {
		return Issuer{}, err
	}
	issuer := Issuer{TenantID: owner, Name: of.ProductName}
	if owner != identity.Platform {
		issuer.Tenant = of.Slug
	}
	return issuer, nil
}

var errNoCertificate = fault.New(fault.NotFound, "there is no such certificate")
