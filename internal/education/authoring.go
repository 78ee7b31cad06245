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

// AllCourses lists the courses that the caller may edit, in any state or in the given one, newest first, with their
// total number: a tenant's courses for its admins, and also the platform's for a super_admin, unless the scope narrows
// it. It fails with FORBIDDEN below admin, and when an admin asks for the platform's.
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

// AuthoredCourse reads a course that the caller may edit, in any state, with all its lessons but without their
// content. It fails with FORBIDDEN below admin, and with NOT_FOUND for a course that the caller may not edit.
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

// NewCourse is the input for a new course. An empty slug is derived from the title; the scope sets the owner.
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

// CreateCourse adds a draft that belongs to the scope's owner. It is for admins. It fails with VALIDATION_ERROR
// (title, slug, shortDescription, thumbnailUrl, difficultyLevel, priceUsd, accessDays), with CONFLICT when the owner
// already has a course with the slug, and with FORBIDDEN when anyone but a super_admin writes for the platform.
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

// CourseChange is a partial update of a course; nil fields stay as they are.
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

// UpdateCourse changes a course. Enrolled users keep the terms under which they enrolled. It is for the course's
// authors. It fails with NOT_FOUND, FORBIDDEN, and as CreateCourse does.
func (s *Service) UpdateCourse(ctx context.Context, caller identity.Caller, id uuid.UUID, change CourseChange) (*Course, error) {
	return s.author(ctx, caller, id, func(_ *database.Tx, course *Course) (act, error) {
		before := course.fields()
		course.Slug = reachable(course.Slug) // the slug may predate this check
		change.apply(course)
		course.UpdatedAt = s.now()
		err := course.check()
		if change.Price != nil {
			err = cmp.Or(err, course.checkPayable())
		}
		return courseAct("changed", before, course), err
	})
}

// Publish makes a draft or an archived course public. It is for the course's authors. It fails with NOT_FOUND,
// FORBIDDEN, INVALID_TRANSITION when it is already published, and CONFLICT when it has no published lesson.
func (s *Service) Publish(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Course, error) {
	return s.author(ctx, caller, id, func(_ *database.Tx, course *Course) (act, error) {
		before := course.fields()
		err := course.publish(course.Lessons, s.now())
		return courseAct("published", before, course), err
	})
}

// Archive closes a published course to new users and takes it off the lists; enrolled users keep it. It is for the
// course's authors. It fails with NOT_FOUND, FORBIDDEN, and with INVALID_TRANSITION when it is not published.
func (s *Service) Archive(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Course, error) {
	return s.author(ctx, caller, id, func(_ *database.Tx, course *Course) (act, error) {
		before := course.fields()
		err := course.archive(s.now())
		return courseAct("archived", before, course), err
	})
}

// author locks one of the caller's courses with its lesson outline, changes it, updates the search index and records
// the act in the audit log. It fails with NOT_FOUND, and with FORBIDDEN when the caller may not edit the course.
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
		if course.Status == Draft { // it was never published, so search does not know it
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
