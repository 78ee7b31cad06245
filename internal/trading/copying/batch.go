package copying

import (
	"context"
	"errors"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// copyWait is how long a batch waits for an account that is locked before it goes on without it.
const copyWait = 200 * time.Millisecond

// errNoPrice is why an exit waits.
var errNoPrice = errors.New("there is no price for the exit")

// claiming is how a batch claims the accounts of its subscriptions.
type claiming int

const (
	claimAll  claiming = iota // wait a while for those that are locked
	claimFree                 // leave locked ones for later
	claimLeft                 // like claimFree, for those left before
)

// copyBatch copies a signal to some subscriptions in one transaction. Those that are locked, or for which an older signal
// was left, are left for later.
func (s *Service) copyBatch(ctx context.Context, signal *trading.Signal, candidates []*Subscription) error {
	var behind, ready []*Subscription
	for _, candidate := range candidates {
		if candidate.isBehind {
			behind = append(behind, candidate)
		} else {
			ready = append(ready, candidate)
		}
	}
	if err := s.leave(ctx, signal, behind); err != nil || len(ready) == 0 {
		return err
	}
	_, err := s.tryCopy(ctx, signal, ready, claimAll)
	if err == nil || errors.Is(err, errNoPrice) {
		return err
	}
	_, err = s.copyFree(ctx, signal, ready, claimFree)
	return err
}

// copyFree copies a signal to those subscriptions whose accounts are free, and reports whether some are locked. If it fails
// although the database answers, one of them is to blame and must not hold up the others: each half is tried separately. An
// entry that fails for a single subscription is skipped; an exit is left for later, because skipping it would leave open
// what the bot has closed.
func (s *Service) copyFree(ctx context.Context, signal *trading.Signal, candidates []*Subscription, how claiming) (isLocked bool, err error) {
	isLocked, err = s.tryCopy(ctx, signal, candidates, how)
	if err == nil || errors.Is(err, errNoPrice) || ctx.Err() != nil || !database.IsLocked(err) && s.db.Ping(ctx) != nil {
		return isLocked, err
	}
	if half := len(candidates) / 2; half > 0 {
		first, err := s.copyFree(ctx, signal, candidates[:half], how)
		second, alsoFailed := s.copyFree(ctx, signal, candidates[half:], how)
		return first || second, errors.Join(err, alsoFailed)
	}
	if database.IsLocked(err) {
		return true, s.leave(ctx, signal, candidates)
	}
	s.logger.ErrorContext(ctx, "a signal cannot be copied", "signalId", signal.ID, "subscriptionId", candidates[0].ID, "error", err)
	if !signal.Type.IsEntry() {
		return false, s.leave(ctx, signal, candidates)
	}
	if err = s.skip(ctx, signal, candidates[0]); database.IsLocked(err) {
		return true, s.leave(ctx, signal, candidates)
	}
	return false, err
}

// tryCopy copies a signal to subscriptions in one transaction, and reports whether some were left because they are locked.
func (s *Service) tryCopy(ctx context.Context, signal *trading.Signal, candidates []*Subscription, how claiming) (isLocked bool, err error) {
	defer money.Catch(&err)
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		copying, err := s.copyingNow(ctx, tx, signal)
		if err != nil {
			return err
		}
		if copying.mustWait() {
			return errNoPrice
		}
		if err := tx.LookUpRows(ctx); err != nil {
			return err
		}
		taken, err := claimFollowers(ctx, tx, copying, candidates, how)
		if err != nil {
			return err
		}
		isLocked = len(taken) < len(candidates)
		if how == claimLeft {
			if taken, err = claimPendingCopies(ctx, tx, signal, taken); err != nil {
				return err
			}
		}
		return s.copyTo(ctx, tx, copying, taken)
	})
	return isLocked, err
}

// copyingNow is a signal with its current price. An entry counts as expired if its bot was stopped after publishing it.
func (s *Service) copyingNow(ctx context.Context, tx *database.Tx, signal *trading.Signal) (*copying, error) {
	now := s.now()
	if signal.Type.IsEntry() {
		var err error
		if signal, err = asStopped(ctx, tx, signal, now, ""); err != nil {
			return nil, err
		}
	}
	return s.newCopying(signal, now), nil
}

// claimFollowers locks the accounts of subscriptions and returns those that it could lock.
func claimFollowers(ctx context.Context, tx *database.Tx, c *copying, candidates []*Subscription, how claiming) ([]*Subscription, error) {
	accounts := accountsOf(candidates)
	if how == claimAll {
		if err := tx.LimitLockWait(ctx, copyWait); err != nil {
			return nil, err
		}
		return candidates, trading.HoldAccounts(ctx, tx, accounts)
	}
	if err := tx.LimitLockWait(ctx, trading.BriefWait); err != nil {
		return nil, err
	}
	held, err := tx.LockFree(ctx, "trading_accounts", accounts)
	if err != nil {
		return nil, err
	}
	isFree := func(s *Subscription) bool { return held[s.AccountID] }
	locked := slices.DeleteFunc(slices.Clone(candidates), isFree)
	free := slices.DeleteFunc(slices.Clone(candidates), func(s *Subscription) bool { return !isFree(s) })
	return free, insertPendingCopies(ctx, tx, c.signal, locked, c.now)
}

// copyTo copies a signal to subscriptions whose accounts are locked, and records the result for each. Accounts are locked
// before executions, the same order as when executing by hand. A subscription only changes under its account's lock.
func (s *Service) copyTo(ctx context.Context, tx *database.Tx, c *copying, candidates []*Subscription) error {
	subscriptions, accounts, err := readFollowers(ctx, tx, candidates)
	if err != nil {
		return err
	}
	if subscriptions, err = s.leaveBuying(ctx, tx, c, subscriptions, accounts); err != nil {
		return err
	}
	claims := make([]trading.ExecutionClaim, len(subscriptions))
	for i, subscription := range subscriptions {
		claims[i] = trading.ExecutionClaim{Owner: subscription.owner, Signal: c.signal.ID, Account: subscription.AccountID, Subscription: subscription.ID}
	}
	claimed, err := trading.ClaimExecutions(ctx, tx, claims, c.now)
	if err != nil {
		return err
	}
	held, err := s.heldBy(ctx, tx, c.signal, subscriptions)
	if err != nil {
		return err
	}
	b := s.trading.NewBook(c.now)
	var skipped []outcome
	for _, subscription := range subscriptions {
		if !claimed[subscription.owner] {
			continue // executed by hand
		}
		at := held[subscription.AccountID]
		at.subscription, at.account = subscription, accounts[subscription.AccountID]
		refused, err := refusalOf(c.apply(b, at))
		if err != nil {
			return err
		}
		if refused != nil {
			skipped = append(skipped, outcome{subscription, refused})
		}
	}
	if err := s.trading.Write(ctx, tx, b); err != nil {
		return err
	}
	return recordSkipped(ctx, tx, c.signal, skipped)
}
