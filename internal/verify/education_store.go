package verify

// educationRules compare enrollments, certificates and purchases with each other and with the payments behind them.
var educationRules = []rule{
	{"education", "a course that was paid for was bought, and what was refunded is revoked", words, `
		SELECT 'payment ' || p.id, CASE WHEN b.payment_id IS NULL THEN 'no purchase' WHEN b.revoked_at IS NULL THEN 'a purchase' ELSE 'a revoked purchase' END, p.status
		FROM payments p LEFT JOIN course_purchases b ON b.payment_id = p.id
		WHERE p.kind = 'course' AND (p.status IN (` + bought + `) AND b.payment_id IS NULL OR p.status = 'refunded' AND b.revoked_at IS NULL)`},
	{"education", "a course is closed while a dispute of its payment is not won", words, `
		SELECT 'payment ' || b.payment_id, 'a purchase', 'a revoked purchase' FROM course_purchases b
		WHERE b.revoked_at IS NULL AND EXISTS (SELECT 1 FROM payment_disputes d WHERE d.payment_id = b.payment_id AND d.status <> 'won')`},
	{"education", "a purchase is its payer's, of the course that was paid for", words, `
		SELECT 'purchase ' || b.payment_id, b.tenant_id || ' ' || b.user_id || ' ' || b.course_id, COALESCE(p.tenant_id || ' ' || p.user_id || ' ' || p.course_id, 'no payment')
		FROM course_purchases b LEFT JOIN payments p ON p.id = b.payment_id
		WHERE p.id IS NULL OR p.status NOT IN (` + bought + `) OR p.tenant_id <> b.tenant_id OR p.user_id <> b.user_id OR p.course_id IS NULL OR p.course_id <> b.course_id`},
	{"education", "an enrollment that runs on a payment has a purchase that counts", words, `
		SELECT 'enrollment ' || e.id, CASE WHEN b.payment_id IS NULL THEN 'no purchase' WHEN b.revoked_at IS NULL THEN 'another''s purchase' ELSE 'a revoked purchase' END, e.status
		FROM enrollments e LEFT JOIN course_purchases b ON b.payment_id = e.payment_id
		WHERE e.payment_id IS NOT NULL AND e.status IN ('active', 'completed') AND (e.status = 'completed' OR e.expires_at IS NULL OR e.expires_at > $1)
			AND (b.payment_id IS NULL OR b.revoked_at IS NOT NULL OR b.user_id <> e.user_id OR b.course_id <> e.course_id)`},
	{"education", "an enrollment says when it was completed or cancelled", words, `
		SELECT 'enrollment ' || id, status, 'a time' FROM enrollments
		WHERE status = 'completed' AND completed_at IS NULL OR status = 'cancelled' AND cancelled_at IS NULL
			OR status = 'active' AND (completed_at IS NOT NULL OR cancelled_at IS NOT NULL)`},
	{"education", "who has completed a course has a valid certificate", words, `
		SELECT 'enrollment ' || e.id, CASE WHEN c.serial IS NULL THEN 'no certificate' ELSE 'a revoked certificate' END, 'a valid certificate'
		FROM enrollments e LEFT JOIN certificates c ON c.enrollment_id = e.id
		WHERE e.status = 'completed' AND (c.serial IS NULL OR c.revoked_at IS NOT NULL)`},
	{"education", "a certificate is its enrollment's, which was completed", words, `
		SELECT 'certificate ' || c.serial, c.tenant_id || ' ' || c.user_id || ' ' || c.course_id, e.tenant_id || ' ' || e.user_id || ' ' || e.course_id
		FROM certificates c JOIN enrollments e ON e.id = c.enrollment_id
		WHERE e.completed_at IS NULL OR c.user_id <> e.user_id OR c.course_id <> e.course_id OR c.tenant_id <> e.tenant_id`},
	{"education", "a certificate that was paid for is valid while a purchase of its course counts", words, `
		SELECT 'certificate ' || c.serial, 'valid', 'revoked' FROM certificates c JOIN enrollments e ON e.id = c.enrollment_id
		WHERE c.revoked_at IS NULL AND e.payment_id IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM course_purchases b WHERE b.user_id = e.user_id AND b.course_id = e.course_id AND b.revoked_at IS NULL)`},
	{"education", "who has completed a course has completed every lesson that counted then", words, `
		SELECT 'enrollment ' || e.id, 'not lesson ' || l.id, 'all lessons'
		FROM enrollments e JOIN lessons l ON l.course_id = e.course_id AND l.status = 'published' AND l.is_required AND l.updated_at <= e.completed_at
		LEFT JOIN lesson_completions d ON d.enrollment_id = e.id AND d.lesson_id = l.id
		WHERE e.status = 'completed' AND d.lesson_id IS NULL`},
	{"education", "a lesson is completed by those who take its course", words, `
		SELECT 'enrollment ' || e.id, l.course_id, e.course_id FROM lesson_completions d
		JOIN enrollments e ON e.id = d.enrollment_id JOIN lessons l ON l.id = d.lesson_id WHERE l.course_id <> e.course_id`},
	{"education", "a course belongs to the platform or to the tenant of who takes it", words, `
		SELECT 'enrollment ' || e.id, e.tenant_id, c.tenant_id FROM enrollments e JOIN courses c ON c.id = e.course_id
		WHERE c.tenant_id <> ` + nobody + ` AND c.tenant_id <> e.tenant_id`},
	{"education", "an attempt at a quiz is its enrollment's", words, `
		SELECT 'quiz attempt ' || q.id, q.tenant_id || ' ' || q.user_id, e.tenant_id || ' ' || e.user_id
		FROM quiz_attempts q JOIN enrollments e ON e.id = q.enrollment_id WHERE q.user_id <> e.user_id OR q.tenant_id <> e.tenant_id`},
}
