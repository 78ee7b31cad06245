package copying

import (
	"bourse/internal/worker"
)

// What tests of subscriptions and the copier use from the inside.
var CopyStopReached = copyStopReached

func (s *Service) SignalCopier() worker.Worker { return s.signalCopier() }
