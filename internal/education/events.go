package education

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook"
)

// The events of this package.
const (
	enrollmentCreated   = "education.enrollment.created"
	lessonCompleted     = "education.lesson.completed"
	enrollmentCompleted = "education.enrollment.completed"
)

// enrollmentEvent is the data of education.enrollment.created and .completed.
type enrollmentEvent struct {
	EnrollmentID      uuid.UUID        `json:"enrollmentId"`
	UserID            uuid.UUID        `json:"userId"`
	CourseID          uuid.UUID        `json:"courseId"`
	CourseSlug        string           `json:"courseSlug"`
	CourseTitle       string           `json:"courseTitle"`
	Attempt           int              `json:"attempt"`
	Status            EnrollmentStatus `json:"status"`
	PaymentID         uuid.UUID        `json:"paymentId,omitzero"`
	EnrolledAt        time.Time        `json:"enrolledAt"`
	ExpiresAt         time.Time        `json:"expiresAt,omitzero"`
	CompletedAt       time.Time        `json:"completedAt,omitzero"`
	CertificateSerial string           `json:"certificateSerial,omitempty"`
}

func newEnrollmentEvent(e *Enrollment, course *Course) enrollmentEvent {
	return enrollmentEvent{
		EnrollmentID: e.ID, UserID: e.UserID, CourseID: e.CourseID, CourseSlug: course.Slug, CourseTitle: course.Title,
		Attempt: e.Attempt, Status: e.status, PaymentID: e.PaymentID, EnrolledAt: e.EnrolledAt.UTC(),
		ExpiresAt: e.ExpiresAt.UTC(), CompletedAt: e.CompletedAt.UTC(), CertificateSerial: e.Serial,
	}
}

func (e *Enrollment) event(eventType string, course *Course) webhook.Event {
	return webhook.Event{TenantID: e.TenantID, Type: eventType, Data: newEnrollmentEvent(e, course)}
}

// lessonEvent is the data of education.lesson.completed.
type lessonEvent struct {
	EnrollmentID       uuid.UUID `json:"enrollmentId"`
	UserID             uuid.UUID `json:"userId"`
	CourseID           uuid.UUID `json:"courseId"`
	LessonID           uuid.UUID `json:"lessonId"`
	LessonSlug         string    `json:"lessonSlug"`
	LessonTitle        string    `json:"lessonTitle"`
	ProgressPercentage int       `json:"progressPercentage"`
}

func (p Progress) lessonEvent(lesson Lesson) webhook.Event {
	return webhook.Event{TenantID: p.Enrollment.TenantID, Type: lessonCompleted, Data: lessonEvent{
		EnrollmentID: p.Enrollment.ID, UserID: p.Enrollment.UserID, CourseID: p.Enrollment.CourseID, LessonID: lesson.ID,
		LessonSlug: lesson.Slug, LessonTitle: lesson.Title, ProgressPercentage: p.Percentage,
	}}
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
	completed := enrollment
	completed.status, completed.CompletedAt, completed.Serial = Completed, at.AddDate(0, 0, 12), "7K2QD-9WX0M-4TRVB-HH31C"
	return []webhook.EventType{
		webhook.NewEventType(enrollmentCreated, "A user has enrolled in a course.", newEnrollmentEvent(&enrollment, course)),
		webhook.NewEventType(lessonCompleted, "A user has completed a lesson.", lessonEvent{
			id(1), id(2), id(3), id(4), "position-sizing", "Position sizing", 50,
		}),
		webhook.NewEventType(enrollmentCompleted, "A user has completed a course and has a certificate.", newEnrollmentEvent(&completed, course)),
	}
}
