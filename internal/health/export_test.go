package health

import "context"

// Beat stores a heartbeat, Leave removes the process, and CheckBooks checks the books.
func (s *Service) Beat(ctx context.Context) error       { return s.beat(ctx) }
func (s *Service) Leave(ctx context.Context) error      { return s.leave(ctx) }
func (s *Service) CheckBooks(ctx context.Context) error { return s.checkBooks(ctx) }

// Look does one check of the monitor.
func (s *Service) Look(ctx context.Context) error { return (&monitor{service: s}).look(ctx) }
