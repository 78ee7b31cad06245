// Package education is a school: courses of lessons that users enroll in, work through and complete.
//
// A course belongs either to the platform, whose courses every tenant sees and only a super_admin edits, or to one
// tenant, whose users see it and whose admins edit it; for anyone else it does not exist. It starts as a draft that
// only its authors see, is then published, and may later be archived, which does not affect enrolled users. What a
// user does in a course is an enrollment: one attempt, with the lessons completed in it. An attempt ends when it is
// completed, cancelled or expired, and enrolling again begins a new one with fresh progress; only completion is final.
// What was paid for is a purchase, which outlasts an attempt: a user who cancels may come back without paying again
// while the purchase lasts.
//
// Changing an attempt requires locking its row, and the database ensures that at most one attempt of a user at a
// course is active or completed. Enrolling or answering a quiz locks the user first, because both have daily limits
// (daily.go). So fifty concurrent enrolments make one attempt, and two concurrent last lessons complete the course
// once. Progress is never stored; it is computed from the completed lessons.
//
// Search (search.go) turns courses and queries into the same normalised words and ranks them by its own rules, in
// memory (search_memory.go), so results are the same on both engines. The engine's own index holds the same words: it
// answers until a process has built its index, and for a catalogue that is too large for that.
package education

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// Publisher tells other systems what happened, within the transaction that makes it so.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Names returns the names by which other users may know a user. Unknown users are left out.
type Names interface {
	Names(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)
}

// People are the users who learn.
type People interface {
	// HoldEntering locks a user until the transaction ends, so that what they do within a day is counted serially. It
	// fails with ACCOUNT_SUSPENDED when they are suspended, as deleted users are.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
}

// Brands are the tenants' brands; an unknown tenant, such as the platform, has the installation's.
type Brands interface {
	Of(ctx context.Context, from database.Querier, tenant uuid.UUID) (brand.Brand, error)
}

// Options are the service's dependencies and settings.
type Options struct {
	Database *database.DB
	Events   Publisher
	// Names gives the holders' names on certificates.
	Names Names
	// People are locked while their daily limits are checked.
	People People
	// Brands gives the issuers' names on certificates.
	Brands Brands
	Now    func() time.Time
	Logger *slog.Logger
	// IndexBytes is how much memory the index of courses may take; while it is being rebuilt, twice that. Zero means a
	// default. A catalogue that does not fit is searched by the database.
	IndexBytes int64
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db     *database.DB
	events Publisher
	names  Names
	people People
	brands Brands
	now    func() time.Time
	logger *slog.Logger
	index  index
	keeper *indexKeeper
}

// New returns the service.
func New(options Options) *Service {
	return &Service{
		db: options.Database, events: options.Events, names: options.Names, people: options.People, brands: options.Brands,
		now: options.Now, logger: options.Logger,
		index:  newIndex(options.Database.Engine()),
		keeper: newIndexKeeper(options.Database, options.Now, options.Logger, indexWithin(options.IndexBytes)),
	}
}

// Workers are the background jobs for every process that answers searches.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.keeper} }

// SharedWorkers are the jobs that need to run in only one process of the installation; running more does no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newRecounter(s), &wordCleaner{service: s}}
}
