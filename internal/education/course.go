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

// Level is how much prior knowledge a course assumes.
type Level string

// The levels.
const (
	Beginner     Level = "beginner"
	Intermediate Level = "intermediate"
	Advanced     Level = "advanced"
	Expert       Level = "expert"
)

// CourseStatus decides who may see a course.
type CourseStatus string

// A draft is visible to its authors only; an archived course can be read by id but not enrolled in.
const (
	Draft     CourseStatus = "draft"
	Published CourseStatus = "published"
	Archived  CourseStatus = "archived"
)

// Course is what people enroll in.
type Course struct {
	ID               uuid.UUID
	TenantID         uuid.UUID // the owner; identity.Platform for courses that all tenants share
	Slug             string    // unique per owner
	Title            string
	ShortDescription string
	Description      string
	ThumbnailURL     string
	Level            Level
	Status           CourseStatus
	Price            money.Decimal // in USD; 0 means free
	AccessDays       int           // how long an enrollment lasts; 0 means forever
	DurationMinutes  int           // sum of its published lessons
	CreatedAt        time.Time
	UpdatedAt        time.Time
	PublishedAt      time.Time // when first published; zero before

	Lessons []Lesson // only where requested
}

// IsFree reports whether the course costs nothing.
func (c *Course) IsFree() bool { return c.Price.IsZero() }

// accessUntil is when access that starts at from and lasts the given days ends; zero means never, for 0 days.
func accessUntil(from time.Time, days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return from.Add(time.Duration(days) * 24 * time.Hour)
}

// publish makes a draft or an archived course public. It fails with INVALID_TRANSITION when it is already published,
// and with CONFLICT when it has no published lesson.
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

// archive closes a published course to new users. It fails with INVALID_TRANSITION for any other: archiving a draft
// would make it public.
func (c *Course) archive(now time.Time) error {
	if c.Status != Published {
		return fault.New(fault.InvalidTransition, "a course that is %s cannot be archived", c.Status)
	}
	c.Status, c.UpdatedAt = Archived, now
	return nil
}

var (
	// cheapest is the least that payment providers accept: a course below it could not be sold.
	cheapest = money.MustParse("0.50")
	// dearest is far above any course's price, and within what payment providers accept.
	dearest = money.FromInt(100_000)
)

// check fails with VALIDATION_ERROR when a field of the course is invalid.
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

// checkPayable refuses a price that no provider accepts. A price from before this check stays until it is changed.
func (c *Course) checkPayable() error {
	if !c.IsFree() && c.Price.LessThan(cheapest) {
		return fault.Invalid("priceUsd", "must be 0 or at least 0.50")
	}
	return nil
}

// checkThumbnail refuses addresses that a page must not load as a picture, such as javascript:. An empty one is fine,
// and so is one on the same site.
func checkThumbnail(address string) error {
	parsed, err := url.Parse(address)
	isWeb := err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http") && parsed.Host != ""
	isOwn := err == nil && parsed.Scheme == "" && parsed.Host == "" && strings.HasPrefix(address, "/")
	if address == "" || isWeb || isOwn {
		return nil
	}
	return fault.Invalid("thumbnailUrl", "must be a web address")
}

// takenSegments are path segments that the contract uses where a course's slug would stand: a course with such a slug
// could not be reached by it.
var takenSegments = []string{"featured", "search"}

var validSlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// reachable returns a generated slug, with a suffix if the course could not be reached by it otherwise.
func reachable(slug string) string {
	if slices.Contains(takenSegments, slug) {
		return slug + "-course"
	}
	return slug
}

// slugOf derives a slug from a title. A title without Latin letters or digits gets a meaningless one.
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
