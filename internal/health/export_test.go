package health

import "context"

// Beat says that the process is there, Leave that it ends, and CheckBooks looks at the books.
func (s *Service) Beat(ctx context.Context) error       { return s.beat(ctx) }
func (s *Service) Leave(ctx context.Context) error      { return s.leave(ctx) }
func (s *Service) CheckBooks(ctx context.Context) error { return s.checkBooks(ctx) }

// Look does what the monitor does now and then.
func (s *Service) Look(ctx context.Context) error { return (&monitor{service: s}).look(ctx) }
