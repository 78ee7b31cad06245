package education_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
)

// school is the service with one tenant, its admin and a student, on a clock that the test sets. The super_admin
// belongs to another tenant.
type school struct {
	t       *testing.T
	db      *database.DB
	service *education.Service
	brands  *brand.Service
	people  people
	events  *published.Events
	tenant  uuid.UUID
	admin   identity.Caller
	student identity.Caller
	super   identity.Caller
	clock   *testkit.Clock
}

func newSchool(t *testing.T, db *database.DB) *school {
	t.Helper()
	s := &school{t: t, db: db, events: &published.Events{}, clock: testkit.NewClock(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	s.tenant = s.newTenant()
	s.admin, s.student = s.newCaller(identity.RoleAdmin), s.newCaller(identity.RoleUser)
	s.super = s.callerOf(s.newTenant(), identity.RoleSuperAdmin)
	s.brands = brand.New(brand.Options{Database: db, Default: brand.Brand{ProductName: "The Platform"}})
	s.service = education.New(education.Options{
		Database: db, Events: s.events, Now: s.clock.Now, Logger: slog.New(slog.DiscardHandler),
		Names: holders{}, People: &s.people, Brands: s.brands,
	})
	if err := s.service.BuildIndex(t.Context()); err != nil { // from here on it follows every change
		t.Fatal(err)
	}
	return s
}

// holders gives the names of all users.
type holders struct{}

func (holders) Names(_ context.Context, _ database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error) {
	all := map[uuid.UUID]string{}
	for _, user := range users {
		all[user] = "Holder " + user.String()
	}
	return all, nil
}

// people admits everyone, unless the test sets a refusal.
type people struct{ refusal error }

// HoldEntering locks the user until the transaction ends, like the lock on a user's row. SQLite has one writer.
func (p *people) HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	if tx.Engine() == database.Postgres {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, user.String()); err != nil {
			return err
		}
	}
	return p.refusal
}

// newTenant creates a tenant whose slug is its id, so that the audit log can refer to it.
func (s *school) newTenant() uuid.UUID {
	s.t.Helper()
	id := uuid.New()
	err := s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(s.t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A brand', 1)`, id, id.String())
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// newCaller is a user of the school's tenant.
func (s *school) newCaller(role identity.Role) identity.Caller { return s.callerOf(s.tenant, role) }

func (s *school) callerOf(tenant uuid.UUID, role identity.Role) identity.Caller {
	return identity.Caller{UserID: uuid.New(), TenantID: tenant, Role: role}
}

const day = 24 * time.Hour

// terms describe a test's course.
type terms struct {
	title      string
	price      string
	accessDays int
	required   int // number of published lessons
	optional   int
}

// draft creates a course that is not published yet.
func (s *school) draft(given terms) (*education.Course, []uuid.UUID) {
	s.t.Helper()
	if given.title == "" {
		given.title = "Course " + uuid.NewString()
	}
	price := money.Zero
	if given.price != "" {
		price = money.MustParse(given.price)
	}
	course, err := s.service.CreateCourse(s.t.Context(), s.admin, education.NewCourse{
		Title: given.title, ShortDescription: "For the test.", Level: education.Beginner, Price: price, AccessDays: given.accessDays,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	var lessons []uuid.UUID
	for i := range given.required + given.optional {
		lessons = append(lessons, s.addLesson(course.ID, i < given.required))
	}
	return course, lessons
}

// open creates a published course.
func (s *school) open(given terms) (*education.Course, []uuid.UUID) {
	s.t.Helper()
	course, lessons := s.draft(given)
	course, err := s.service.Publish(s.t.Context(), s.admin, course.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return course, lessons
}

func (s *school) addLesson(course uuid.UUID, isRequired bool) uuid.UUID {
	s.t.Helper()
	lesson, err := s.service.AddLesson(s.t.Context(), s.admin, course, education.NewLesson{
		Title: "Lesson " + uuid.NewString(), Type: education.Text, Content: "Read this.", DurationMinutes: 7, IsRequired: isRequired,
		Status: education.LessonPublished,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return lesson.ID
}

func (s *school) enroll(course uuid.UUID) education.Progress {
	s.t.Helper()
	progress, err := s.service.Enroll(s.t.Context(), s.student, course)
	if err != nil {
		s.t.Fatal(err)
	}
	return progress
}

func (s *school) complete(lessons ...uuid.UUID) (progress education.Progress) {
	s.t.Helper()
	for _, lesson := range lessons {
		var err error
		if progress, err = s.service.CompleteLesson(s.t.Context(), s.student, lesson); err != nil {
			s.t.Fatal(err)
		}
	}
	return progress
}

// pay enrolls the student through a payment whose offered terms are unknown.
func (s *school) pay(course, payment uuid.UUID) {
	s.t.Helper()
	s.payFor(course, payment, nil)
}

// payFor enrolls the student through a payment, for the days that were offered.
func (s *school) payFor(course, payment uuid.UUID, accessDays *int) {
	s.t.Helper()
	err := s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		return s.service.EnrollPaid(s.t.Context(), tx, s.student.TenantID, s.student.UserID, course, payment, accessDays)
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// refund refunds a payment.
func (s *school) refund(payment uuid.UUID) {
	s.t.Helper()
	err := s.db.InTx(s.t.Context(), func(tx *database.Tx) error { return s.service.RevokePaid(s.t.Context(), tx, payment) })
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *school) wantAccess(course uuid.UUID, want bool) {
	s.t.Helper()
	has, err := s.service.HasAccess(s.t.Context(), s.db, s.student.UserID, course)
	if err != nil || has != want {
		s.t.Errorf("access is %v (%v), want %v", has, err, want)
	}
}

func (s *school) wantRows(want int, query string, arguments ...any) {
	s.t.Helper()
	var got int
	if err := s.db.QueryRow(s.t.Context(), query, arguments...).Scan(&got); err != nil || got != want {
		s.t.Errorf("%s: %d rows (%v), want %d", query, got, err, want)
	}
}

func wantStatus(t *testing.T, p education.Progress, status education.EnrollmentStatus, attempt, percentage int) {
	t.Helper()
	if p.Status != status || p.Enrollment.Attempt != attempt || p.Percentage != percentage {
		t.Errorf("attempt %d is %s at %d%%, want attempt %d %s at %d%%",
			p.Enrollment.Attempt, p.Status, p.Percentage, attempt, status, percentage)
	}
}
