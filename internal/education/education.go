// Package education is a school: courses of lessons that people enroll in, work through and finish.
//
// A course belongs to the platform, whose courses every tenant sees and only a super_admin writes, or to one
// tenant, whose users see it and whose admins write it; to anybody else it does not exist. It is a draft, which
// nobody but its authors sees, then published, then perhaps archived, which those who are enrolled do not notice. What a user does
// in a course is an enrollment: one attempt, with the lessons that were completed in it. An attempt ends by
// being completed, cancelled or out of time, and enrolling again begins a new one with fresh progress; only
// completion is final. What was paid for is a purchase, which outlasts an attempt: whoever cancels may come
// back without paying again for as long as it runs.
//
// Whoever changes an attempt holds its row first, and at most one attempt of a user at a course is active or
// completed: the database sees to that. Whoever enrolls or answers a quiz is held before, because how often they may do that
// within a day is bounded (daily.go). So fifty enrolments at once make one attempt, and two last lessons
// at once complete the course once. Progress is never stored; it is what the completed lessons say.
//
// Search (search.go) turns courses and queries into the same normalised words and ranks by rules of its own, in
// memory (search_memory.go), so it is the same on both engines. An engine's index holds the same words: it answers
// until a process has built its own, and for a catalogue that is too large for that.
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

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Names tells what users may be called by others. Who is unknown is left out.
type Names interface {
	Names(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)
}

// People are those who learn.
type People interface {
	// HoldEntering holds a person until the transaction ends, so that what they do within a day is counted one after the
	// other. It fails with ACCOUNT_SUSPENDED when they are locked out, as whoever has left is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
}

// Brands are the faces of the tenants; one that nobody knows, as the platform is, has the installation's.
type Brands interface {
	Of(ctx context.Context, from database.Querier, tenant uuid.UUID) (brand.Brand, error)
}

// Options are what the service needs.
type Options struct {
	Database *database.DB
	Events   Publisher
	// Names are what certificates call their holders.
	Names Names
	// People are held while what they may do within a day is counted.
	People People
	// Brands are who issues certificates.
	Brands Brands
	Now    func() time.Time
	Logger *slog.Logger
	// IndexBytes is how much memory the index of courses may take, and twice that while it is built anew; zero is a
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

// New makes the service.
func New(options Options) *Service {
	return &Service{
		db: options.Database, events: options.Events, names: options.Names, people: options.People, brands: options.Brands,
		now: options.Now, logger: options.Logger,
		index:  newIndex(options.Database.Engine()),
		keeper: newIndexKeeper(options.Database, options.Now, options.Logger, indexWithin(options.IndexBytes)),
	}
}

// Workers are the background jobs that every process that answers searches runs.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.keeper} }

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newRecounter(s), &wordCleaner{service: s}}
}
