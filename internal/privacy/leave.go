package privacy

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/worker"
)

// Leave erases the caller: whatever identifies them is removed or blanked everywhere; what the books need stays under
// an id that identifies nobody. It fails with REAUTHENTICATION_REQUIRED unless the caller has logged in recently, with
// CONFLICT while something is left that only they can decide on, such as money, an open position, a working order or a
// connected account, and for an administrator, and with ACCOUNT_SUSPENDED for a user who was just erased or is
// suspended.
func (s *Service) Leave(ctx context.Context, caller identity.Caller) error {
	if err := caller.RequireRecentLogin(s.now()); err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		// The person is locked first, as in everything that they begin: mayLeave sees what has begun, and what comes
		// later is refused.
		if err := s.people.HoldEntering(ctx, tx, caller.UserID); err != nil {
			return err
		}
		// Then the payments in progress, in the order in which settling one locks: money that arrives now is on the
		// books when mayLeave looks.
		if err := lockPayments(ctx, tx, caller.UserID); err != nil {
			return err
		}
		// Then their case and their accounts, before all else, as in everything that decides or trades.
		if err := lockAccounts(ctx, tx, caller.UserID); err != nil {
			return err
		}
		if err := s.mayLeave(ctx, tx, caller.UserID); err != nil {
			return err
		}
		user, err := s.people.Leave(ctx, tx, caller)
		if err != nil {
			return err
		}
		isEverywhere, err := isPlatformAuthor(ctx, tx, user.ID)
		if err != nil {
			return fmt.Errorf("look for signals of a person: %w", err)
		}
		person := contacts{Email: user.Email, Phone: user.Phone, IsEverywhere: isEverywhere}
		if err := s.remember(ctx, tx, user, person); err != nil {
			return err
		}
		// Now and never later: after the erasure, the counts of the address belong to whoever registers it next.
		if err := forgetAttempts(ctx, tx, user.TenantID, person); err != nil {
			return fmt.Errorf("forget the attempts at a person: %w", err)
		}
		// This also now: from now on, what is copied to the tenants must be clean, since nobody tells the cleaner when
		// it arrives.
		if err := cleanBroadcasts(ctx, tx, user.ID); err != nil {
			return fmt.Errorf("clean broadcasts: %w", err)
		}
		for _, h := range holdings {
			if err := eraseAtOnce(ctx, tx, h, user.ID, s.now()); err != nil {
				return err
			}
		}
		return s.people.SayGoodbye(ctx, tx, user)
	})
}

// mayLeave fails with CONFLICT and names everything that is left.
func (s *Service) mayLeave(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	var left []string
	for _, o := range obstacles {
		number, err := o.count(ctx, tx, user, s.usesSandbox)
		if err != nil {
			return err
		}
		if number > 0 {
			left = append(left, o.what)
		}
	}
	if len(left) > 0 {
		return fault.New(fault.Conflict, "there are still %s: settle them first", strings.Join(left, ", "))
	}
	return nil
}

// remember stores for the cleaner how the person was reached.
func (s *Service) remember(ctx context.Context, tx *database.Tx, user *identity.User, person contacts) error {
	plain, err := json.Marshal(person)
	if err != nil {
		return err
	}
	sealed, err := s.ring.Seal(plain, contactsContext(user.ID))
	if err != nil {
		return fmt.Errorf("seal the contacts of a person: %w", err)
	}
	// Whoever registers the same address again is a different person: their messages are left alone once this is done.
	begun := erasure{
		UserID: user.ID, TenantID: user.TenantID, contacts: sealed, AfterEvent: beforeEventsOf(user.ID), rowsAt: s.now(), LeftAt: s.now(),
	}
	if err := erasureTable.Insert(ctx, tx, &begun); err != nil {
		return fmt.Errorf("insert an erasure: %w", err)
	}
	tx.NotifyAtCommit(erasuresTopic, "")
	return nil
}

// beforeEventsOf returns an id that sorts before every event that can name a person: none can be older than the
// person's id, which has a timestamp from the same clocks. Without it, registering and leaving repeatedly would each
// time scan every event ever published. It is nil for an id without a timestamp.
func beforeEventsOf(user uuid.UUID) uuid.UUID {
	if user.Version() != 7 {
		return uuid.Nil
	}
	return database.FirstIDAt(time.Unix(user.Time().UnixTime()).Add(-clocksDiffer))
}

const (
	// clocksDiffer is how far apart the clocks of two processes may be.
	clocksDiffer = time.Hour
	// erasuresTopic is notified whenever somebody leaves.
	erasuresTopic = "erasures"
	// rowBatch is how many of a person's rows, eventBatch how many events and messageBatch how many messages one
	// transaction processes.
	rowBatch, eventBatch, messageBatch = 500, 500, 500
	// messageWait and longestMessageWait bound how long the cleaner waits for messages that are still being sent.
	messageWait        = 5 * time.Second
	longestMessageWait = 15 * time.Minute
	// busyWait is how long the cleaner waits for an erasure that another process holds.
	busyWait = time.Second
	// unreadableWait is when unreadable contacts are tried again, in case somebody has restored a key.
	unreadableWait = 24 * time.Hour
	// longestWait is how often the cleaner looks for work of which it was not notified.
	longestWait = 5 * time.Minute
)

// SharedWorkers returns the background workers of which one process at a time does each piece of work.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{cleaner{s}} }

// cleaner is the worker that removes the remaining data of erased people.
type cleaner struct{ service *Service }

// Name is the worker's name.
func (cleaner) Name() string { return "erasure-cleaner" }

// Run cleans until the context ends. It fails when the database does.
func (c cleaner) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer c.service.db.Subscribe(erasuresTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, c.service.Clean)
}

// Clean processes one due batch and returns how long until there is more to do. It fails when the database does.
func (s *Service) Clean(ctx context.Context) (wait time.Duration, err error) {
	isDone := false
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		found, err := dueErasure(ctx, tx, s.now())
		if isDone = found == nil; err != nil || isDone {
			return err
		}
		return s.clean(ctx, tx, found)
	})
	if err != nil || !isDone {
		return 0, err
	}
	next, err := nextErasure(ctx, s.db)
	if err != nil || next.IsZero() {
		return longestWait, err
	}
	if wait = next.Sub(s.now()); wait <= 0 { // due, but held by another process
		wait = busyWait
	}
	return min(wait, longestWait), nil
}

// clean processes one batch: first of the person's rows, then of events, and then it waits until no message is still
// being sent. What is published and sent later does not know the person. An unfinished erasure queues behind the others
// that are due, so that nobody waits for all of somebody else's data.
func (s *Service) clean(ctx context.Context, tx *database.Tx, e *erasure) error {
	if err := s.cleanStep(ctx, tx, e); err != nil {
		return err
	}
	return erasureTable.Update(ctx, tx, e)
}

func (s *Service) cleanStep(ctx context.Context, tx *database.Tx, e *erasure) error {
	left := rowBatch
	if !e.AreRowsErased && e.EntryAt.IsZero() { // the entries follow when no rows are left
		erased, err := eraseLater(ctx, tx, e.UserID, rowBatch)
		if err != nil {
			return err
		}
		if left -= erased; left == 0 {
			e.lookAgain(s.now())
			return nil
		}
	}
	person, unreadable, err := s.readContacts(ctx, tx, e)
	if err != nil {
		return err
	}
	if e.isParked() {
		if unreadable != nil {
			e.lookAgain(s.now().Add(unreadableWait))
			return nil
		}
		e.DoneAt = time.Time{} // a key was restored
	}
	if !e.AreRowsErased {
		seen, err := cleanEntries(ctx, tx, e, person, left)
		if err != nil {
			return fmt.Errorf("clean the audit log: %w", err)
		}
		if seen == left {
			e.lookAgain(s.now())
			return nil
		}
		e.AreRowsErased = true
	}
	return s.cleanTraces(ctx, tx, e, person, unreadable)
}

// readContacts opens the contacts of an erased person. When they cannot be read, it returns none, and whatever needs
// none is still cleaned; the person's signals then show whether all tenants received events about them.
func (s *Service) readContacts(ctx context.Context, tx *database.Tx, e *erasure) (person contacts, unreadable, err error) {
	if person, unreadable = s.contactsOf(e); unreadable != nil {
		person.IsEverywhere, err = isPlatformAuthor(ctx, tx, e.UserID)
	}
	return person, unreadable, err
}

// park ends an erasure except for what only unreadable contacts would find. If they become readable one day, the audit
// log is walked through once more. It is logged once: nobody can do anything about it except restore a key.
func (s *Service) park(ctx context.Context, e *erasure, unreadable error) {
	s.logger.ErrorContext(ctx, "the contacts of a person who has left cannot be read: what is found by them alone stays", "userId", e.UserID, "error", unreadable)
	e.DoneAt, e.AreRowsErased, e.EntryAt, e.AfterEntry = s.now(), false, time.Time{}, uuid.Nil
	e.lookAgain(s.now().Add(unreadableWait))
}

// cleanTraces is the part of clean for data that is not found by the person's id.
func (s *Service) cleanTraces(ctx context.Context, tx *database.Tx, e *erasure, person contacts, unreadable error) error {
	last, err := cleanEvents(ctx, tx, e, person.IsEverywhere, eventBatch)
	if err != nil {
		return fmt.Errorf("clean events: %w", err)
	}
	if last != uuid.Nil {
		e.AfterEvent = last
		e.lookAgain(s.now())
		return nil
	}
	removed, waiting, err := cleanMessages(ctx, tx, e, person, messageBatch)
	switch {
	case err != nil:
		return fmt.Errorf("clean messages: %w", err)
	case removed == messageBatch:
		e.lookAgain(s.now())
	case waiting > 0:
		e.lookAgain(e.nextLook(s.now()))
	case unreadable != nil:
		s.park(ctx, e, unreadable)
	default:
		e.contacts, e.NextAt, e.rowsAt, e.DoneAt = nil, time.Time{}, time.Time{}, s.now()
	}
	return nil
}

// lookAgain sets when to continue. The previous version reads only NextAt, which is set once the rows are erased: it
// would otherwise call an erasure done whose rows it does not know about.
func (e *erasure) lookAgain(at time.Time) {
	e.NextAt, e.rowsAt = time.Time{}, at
	if e.AreRowsErased {
		e.NextAt, e.rowsAt = at, time.Time{}
	}
}

// nextLook returns when to look again for messages that are still being sent: after as long again as has passed since
// the person left, since a failing sender may try for days.
func (e *erasure) nextLook(now time.Time) time.Time {
	return now.Add(min(max(now.Sub(e.LeftAt), messageWait), longestMessageWait))
}

// contactsOf opens the contacts of an erased person. It fails when they were sealed with a key that is lost.
func (s *Service) contactsOf(e *erasure) (person contacts, err error) {
	plain, err := s.ring.Open(e.contacts, contactsContext(e.UserID))
	if err != nil {
		return contacts{}, fmt.Errorf("open them: %w", err)
	}
	if err := json.Unmarshal(plain, &person); err != nil {
		return contacts{}, fmt.Errorf("decode them: %w", err)
	}
	return person, nil
}
