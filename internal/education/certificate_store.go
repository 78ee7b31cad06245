package education

import (
	"context"
	"time"

	"bourse/internal/database"
)

// readCertificate reads a certificate with the owner of its course, but not the owner's name. It fails with NOT_FOUND.
func readCertificate(ctx context.Context, from database.Querier, serial string) (c Certificate, err error) {
	err = from.QueryRow(ctx, `
		SELECT c.serial, courses.tenant_id, c.course_id, c.course_title, c.holder, c.issued_at, c.revoked_at
		FROM certificates c JOIN courses ON courses.id = c.course_id WHERE c.serial = $1`, serial).
		Scan(&c.Serial, &c.Issuer.TenantID, &c.CourseID, &c.CourseTitle, &c.Holder, database.Time(&c.IssuedAt), database.Time(&c.RevokedAt))
	return c, database.Missing(err, errNoCertificate)
}

func insertCertificate(ctx context.Context, tx *database.Tx, e *Enrollment, c Certificate) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO certificates (serial, enrollment_id, tenant_id, user_id, course_id, course_title, holder, issued_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		c.Serial, e.ID, e.TenantID, e.UserID, e.CourseID, c.CourseTitle, c.Holder, database.Micros(c.IssuedAt))
	return err
}

// revokeCertificates revokes the certificates of a user's attempts at a course that rest on revoked purchases, of
// which the given one is one.
func revokeCertificates(ctx context.Context, tx *database.Tx, of *purchase, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE certificates SET revoked_at = $3 WHERE revoked_at IS NULL AND enrollment_id IN (
			SELECT e.id FROM enrollments e JOIN course_purchases b ON b.payment_id = e.payment_id
			WHERE e.user_id = $1 AND e.course_id = $2 AND b.revoked_at IS NOT NULL)`, of.user, of.course, database.Micros(now))
	return err
}

// restoreCertificates makes the certificates of all attempts that rest on a purchase valid again.
func restoreCertificates(ctx context.Context, tx *database.Tx, of *purchase) error {
	_, err := tx.Exec(ctx, `
		UPDATE certificates SET revoked_at = NULL WHERE revoked_at IS NOT NULL AND enrollment_id IN (
			SELECT id FROM enrollments WHERE user_id = $1 AND course_id = $2 AND payment_id = $3)`, of.user, of.course, of.payment)
	return err
}
