package education

import (
	"cmp"
	"context"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// AllCourses lists the courses that the caller may write, in every state or in one, the newest first, and how
// many there are: a tenant's for its admins, and the platform's too for a super_admin, unless the scope says
// which. It fails with FORBIDDEN below admin, and when an admin asks for the platform's.
func (s *Service) AllCourses(ctx context.Context, caller identity.Caller, scope identity.Scope, status CourseStatus, page database.Page) ([]*Course, int, error) {
	owner, err := caller.OwnerFor(scope, identity.RoleAdmin)
	if err != nil {
		return nil, 0, err
	}
	owners := []uuid.UUID{owner}
	if scope == "" && owner == identity.Platform {
		owners = append(owners, caller.TenantID)
	}
	return listOwned(ctx, s.db, owners, status, page)
}

// AuthoredCourse reads a course that the caller may write, in any state, with all its lessons, which come without
// their content. It fails with FORBIDDEN below admin, and with NOT_FOUND for a course that the caller may not write.
func (s *Service) AuthoredCourse(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Course, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	course, err := readCourse(ctx, s.db, caller.TenantID, id)
	if err != nil {
		return nil, err
	}
	if caller.MayAuthor(course.TenantID, identity.RoleAdmin) != nil {
		return nil, errNoCourse
	}
	course.Lessons, err = draftOutlineOf(ctx, s.db, id)
	return course, err
}

// NewCourse is what a course is made of. An empty slug is made from the title; the scope says for whom it is.
type NewCourse struct {
	Scope            identity.Scope
	Title            string
	Slug             string
	ShortDescription string
	Description      string
	ThumbnailURL     string
	Level            Level
	Price            money.Decimal
	AccessDays       int
}

// CreateCourse adds a draft. It is for admins, and leaves the course to the scope's owner. It fails with
// VALIDATION_ERROR (title, slug, shortDescription, thumbnailUrl, difficultyLevel, priceUsd, accessDays), with CONFLICT
// when the owner has a course with the slug, and with FORBIDDEN when somebody else than a super_admin writes for the
// platform.
func (s *Service) CreateCourse(ctx context.Context, caller identity.Caller, given NewCourse) (*Course, error) {
	owner, err := caller.OwnerFor(given.Scope, identity.RoleAdmin)
	if err != nil {
		return nil, err
	}
	now := s.now()
	course := &Course{
		ID: database.NewID(), TenantID: owner, Slug: given.Slug, Title: strings.TrimSpace(given.Title),
		ShortDescription: strings.TrimSpace(given.ShortDescription), Description: given.Description,
		ThumbnailURL: given.ThumbnailURL, Level: given.Level, Status: Draft, Price: given.Price,
		AccessDays: given.AccessDays, CreatedAt: now, UpdatedAt: now, Lessons: []Lesson{},
	}
	course.Slug = cmp.Or(course.Slug, reachable(slugOf(course.Title)))
	if err := cmp.Or(course.check(), course.checkPayable()); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		added, err := insertCourse(ctx, tx, course)
		if err != nil {
			return err
		}
		if !added {
			return errSlugTaken(course.Slug)
		}
		return s.record(ctx, tx, caller, courseAct("created", nil, course))
	})
	return course, err
}

// CourseChange is what to change about a course; nil leaves it.
type CourseChange struct {
	Title            *string
	Slug             *string
	ShortDescription *string
	Description      *string
	ThumbnailURL     *string
	Level            *Level
	Price            *money.Decimal
	AccessDays       *int
}

func (change CourseChange) apply(c *Course) {
	set(&c.Title, change.Title)
	set(&c.Slug, change.Slug)
	set(&c.ShortDescription, change.ShortDescription)
	set(&c.Description, change.Description)
	set(&c.ThumbnailURL, change.ThumbnailURL)
	set(&c.Level, change.Level)
	set(&c.Price, change.Price)
	set(&c.AccessDays, change.AccessDays)
	c.Title, c.ShortDescription = strings.TrimSpace(c.Title), strings.TrimSpace(c.ShortDescription)
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

// UpdateCourse changes a course. Those who are enrolled keep the terms that they enrolled under. It is for
// its authors. It fails with NOT_FOUND, FORBIDDEN, and as CreateCourse does.
func (s *Service) UpdateCourse(ctx context.Context, caller identity.Caller, id uuid.UUID, change CourseChange) (*Course, error) {
	return s.author(ctx, caller, id, func(_ *database.Tx, course *Course) (act, error) {
		before := course.fields()
		course.Slug = reachable(course.Slug) // which it was given before that was looked at
		change.apply(course)
		course.UpdatedAt = s.now()
		err := course.check()
		if change.Price != nil {
			err = cmp.Or(err, course.checkPayable())
		}
		return courseAct("changed", before, course), err
	})
}

// Publish makes a draft or an archived course public. It is for its authors. It fails with NOT_FOUND, FORBIDDEN,
// INVALID_TRANSITION when it is published already, and CONFLICT when it has no published lesson.
func (s *Service) Publish(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Course, error) {
	return s.author(ctx, caller, id, func(_ *database.Tx, course *Course) (act, error) {
		before := course.fields()
		err := course.publish(course.Lessons, s.now())
		return courseAct("published", before, course), err
	})
}

// Archive closes a published course to newcomers and takes it off the lists; those who are enrolled keep it.
// It is for its authors. It fails with NOT_FOUND, FORBIDDEN, and with INVALID_TRANSITION when it is not published.
func (s *Service) Archive(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Course, error) {
	return s.author(ctx, caller, id, func(_ *database.Tx, course *Course) (act, error) {
		before := course.fields()
		err := course.archive(s.now())
		return courseAct("archived", before, course), err
	})
}

// author changes a course of the caller's, which it holds with the outline of its lessons, keeps search in step and leaves
// what was done in the audit log. It fails with NOT_FOUND, and with FORBIDDEN when the caller may not write it.
func (s *Service) author(ctx context.Context, caller identity.Caller, id uuid.UUID, change func(tx *database.Tx, course *Course) (act, error)) (course *Course, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if course, err = lockCourse(ctx, tx, caller.TenantID, id); err != nil {
			return err
		}
		if err := caller.MayAuthor(course.TenantID, identity.RoleAdmin); err != nil {
			return err
		}
		if course.Lessons, err = draftOutlineOf(ctx, tx, id); err != nil {
			return err
		}
		done, err := change(tx, course)
		if err != nil {
			return err
		}
		if err := updateCourse(ctx, tx, course); err != nil {
			return err
		}
		if err := s.record(ctx, tx, caller, done); err != nil {
			return err
		}
		if course.Status == Draft { // as it always was: search has never known it
			return nil
		}
		if err := s.reindex(ctx, tx, course); err != nil {
			return err
		}
		return noteChanges(ctx, tx, course.ID)
	})
	if err != nil {
		return nil, err
	}
	return course, nil
}
