package education

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// Certificate states that somebody has completed a course. Whoever knows its serial may read it.
type Certificate struct {
	Serial      string
	CourseID    uuid.UUID
	CourseTitle string // when it was issued
	Holder      string // what they were called when it was issued
	IssuedAt    time.Time
	RevokedAt   time.Time // zero while it is valid
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
	return readCertificate(ctx, s.db, serial)
}

var errNoCertificate = fault.New(fault.NotFound, "there is no such certificate")
