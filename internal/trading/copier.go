package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/worker"
)

const (
	copyBatch = 200
	copyPoll  = 30 * time.Second // for what another replica left behind, and exits that wait for a price
)

// signalCopier is the worker that brings bots' signals to the subscriptions that copy them.
func (s *Service) signalCopier() worker.Worker { return &copier{service: s} }

// copier takes the oldest signal that is to be copied and brings it to some subscriptions in each
// transaction. It holds the signal meanwhile, so replicas take different ones, and takes a signal only when
// the older ones of its bot and symbol are done, so nobody's exit overtakes the entry. What was done is in
// the database: whoever comes after a crash goes on where it stopped.
type copier struct{ service *Service }

// Name is the worker's name.
func (*copier) Name() string { return "signal-copier" }

// Run copies until the context ends. It fails when the database does.
func (c *copier) Run(ctx context.Context) error {
	wake := make(chan struct{}, 1)
	cancel := c.service.db.Subscribe(signalsTopic, func(string) {
		select {
		case wake <- struct{}{}:
		default: // already awake
		}
	})
	defer cancel()
	ticker := time.NewTicker(copyPoll)
	defer ticker.Stop()
	for {
		if err := c.pass(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		case <-ticker.C:
		}
	}
}

// copyPlace is how far a pass has come. It only saves reading again what is done already.
type copyPlace struct {
	waiting uuid.UUID // signals up to this one are done, or wait
	signal  uuid.UUID // the last one that was taken
	reached uuid.UUID // the last of its subscriptions that has had it
}

// pass copies everything that can be copied now.
func (c *copier) pass(ctx context.Context) error {
	at, more := copyPlace{}, true
	for more {
		var err error
		if at, more, err = c.step(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

// step brings one signal to its next subscriptions and reports whether there may be more to do.
func (c *copier) step(ctx context.Context, at copyPlace) (next copyPlace, more bool, err error) {
	defer money.Catch(&err)
	s := c.service
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		next, more = at, false
		signal, err := nextToCopy(ctx, tx, at.waiting)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		if signal.ID != at.signal {
			next.signal, next.reached = signal.ID, uuid.Nil
		}
		if signal.Type == Hold {
			return markCopied(ctx, tx, signal, s.now())
		}
		copying := s.newCopying(signal, s.now())
		if copying.mustWait() {
			next.waiting = signal.ID
			return nil
		}
		candidates, err := subscriptionsToCopy(ctx, tx, signal, next.reached, copyBatch)
		if err != nil {
			return err
		}
		if err := s.copyTo(ctx, tx, copying, candidates); err != nil {
			return err
		}
		if len(candidates) < copyBatch {
			return markCopied(ctx, tx, signal, s.now())
		}
		next.reached = candidates[len(candidates)-1].ID
		return nil
	})
	return next, more, err
}

// copyTo brings a signal to subscriptions and records what became of it for each. Accounts come first, then
// subscriptions, then executions: the order in which executing by hand takes them too.
func (s *Service) copyTo(ctx context.Context, tx *database.Tx, c *copying, candidates []*Subscription) error {
	if len(candidates) == 0 {
		return nil
	}
	if err := tx.LookUpRows(ctx); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(candidates))
	for i, candidate := range candidates {
		ids[i] = candidate.AccountID
	}
	accounts, err := lockAccounts(ctx, tx, ids)
	if err != nil {
		return err
	}
	subscriptions, err := holdActive(ctx, tx, candidates)
	if err != nil {
		return err
	}
	claims := make([]execution, len(subscriptions))
	for i, subscription := range subscriptions {
		claims[i] = execution{subscription.owner(), c.signal.ID, subscription.AccountID, subscription.ID}
	}
	claimed, err := claimExecutions(ctx, tx, claims, c.now)
	if err != nil {
		return err
	}
	positions, err := c.positionsToClose(ctx, tx, subscriptions)
	if err != nil {
		return err
	}
	b := s.newBook(c.now)
	var outcomes []outcome
	for _, subscription := range subscriptions {
		if !claimed[subscription.owner()] {
			continue // executed by hand
		}
		refused, err := codeOf(c.apply(b, accounts[subscription.AccountID], subscription, positions[subscription.ID]))
		if err != nil {
			return err
		}
		outcomes = append(outcomes, outcome{subscription, refused})
	}
	if err := s.write(ctx, tx, b); err != nil {
		return err
	}
	return recordOutcomes(ctx, tx, c.signal, outcomes)
}
