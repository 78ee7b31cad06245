package health

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	lookEvery = time.Second
	// declareEvery is how often a process repeats that a part is degraded, and looks for parts that nobody has reported
	// for declaredFor.
	declareEvery = 20 * time.Second
	declaredFor  = 45 * time.Second
	// declareLimit keeps a database in trouble from holding up all other checks.
	declareLimit = 5 * time.Second
)

// Workers returns the background jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{&monitor{service: s}, &heart{s}} }

// Troubled returns for every known part whether it is in trouble, as the monitor last found it.
func (s *Service) Troubled() map[string]bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	all := map[string]bool{}
	for _, part := range s.parts {
		all[part.Name] = false
	}
	for _, state := range s.workers() {
		all[workerPart(state.Name)] = false
	}
	for part := range s.troubled {
		all[part] = true
	}
	return all
}

// monitor is the worker that tells operators when trouble begins and ends: by the metrics, one log line each, and an
// event that one of the processes publishes.
type monitor struct {
	service    *Service
	declaredAt time.Time
}

// Name is the worker's name.
func (m *monitor) Name() string { return "health-monitor" }

// Run checks every second until the context ends. It fails when the database refuses a report; during an outage of the
// database the report is made later.
func (m *monitor) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(lookEvery, m.look))
}

func (m *monitor) look(ctx context.Context) error {
	s := m.service
	found := s.troubles(ctx)
	hasNew := s.note(found)
	if now := s.now(); hasNew || now.Sub(m.declaredAt) >= declareEvery {
		limited, cancel := context.WithTimeout(ctx, declareLimit)
		defer cancel()
		err := s.declare(limited, found)
		if err != nil && (database.IsOutage(err) || limited.Err() != nil) {
			return nil // trouble that lasts is declared later
		}
		if err != nil {
			return fmt.Errorf("declare what does not work: %w", err)
		}
		m.declaredAt = now
	}
	return nil
}

// troubles returns the reasons by part.
func (s *Service) troubles(ctx context.Context) map[string]string {
	found := map[string]string{}
	stuck, failing := s.workerTroubles(true)
	if len(failing) > 0 && s.prober.Check(ctx) != nil { // the database is only probed then
		failing = nil
	} else if len(failing) > 0 {
		_, failing = s.workerTroubles(true) // the database may have come back just now
	}
	for _, reason := range slices.Concat(stuck, failing, s.partTroubles()) {
		found[reason.Component] = shortened(reason.Message)
	}
	return found
}

// note stores what was found, logs the changes and reports whether there is new trouble.
func (s *Service) note(found map[string]string) (hasNew bool) {
	s.mutex.Lock()
	before := s.troubled
	s.troubled = found
	s.mutex.Unlock()
	for _, part := range slices.Sorted(maps.Keys(found)) {
		if _, known := before[part]; !known {
			hasNew = true
			s.logger.Warn("degraded", "part", part, "reason", found[part])
		}
	}
	for _, part := range slices.Sorted(maps.Keys(before)) {
		if _, still := found[part]; !still {
			s.logger.Info("works again", "part", part)
		}
	}
	return hasNew
}

// longestReason bounds the length of a reason in an event and a table.
const longestReason = 300

func shortened(reason string) string {
	if runes := []rune(reason); len(runes) > longestReason {
		return string(runes[:longestReason])
	}
	return reason
}
