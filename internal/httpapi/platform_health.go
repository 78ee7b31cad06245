package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/health"
	"bourse/internal/oas"
)

// GetPlatformHealth implements GET /platform/health.
func (a *API) GetPlatformHealth(ctx context.Context) (oas.GetPlatformHealthRes, error) {
	found, err := a.Health.Overview(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	self := found.Processes[0]
	shown := oas.PlatformHealth{
		Status: oas.PlatformHealthStatusNotReady, AsOf: found.At, Version: self.Version, StartedAt: self.StartedAt,
		Reasons:   mapped(found.Reasons, func(r health.Reason) oas.HealthReason { return oas.HealthReason(r) }),
		Processes: []oas.PlatformProcess{}, Jobs: []oas.PlatformJob{},
		Parts: mapped(found.Parts, platformPart), Queues: mapped(found.Queues, platformQueue), Feeds: mapped(found.Feeds, platformFeed),
		Books: platformBooks(found.Books),
	}
	if found.Serves() {
		shown.Status = oas.PlatformHealthStatus(found.Status)
	}
	for i, process := range found.Processes {
		isAlive := process.IsAlive(found.At)
		shown.Processes = append(shown.Processes, oas.PlatformProcess{
			ID: process.ID, Role: process.Role, Version: process.Version, StartedAt: process.StartedAt, SeenAt: process.SeenAt,
			IsAlive: isAlive, IsAnswering: i == 0,
		})
		for _, job := range process.Jobs {
			if isAlive {
				shown.Jobs = append(shown.Jobs, oas.PlatformJob{
					Name: job.Name, ProcessId: process.ID, State: oas.PlatformJobState(job.State),
					LastProgressAt: optTime(job.LastProgress), Detail: optText(job.Detail),
				})
			}
		}
	}
	return &oas.PlatformHealthEnvelope{Success: true, Data: shown}, nil
}

func platformPart(p health.PartState) oas.PlatformPart {
	shown := oas.PlatformPart{Name: p.Name, State: oas.PlatformPartStateWorking, Since: optTime(p.Since), Detail: optText(p.Trouble)}
	if p.Trouble != "" {
		shown.State = oas.PlatformPartStateInTrouble
	}
	return shown
}

func platformQueue(q health.Waiting) oas.PlatformQueue {
	shown := oas.PlatformQueue{
		Name: oas.PlatformQueueName(q.Name), Scope: oas.PlatformQueueScopePlatform, Waiting: int(q.Count),
		IsComplete: q.Count < database.MostCounted, FirstDueAt: optTime(q.Oldest),
	}
	if q.IsOfTenant {
		shown.Scope = oas.PlatformQueueScopeTenant
	}
	return shown
}

func platformFeed(f health.Feed) oas.PlatformFeed {
	shown := oas.PlatformFeed{Name: f.Name, State: oas.PlatformFeedStateWorking, LastQuoteAt: optTime(f.LastQuote), Detail: optText(f.Trouble)}
	switch {
	case f.Trouble != "":
		shown.State = oas.PlatformFeedStateInTrouble
	case f.LastQuote.IsZero():
		shown.State = oas.PlatformFeedStateSilent
	}
	return shown
}

func platformBooks(c health.Check) oas.PlatformBooks {
	shown := oas.PlatformBooks{State: oas.PlatformBooksStateBalanced, CheckedAt: optTime(c.CheckedAt), Detail: optText(c.Problem)}
	switch {
	case c.CheckedAt.IsZero():
		shown.State = oas.PlatformBooksStateUnchecked
	case c.Problem != "":
		shown.State = oas.PlatformBooksStateUnbalanced
	}
	return shown
}
