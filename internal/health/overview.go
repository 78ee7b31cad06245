package health

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// Queue is a kind of things that wait to be sent.
type Queue struct {
	Name string
	// IsOfTenant says whether Read counts per tenant; otherwise it counts for the whole platform.
	IsOfTenant bool
	// Read counts the waiting things, up to database.MostCounted.
	Read func(ctx context.Context, tenant uuid.UUID) (database.Waiting, error)
}

// Waiting is a queue and the things waiting in it.
type Waiting struct {
	Queue
	database.Waiting
}

// Feed is where prices come from.
type Feed struct {
	Name      string
	LastQuote time.Time // zero before the first
	Trouble   string    // empty while it works
}

// Self is what a process reports about itself.
type Self struct{ Role, Version string }

// PartState is the state of an external part.
type PartState struct {
	Name    string
	Trouble string // empty while it works
	Since   time.Time
}

// Overview is the state of the installation.
type Overview struct {
	Report
	At        time.Time
	Processes []Process // the answering one first
	Parts     []PartState
	Queues    []Waiting
	Feeds     []Feed
	Books     Check
}

// Overview returns the state of the installation: this process as it is now, the others as they last reported. It fails
// with FORBIDDEN for anybody but administrators, and when the database does.
func (s *Service) Overview(ctx context.Context, caller identity.Caller) (Overview, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return Overview{}, err
	}
	now := s.now()
	found := Overview{Report: s.Report(ctx), At: now, Feeds: s.feeds()}
	others, err := listProcesses(ctx, s.db, s.process, now.Add(-keptFor))
	if err != nil {
		return found, err
	}
	found.Processes = append([]Process{s.self(now)}, others...)
	degraded, err := listDegraded(ctx, s.db, now)
	if err != nil {
		return found, err
	}
	found.Parts = s.partStates(degraded, now)
	if found.Books, err = findCheck(ctx, s.db, booksCheck); err != nil {
		return found, err
	}
	for _, queue := range s.queues {
		waiting, err := queue.Read(ctx, caller.TenantID)
		if err != nil {
			return found, err
		}
		found.Queues = append(found.Queues, Waiting{queue, waiting})
	}
	found.addReasons(degraded)
	return found, nil
}

// addReasons adds troubles other than the process's own: those of other processes, and of the books.
func (o *Overview) addReasons(degraded []degradedPart) {
	add := func(component, message string) {
		if slices.ContainsFunc(o.Reasons, func(known Reason) bool { return known.Component == component }) {
			return
		}
		o.Reasons = append(o.Reasons, Reason{component, message})
		if o.Status == Ready {
			o.Status = Degraded
		}
	}
	for _, part := range degraded {
		add(part.part, part.reason)
	}
	if o.Books.Problem != "" {
		add("books", o.Books.Problem)
	}
	if !slices.ContainsFunc(o.Processes, func(p Process) bool { return p.IsAlive(o.At) && p.Role != "api" }) {
		add("workers", "no process runs the background jobs")
	}
}

// partStates returns the external parts; each is in trouble when a process has recently reported so or this one finds
// so now.
func (s *Service) partStates(degraded []degradedPart, now time.Time) []PartState {
	states := make([]PartState, 0, len(s.parts))
	for _, part := range s.parts {
		state := PartState{Name: part.Name, Trouble: part.Trouble()}
		if at := slices.IndexFunc(degraded, func(d degradedPart) bool { return d.part == part.Name }); at >= 0 {
			state.Trouble, state.Since = degraded[at].reason, degraded[at].since
		} else if state.Trouble != "" {
			state.Since = now
		}
		states = append(states, state)
	}
	return states
}
