package education

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Certificate states that somebody has completed a course. Whoever knows its serial may read it.
type Certificate struct {
	Serial      string
	CourseID    uuid.UUID
	CourseTitle string // when it was issued
	Holder      string // the email with its middle hidden
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

func newCertificate(e *Enrollment, course *Course, email string, now time.Time) Certificate {
	return Certificate{Serial: newSerial(), CourseID: e.CourseID, CourseTitle: course.Title, Holder: hideMiddle(email), IssuedAt: now}
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

// hideMiddle shows the ends of an address's name, so that its owner recognises it and nobody can write to
// it: trader@demo.test is t***r@demo.test.
func hideMiddle(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		at = len(email)
	}
	name, domain := email[:at], email[at:]
	first, firstSize := utf8.DecodeRuneInString(name)
	last, lastSize := utf8.DecodeLastRuneInString(name)
	switch {
	case name == "":
		return "***" + domain
	case utf8.RuneCountInString(name) < 4 || firstSize+lastSize >= len(name):
		return string(first) + "***" + domain
	}
	return string(first) + "***" + string(last) + domain
}

// Certificate reads a certificate by its serial, in small or capital letters. It fails with NOT_FOUND.
func (s *Service) Certificate(ctx context.Context, serial string) (Certificate, error) {
	serial = strings.ToUpper(strings.TrimSpace(serial))
	var c Certificate
	if !utf8.ValidString(serial) || strings.ContainsRune(serial, 0) {
		return c, errNoCertificate
	}
	err := s.db.QueryRow(ctx, `
		SELECT serial, course_id, course_title, holder, issued_at, revoked_at FROM certificates WHERE serial = $1`, serial).
		Scan(&c.Serial, &c.CourseID, &c.CourseTitle, &c.Holder, database.Time(&c.IssuedAt), database.Time(&c.RevokedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return c, errNoCertificate
	}
	return c, err
}

var errNoCertificate = fault.New(fault.NotFound, "there is no such certificate")

func insertCertificate(ctx context.Context, tx *database.Tx, e *Enrollment, c Certificate) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO certificates (serial, enrollment_id, tenant_id, user_id, course_id, course_title, holder, issued_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		c.Serial, e.ID, e.TenantID, e.UserID, e.CourseID, c.CourseTitle, c.Holder, database.Micros(c.IssuedAt))
	return err
}

// markCertificate revokes the certificate of an attempt, or makes it valid again when the time is zero. An attempt
// without one is none.
func markCertificate(ctx context.Context, tx *database.Tx, enrollment uuid.UUID, revokedAt time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE certificates SET revoked_at = $2 WHERE enrollment_id = $1`, enrollment, database.OptionalMicros(revokedAt))
	return err
}
