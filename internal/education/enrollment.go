package education

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// EnrollmentStatus is the state of an attempt at a course.
type EnrollmentStatus string

// Only completion is final: from any other ended state, enrolling again begins a new attempt.
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
	ExpiresAt   time.Time // zero means never
	CompletedAt time.Time
	CancelledAt time.Time
	Serial      string // of the certificate; empty if there is none

	status EnrollmentStatus // as stored; see Status
}

// Status is the state of the attempt at a given time: attempts expire without being updated. A completed course never
// expires.
func (e *Enrollment) Status(now time.Time) EnrollmentStatus {
	if e.status == Active && !e.ExpiresAt.IsZero() && !now.Before(e.ExpiresAt) {
		return Expired
	}
	return e.status
}

// opensContent reports whether this attempt gives access to the lessons.
func (e *Enrollment) opensContent(now time.Time) bool {
	status := e.Status(now)
	return status == Active || status == Completed
}

// next returns the attempt after this one; e may be nil.
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

// Tally counts the lessons of a course, in one attempt.
type Tally struct {
	Required, RequiredDone int // published lessons that are required
	All, AllDone           int // all published lessons
}

// counted returns what progress is based on: the required lessons, or all of them if none is required.
func (t Tally) counted() (done, total int) {
	if t.Required == 0 {
		return t.AllDone, t.All
	}
	return t.RequiredDone, t.Required
}

// finished reports whether everything that counts is done. A course without lessons cannot be finished.
func (t Tally) finished() bool {
	done, total := t.counted()
	return total > 0 && done >= total
}

// Progress is the progress of an attempt.
type Progress struct {
	Enrollment *Enrollment
	Status     EnrollmentStatus
	Percentage int // 0 to 100, rounded down
	Done       int // lessons that count
	Total      int
	LessonIDs  []uuid.UUID // completed lessons, including those that do not count, in course order
}

// newProgress computes progress. A completed attempt stays at 100, whatever happens to the course.
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
