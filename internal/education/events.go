package education

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	enrollmentCreated   = "education.enrollment.created"
	lessonCompleted     = "education.lesson.completed"
	enrollmentCompleted = "education.enrollment.completed"
)

// enrollmentEvent is the data of education.enrollment.created and .completed: the enrollment as the API shows it, plus
// what identifies the course, since slugs and titles are unique per owner only.
type enrollmentEvent struct {
	ID                 uuid.UUID         `json:"id"`
	EnrollmentID       uuid.UUID         `json:"enrollmentId"`
	UserID             uuid.UUID         `json:"userId"`
	CourseID           uuid.UUID         `json:"courseId"`
	CourseSlug         string            `json:"courseSlug"`
	CourseTitle        string            `json:"courseTitle"`
	CourseScope        identity.Scope    `json:"courseScope"`
	Attempt            int               `json:"attempt"`
	Status             EnrollmentStatus  `json:"status"`
	ProgressPercentage int               `json:"progressPercentage"`
	PaymentID          uuid.UUID         `json:"paymentId,omitzero"`
	EnrolledAt         webhook.Timestamp `json:"enrolledAt"`
	ExpiresAt          webhook.Timestamp `json:"expiresAt,omitzero"`
	CompletedAt        webhook.Timestamp `json:"completedAt,omitzero"`
	CertificateSerial  string            `json:"certificateSerial,omitempty"`
}

func newEnrollmentEvent(e *Enrollment, course *Course, percentage int) enrollmentEvent {
	return enrollmentEvent{
		ID: e.ID, EnrollmentID: e.ID, UserID: e.UserID, CourseID: e.CourseID, CourseSlug: course.Slug, CourseTitle: course.Title,
		CourseScope: identity.ScopeOf(course.TenantID), Attempt: e.Attempt, Status: e.status, ProgressPercentage: percentage,
		PaymentID: e.PaymentID, EnrolledAt: webhook.At(e.EnrolledAt), ExpiresAt: webhook.At(e.ExpiresAt),
		CompletedAt: webhook.At(e.CompletedAt), CertificateSerial: e.Serial,
	}
}

func (e *Enrollment) event(eventType string, course *Course, percentage int) webhook.Event {
	return webhook.Event{TenantID: e.TenantID, Type: eventType, Data: newEnrollmentEvent(e, course, percentage)}
}

// lessonEvent is the data of education.lesson.completed: the lesson as a course lists it, plus whose enrollment it
// belongs to.
type lessonEvent struct {
	ID                 uuid.UUID    `json:"id"`
	CourseID           uuid.UUID    `json:"courseId"`
	Title              string       `json:"title"`
	Slug               string       `json:"slug"`
	Position           int          `json:"position"`
	Type               LessonType   `json:"type"`
	DurationMinutes    int          `json:"durationMinutes"`
	IsPreview          bool         `json:"isPreview"`
	IsRequired         bool         `json:"isRequired"`
	Status             LessonStatus `json:"status"`
	EnrollmentID       uuid.UUID    `json:"enrollmentId"`
	UserID             uuid.UUID    `json:"userId"`
	LessonID           uuid.UUID    `json:"lessonId"`
	LessonSlug         string       `json:"lessonSlug"`
	LessonTitle        string       `json:"lessonTitle"`
	ProgressPercentage int          `json:"progressPercentage"`
}

func newLessonEvent(e *Enrollment, l Lesson, percentage int) lessonEvent {
	return lessonEvent{
		ID: l.ID, CourseID: l.CourseID, Title: l.Title, Slug: l.Slug, Position: l.Position, Type: l.Type,
		DurationMinutes: l.DurationMinutes, IsPreview: l.IsPreview, IsRequired: l.IsRequired, Status: l.Status,
		EnrollmentID: e.ID, UserID: e.UserID, LessonID: l.ID, LessonSlug: l.Slug, LessonTitle: l.Title, ProgressPercentage: percentage,
	}
}

func (p Progress) lessonEvent(lesson Lesson) webhook.Event {
	return webhook.Event{TenantID: p.Enrollment.TenantID, Type: lessonCompleted, Data: newLessonEvent(p.Enrollment, lesson, p.Percentage)}
}

// Events describes what this package publishes.
func Events() []webhook.EventType {
	id := func(last byte) uuid.UUID {
		u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000300")
		u[15] = last
		return u
	}
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	course := &Course{Slug: "risk-before-return", Title: "Risk Before Return"}
	enrollment := Enrollment{ID: id(1), UserID: id(2), CourseID: id(3), Attempt: 1, EnrolledAt: at, status: Active}
	lesson := Lesson{
		ID: id(4), CourseID: id(3), Title: "Position sizing", Slug: "position-sizing", Position: 3, Type: Text,
		DurationMinutes: 12, IsRequired: true, Status: LessonPublished,
	}
	completed := enrollment
	completed.status, completed.CompletedAt, completed.Serial = Completed, at.AddDate(0, 0, 12), "7K2QD-9WX0M-4TRVB-HH31C"
	return []webhook.EventType{
		webhook.NewEventType(enrollmentCreated, "A user has enrolled in a course.", newEnrollmentEvent(&enrollment, course, 0)),
		webhook.NewEventType(lessonCompleted, "A user has completed a lesson.", newLessonEvent(&enrollment, lesson, 50)),
		webhook.NewEventType(enrollmentCompleted, "A user has completed a course and has a certificate.", newEnrollmentEvent(&completed, course, 100)),
	}
}
