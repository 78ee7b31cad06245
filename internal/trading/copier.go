package trading

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/worker"
)

const (
	// copiesAtOnce is how many subscriptions get a signal in one transaction. It holds their accounts meanwhile.
	copiesAtOnce = 500
	// copyParallel is how many batches are written at the same time where there is more than one writer.
	copyParallel = 4
	copyPoll     = 30 * time.Second // for what another replica left behind, and exits that wait for a price
)

// signalCopier is the worker that brings bots' signals to the subscriptions that copy them.
func (s *Service) signalCopier() worker.Worker { return &copier{service: s} }

// copier takes the oldest signal that is to be copied and brings it to its subscriptions, some hundred in each
// transaction. It takes a signal only when the older ones of its bot and symbol are done, so nobody's exit
// overtakes the entry. What was done is in the database: whoever comes after a crash goes on where it stopped, and
// two who copy the same signal copy it once.
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

// pass copies everything that can be copied now.
func (c *copier) pass(ctx context.Context) error {
	var behind uuid.UUID // signals up to this one are done, or wait
	for more := true; more; {
		var err error
		if behind, more, err = c.copyNext(ctx, behind); err != nil {
			return err
		}
	}
	return nil
}

// copyNext brings the next signal to all of its subscriptions and reports whether there may be more to do.
//
// On PostgreSQL a transaction holds the signal meanwhile, so replicas take different ones; what is copied is
// committed beside it, batch by batch. SQLite has one writer, which the batches need: there the signal is not held,
// and nothing but time is lost if somebody else copies it too.
func (c *copier) copyNext(ctx context.Context, behind uuid.UUID) (next uuid.UUID, more bool, err error) {
	s := c.service
	if s.db.Engine() == database.SQLite {
		signal, err := nextToCopy(ctx, s.db, behind)
		if err != nil {
			return behind, false, unless(fault.NotFound, err)
		}
		done, err := c.copyToAll(ctx, signal)
		if err != nil || !done {
			return signal.ID, true, err
		}
		err = s.db.InTx(ctx, func(tx *database.Tx) error { return markCopied(ctx, tx, signal, s.now()) })
		return behind, true, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		next, more = behind, false
		signal, err := nextToCopy(ctx, tx, behind)
		if err != nil {
			return unless(fault.NotFound, err)
		}
		more = true
		done, err := c.copyToAll(ctx, signal)
		if err != nil {
			return err
		}
		if !done {
			next = signal.ID
			return nil
		}
		return markCopied(ctx, tx, signal, s.now())
	})
	return next, more, err
}

// unless is nil when an error has the code.
func unless(code fault.Code, err error) error {
	if fault.Is(err, code) {
		return nil
	}
	return err
}

// copyToAll brings a signal to every subscription that has not had it, and reports whether it did: an exit without a
// price waits. Only a few batches are in memory at a time.
func (c *copier) copyToAll(ctx context.Context, signal *Signal) (done bool, err error) {
	s := c.service
	if signal.Type == Hold {
		return true, nil
	}
	if s.newCopying(signal, s.now()).mustWait() {
		return false, nil
	}
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(1)
	if s.db.Engine() == database.Postgres {
		group.SetLimit(copyParallel)
	}
	var reached uuid.UUID
	for working.Err() == nil {
		candidates, failed := subscriptionsToCopy(working, s.db, signal, reached, copiesAtOnce)
		if failed != nil {
			err = failed
			break
		}
		if len(candidates) > 0 {
			reached = candidates[len(candidates)-1].ID
			group.Go(func() error { return s.copyBatch(working, signal, candidates) })
		}
		if len(candidates) < copiesAtOnce {
			break
		}
	}
	if failed := group.Wait(); failed != nil {
		err = failed
	}
	if errors.Is(err, errNoPrice) {
		return false, nil
	}
	return err == nil, err
}

// errNoPrice is why an exit waits.
var errNoPrice = errors.New("there is no price for the exit")

// copyBatch brings a signal to some subscriptions, in one transaction. When that fails and the database answers, one
// of them is to blame, and the others must not wait for it: each half is tried alone. An entry that fails for one
// subscription alone is skipped; an exit is tried again later, because what it leaves open the bot has closed.
func (s *Service) copyBatch(ctx context.Context, signal *Signal, candidates []*Subscription) (err error) {
	err = s.tryCopy(ctx, signal, candidates)
	if err == nil || errors.Is(err, errNoPrice) || ctx.Err() != nil || s.db.Ping(ctx) != nil {
		return err
	}
	if half := len(candidates) / 2; half > 0 {
		return errors.Join(s.copyBatch(ctx, signal, candidates[:half]), s.copyBatch(ctx, signal, candidates[half:]))
	}
	s.logger.ErrorContext(ctx, "a signal cannot be copied", "signalId", signal.ID, "subscriptionId", candidates[0].ID, "error", err)
	if !signal.Type.entry() {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return skipExecution(ctx, tx, signal, candidates[0], s.now()) })
}

func (s *Service) tryCopy(ctx context.Context, signal *Signal, candidates []*Subscription) (err error) {
	defer money.Catch(&err)
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		copying := s.newCopying(signal, s.now()) // with the price of this moment
		if copying.mustWait() {
			return errNoPrice
		}
		return s.copyTo(ctx, tx, copying, candidates)
	})
}

// copyTo brings a signal to subscriptions and records what became of it for each. Accounts come first, then
// executions: the order in which executing by hand takes them too. A subscription changes only under its account.
func (s *Service) copyTo(ctx context.Context, tx *database.Tx, c *copying, candidates []*Subscription) error {
	if err := tx.LookUpRows(ctx); err != nil {
		return err
	}
	subscriptions, accounts, err := lockFollowers(ctx, tx, candidates)
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
	held, err := s.heldBy(ctx, tx, c.signal, subscriptions)
	if err != nil {
		return err
	}
	b := s.newBook(c.now)
	var skipped []outcome
	for _, subscription := range subscriptions {
		if !claimed[subscription.owner()] {
			continue // executed by hand
		}
		at := held[subscription.AccountID]
		at.subscription, at.account = subscription, accounts[subscription.AccountID]
		refused, err := codeOf(c.apply(b, at))
		if err != nil {
			return err
		}
		if refused != "" {
			skipped = append(skipped, outcome{subscription, refused})
		}
	}
	if err := s.write(ctx, tx, b); err != nil {
		return err
	}
	return recordSkipped(ctx, tx, c.signal, skipped)
}
