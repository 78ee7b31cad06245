package education

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Level is how much a course takes for granted.
type Level string

// The levels there are.
const (
	Beginner     Level = "beginner"
	Intermediate Level = "intermediate"
	Advanced     Level = "advanced"
	Expert       Level = "expert"
)

// CourseStatus is who may see a course.
type CourseStatus string

// A draft is its authors'; an archived course is open to those who know it, and closed to newcomers.
const (
	Draft     CourseStatus = "draft"
	Published CourseStatus = "published"
	Archived  CourseStatus = "archived"
)

// Course is what people enroll in.
type Course struct {
	ID               uuid.UUID
	TenantID         uuid.UUID // the owner; identity.Platform when all tenants share it
	Slug             string    // unique among the owner's
	Title            string
	ShortDescription string
	Description      string
	ThumbnailURL     string
	Level            Level
	Status           CourseStatus
	Price            money.Decimal // in USD; 0 is free
	AccessDays       int           // how long an enrollment lasts; 0 is for ever
	DurationMinutes  int           // of its published lessons
	CreatedAt        time.Time
	UpdatedAt        time.Time
	PublishedAt      time.Time // for the first time; zero before

	Lessons []Lesson // where they were asked for
}

// IsFree tells whether the course costs nothing.
func (c *Course) IsFree() bool { return c.Price.IsZero() }

// accessUntil is when access of so many days that begins at a moment ends; zero is never, for 0 days.
func accessUntil(from time.Time, days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return from.Add(time.Duration(days) * 24 * time.Hour)
}

// publish makes a draft or an archived course public. It fails with INVALID_TRANSITION when it is, and with
// CONFLICT when there is nothing in it to learn.
func (c *Course) publish(lessons []Lesson, now time.Time) error {
	if c.Status == Published {
		return fault.New(fault.InvalidTransition, "the course is published already")
	}
	if !anyPublished(lessons) {
		return errNothingToLearn
	}
	c.Status, c.UpdatedAt = Published, now
	if c.PublishedAt.IsZero() {
		c.PublishedAt = now
	}
	return nil
}

var errNothingToLearn = fault.New(fault.Conflict, "a published course needs at least one published lesson")

// archive closes a published course to newcomers. It fails with INVALID_TRANSITION for any other: an
// archived draft would be public.
func (c *Course) archive(now time.Time) error {
	if c.Status != Published {
		return fault.New(fault.InvalidTransition, "a course that is %s cannot be archived", c.Status)
	}
	c.Status, c.UpdatedAt = Archived, now
	return nil
}

var (
	// cheapest is the least that payment providers take: who asked for less would sell to nobody.
	cheapest = money.MustParse("0.50")
	// dearest is far beyond any course, and within what payment providers take.
	dearest = money.FromInt(100_000)
)

// check fails with VALIDATION_ERROR when something about a course cannot be.
func (c *Course) check() error {
	if c.Title == "" {
		return fault.Invalid("title", "must not be empty")
	}
	if !validSlug.MatchString(c.Slug) {
		return fault.Invalid("slug", "must be lower-case letters and digits, with single hyphens between them")
	}
	if slices.Contains(takenSegments, c.Slug) {
		return fault.Invalid("slug", "must not be %s, which is the address of something else", c.Slug)
	}
	if c.ShortDescription == "" {
		return fault.Invalid("shortDescription", "must not be empty")
	}
	switch c.Level {
	case Beginner, Intermediate, Advanced, Expert:
	default:
		return fault.Invalid("difficultyLevel", "must be beginner, intermediate, advanced or expert")
	}
	switch {
	case c.Price.IsNegative():
		return fault.Invalid("priceUsd", "must not be negative")
	case !c.Price.Round(2).Equal(c.Price):
		return fault.Invalid("priceUsd", "must have at most 2 decimals")
	case c.Price.GreaterThan(dearest):
		return fault.Invalid("priceUsd", "must be at most %s", dearest)
	}
	if c.AccessDays < 0 || c.AccessDays > 3650 {
		return fault.Invalid("accessDays", "must be from 0 to 3650")
	}
	return checkThumbnail(c.ThumbnailURL)
}

// checkPayable refuses a price that no provider takes. One from before stays until it is changed.
func (c *Course) checkPayable() error {
	if !c.IsFree() && c.Price.LessThan(cheapest) {
		return fault.Invalid("priceUsd", "must be 0 or at least 0.50")
	}
	return nil
}

// checkThumbnail refuses what a page must not load as a picture, such as javascript:. No picture is fine,
// and so is one of the same site.
func checkThumbnail(address string) error {
	parsed, err := url.Parse(address)
	isWeb := err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http") && parsed.Host != ""
	isOwn := err == nil && parsed.Scheme == "" && parsed.Host == "" && strings.HasPrefix(address, "/")
	if address == "" || isWeb || isOwn {
		return nil
	}
	return fault.Invalid("thumbnailUrl", "must be a web address")
}

// takenSegments are what stands in the contract in the place of a course's slug: a course that is called so could not be
// reached by its slug.
var takenSegments = []string{"featured", "search"}

var validSlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// reachable is a slug that was not chosen, with a suffix where a course could not be reached by it.
func reachable(slug string) string {
	if slices.Contains(takenSegments, slug) {
		return slug + "-course"
	}
	return slug
}

// slugOf makes a slug from a title. A title without Latin letters or digits gives one that says nothing.
func slugOf(title string) string {
	const most = 80
	var slug strings.Builder
	for _, word := range foldedWords(title) {
		if !validSlug.MatchString(word) {
			continue
		}
		if slug.Len()+1+len(word) > most {
			break
		}
		if slug.Len() > 0 {
			slug.WriteByte('-')
		}
		slug.WriteString(word)
	}
	if slug.Len() == 0 {
		return "untitled-" + uuid.NewString()[:8]
	}
	return slug.String()
}
