package health

import "context"

// Look does what the monitor does every ten seconds.
func (s *Service) Look(ctx context.Context) error { return (&monitor{service: s}).look(ctx) }
