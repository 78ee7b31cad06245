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

// Certificate states that somebody has completed a course. Whoever knows its serial may read it, under every brand,
// and any brand may call a course as another's is called: so it says who issued it.
type Certificate struct {
	Serial      string
	Issuer      Issuer
	CourseID    uuid.UUID
	CourseTitle string // when it was issued
	Holder      string // what they were called when it was issued
	IssuedAt    time.Time
	RevokedAt   time.Time // zero while it is valid
}

// Issuer is who has issued a certificate: the owner of its course, which no course ever changes.
type Issuer struct {
	TenantID uuid.UUID // identity.Platform for the platform
	Tenant   string    // the slug of the brand, which is no other's; empty for the platform
	Name     string    // what it is called now; brands choose their own, so two may have the same
}

// Status is valid, or revoked when the money for the course went back.
func (c Certificate) Status() string {
	if c.RevokedAt.IsZero() {
		return "valid"
	}
	return "revoked"
}

func newCertificate(e *Enrollment, course *Course, holder string, now time.Time) Certificate {
	return Certificate{Serial: newSerial(), CourseID: e.CourseID, CourseTitle: course.Title, Holder: holder, IssuedAt: now}
}

// newSerial makes a serial that nobody can guess: 20 symbols of 5 bits, in groups that can be read aloud.
// Letters that look like digits are left out.
func newSerial() string {
	const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	random := make([]byte, 20)
	_, _ = rand.Read(random) // never fails: it ends the process instead
	var serial strings.Builder
	for i, b := range random {
		if i > 0 && i%5 == 0 {
			serial.WriteByte('-')
		}
		serial.WriteByte(symbols[b%32])
	}
	return serial.String()
}

// Certificate reads a certificate by its serial, in small or capital letters. It fails with NOT_FOUND.
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

// issuer is the owner of a course by name. The platform has the installation's, which no brand can set.
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
