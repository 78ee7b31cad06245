package webhook

import (
	"context"

	"bourse/internal/webhook/wire"
)

// SenderFunc is a receiver that is played by the test.
type SenderFunc func(ctx context.Context, call wire.Call) wire.Result

// Do makes SenderFunc a sender.
func (f SenderFunc) Do(ctx context.Context, call wire.Call) wire.Result { return f(ctx, call) }

// NewWithSender is New with another way to make calls.
func NewWithSender(options Options, sender SenderFunc) *Service { return newService(options, sender) }
