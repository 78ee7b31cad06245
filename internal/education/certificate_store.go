package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// readCertificate fails with NOT_FOUND.
func readCertificate(ctx context.Context, from database.Querier, serial string) (c Certificate, err error) {
	err = from.QueryRow(ctx, `
		SELECT serial, course_id, course_title, holder, issued_at, revoked_at FROM certificates WHERE serial = $1`, serial).
		Scan(&c.Serial, &c.CourseID, &c.CourseTitle, &c.Holder, database.Time(&c.IssuedAt), database.Time(&c.RevokedAt))
	return c, database.Missing(err, errNoCertificate)
}

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
