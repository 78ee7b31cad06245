-- +goose Up
-- A certificate of a course whose money went back says so. Those of earlier full refunds are revoked now, unless
-- the attempt rests on another payment.
ALTER TABLE certificates ADD COLUMN revoked_at BIGINT;
UPDATE certificates SET revoked_at = (
    SELECT p.revoked_at FROM enrollments e JOIN course_purchases p ON p.payment_id = e.payment_id WHERE e.id = certificates.enrollment_id
)
WHERE EXISTS (
    SELECT 1 FROM enrollments e JOIN course_purchases p ON p.payment_id = e.payment_id
    WHERE e.id = certificates.enrollment_id AND e.status = 'cancelled' AND p.revoked_at IS NOT NULL
);
