package health

import "context"

// Look does what the monitor does now and then.
func (s *Service) Look(ctx context.Context) error { return (&monitor{service: s}).look(ctx) }
