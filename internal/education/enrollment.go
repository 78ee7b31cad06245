package education

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// EnrollmentStatus is how an attempt at a course stands.
type EnrollmentStatus string

// Only completion is final: from the others, enrolling again begins a new attempt.
const (
	Active    EnrollmentStatus = "active"
	Completed EnrollmentStatus = "completed"
	Expired   EnrollmentStatus = "expired"
	Cancelled EnrollmentStatus = "cancelled"
)

// Enrollment is one attempt of a user at a course.
type Enrollment struct {
	ID          uuid.UUID
	TenantID    uuid.UUID
	UserID      uuid.UUID
	CourseID    uuid.UUID
	Attempt     int // from 1
	PaymentID   uuid.UUID
	EnrolledAt  time.Time
	ExpiresAt   time.Time // zero is never
	CompletedAt time.Time
	CancelledAt time.Time
	Serial      string // of the certificate; empty without one

	status EnrollmentStatus // as it was written; see Status
}

// Status is how the attempt stands at a moment: time runs out without anybody writing it down. Whoever has
// completed a course keeps it.
func (e *Enrollment) Status(now time.Time) EnrollmentStatus {
	if e.status == Active && !e.ExpiresAt.IsZero() && !now.Before(e.ExpiresAt) {
		return Expired
	}
	return e.status
}

// opensContent tells whether the lessons are open to whoever has this attempt.
func (e *Enrollment) opensContent(now time.Time) bool {
	status := e.Status(now)
	return status == Active || status == Completed
}

// next is the attempt after this one, which may be none.
func (e *Enrollment) next(tenant, user, course uuid.UUID, now, until time.Time) *Enrollment {
	attempt := 1
	if e != nil {
		attempt = e.Attempt + 1
	}
	return &Enrollment{
		ID: database.NewID(), TenantID: tenant, UserID: user, CourseID: course, Attempt: attempt, EnrolledAt: now, ExpiresAt: until,
		status: Active,
	}
}

// cancel ends an active attempt. It fails with INVALID_TRANSITION when it is not active.
func (e *Enrollment) cancel(now time.Time) error {
	if status := e.Status(now); status != Active {
		return fault.New(fault.InvalidTransition, "the enrollment is %s", status)
	}
	e.status, e.CancelledAt = Cancelled, now
	return nil
}

// Tally counts lessons of a course, in one attempt.
type Tally struct {
	Required, RequiredDone int // published lessons that the course wants
	All, AllDone           int // all its published lessons
}

// counted is what progress is made of: the required lessons, or all of them in a course that requires none.
func (t Tally) counted() (done, total int) {
	if t.Required == 0 {
		return t.AllDone, t.All
	}
	return t.RequiredDone, t.Required
}

// finished tells whether everything that counts is done. A course without lessons cannot be finished.
func (t Tally) finished() bool {
	done, total := t.counted()
	return total > 0 && done >= total
}

// Progress is how far an attempt has come.
type Progress struct {
	Enrollment *Enrollment
	Status     EnrollmentStatus
	Percentage int // 0 to 100, rounded down
	Done       int // lessons that count
	Total      int
	LessonIDs  []uuid.UUID // of the completed lessons, also of those that do not count, in the order of the course
}

// newProgress computes progress. Once an attempt is completed it stays at 100, whatever becomes of the
// course.
func newProgress(e *Enrollment, tally Tally, now time.Time) Progress {
	done, total := tally.counted()
	p := Progress{Enrollment: e, Status: e.Status(now), Done: done, Total: total, LessonIDs: []uuid.UUID{}}
	switch {
	case !e.CompletedAt.IsZero():
		p.Percentage = 100
	case total > 0:
		p.Percentage = 100 * done / total
	}
	return p
}
