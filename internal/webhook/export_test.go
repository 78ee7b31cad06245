package webhook

import "context"

// PublishWaiting is how many calls wait for the publisher.
func (s *Service) PublishWaiting() int { return len(s.publisher.requests) }

// CleanStep does one batch of the endpoint cleaner's work and reports whether there was some.
func (s *Service) CleanStep(ctx context.Context) (bool, error) {
	return (&endpointCleaner{s}).step(ctx)
}

// JobBatch is how many deliveries a transaction of the endpoint cleaner changes at most.
const JobBatch = jobBatch
