package trading

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// The journal holds the changes for each user, in an order that all processes agree on. A change gets the next number of
// its user in the transaction that makes it, and a transaction keeps the user's counter locked until it commits. So numbers
// are in commit order and have no gaps: a reader that knows the last number it received continues from there, in any
// process, and misses nothing. Signals, which many users see, are numbered in the same way, all together.
//
// Accounts are locked before counters, and the counters of several users in the order of their ids, so that no two
// transactions deadlock.

// ChangeKind is what a change is about.
type ChangeKind string

// The kinds of changes.
const (
	PositionChange ChangeKind = "position"
	OrderChange    ChangeKind = "order"
	NoticeChange   ChangeKind = "notice"
)

// Change is something that changed for a user.
type Change struct {
	UserID  uuid.UUID // without one, nobody is notified of the change
	Kind    ChangeKind
	Subject uuid.UUID // what has changed
	Data    any       // the REST resource in its current state, which is written as JSON
}

// RecordedChange is a change as stored in the journal.
type RecordedChange struct {
	UserID    uuid.UUID
	Number    int64
	Kind      ChangeKind
	Subject   uuid.UUID
	Data      []byte // JSON
	CreatedAt time.Time
}

// ChangesTopic announces the users whose journals have new changes: identifiers, comma-separated.
const ChangesTopic = "trading.changes"

// JournalTime is how long the journal keeps a change at least.
const JournalTime = 24 * time.Hour

// RecordChanges writes changes to the journals of their users, in the given order, with two statements however many there
// are, and notifies listeners after the commit. All accounts that the transaction will lock must be locked already. A
// transaction that records changes of several users more than once must begin with changes of all of them. It fails when
// the database does, and when a resource cannot be written as JSON.
func (s *Service) RecordChanges(ctx context.Context, tx *database.Tx, changes ...Change) error {
	recorded, err := s.numberedChanges(ctx, tx, changes)
	if err != nil || len(recorded) == 0 {
		return err
	}
	if err := insertChanges(ctx, tx, recorded); err != nil {
		return fmt.Errorf("record changes: %w", err)
	}
	notifyChanges(tx, recorded)
	return nil
}

// numberedChanges are the changes to write, grouped by user, each user's in their order. From here on the users' counters
// are locked.
func (s *Service) numberedChanges(ctx context.Context, tx *database.Tx, changes []Change) ([]*RecordedChange, error) {
	recorded, err := s.recordedChanges(changes)
	if err != nil || len(recorded) == 0 {
		return nil, err
	}
	if err := numberChanges(ctx, tx, recorded); err != nil {
		return nil, fmt.Errorf("number changes: %w", err)
	}
	return recorded, nil
}

// recordedChanges are the changes to write, without numbers yet: grouped by user, each user's in their order.
func (s *Service) recordedChanges(changes []Change) ([]*RecordedChange, error) {
	now := s.now()
	recorded := make([]*RecordedChange, 0, len(changes))
	for _, change := range changes {
		if change.UserID == uuid.Nil {
			continue
		}
		data, err := json.Marshal(change.Data)
		if err != nil {
			return nil, fmt.Errorf("the %s %s as JSON: %w", change.Kind, change.Subject, err)
		}
		recorded = append(recorded, &RecordedChange{
			UserID: change.UserID, Kind: change.Kind, Subject: change.Subject, Data: data, CreatedAt: now,
		})
	}
	slices.SortStableFunc(recorded, func(a, b *RecordedChange) int { return database.CompareIDs(a.UserID, b.UserID) })
	return recorded, nil
}

// numberChanges gives changes, which are sorted by user, the next numbers of their users.
func numberChanges(ctx context.Context, tx *database.Tx, recorded []*RecordedChange) error {
	var counts []changeCount
	for _, change := range recorded {
		if last := len(counts) - 1; last >= 0 && counts[last].user == change.UserID {
			counts[last].count++
		} else {
			counts = append(counts, changeCount{change.UserID, 1})
		}
	}
	last, err := countChanges(ctx, tx, counts)
	if err != nil {
		return err
	}
	for i := len(recorded) - 1; i >= 0; i-- { // a user's last change has the counter's new value
		user := recorded[i].UserID
		recorded[i].Number = last[user]
		last[user]--
	}
	return nil
}

// notifyChanges announces whose journals have new changes. The changes are sorted by user.
func notifyChanges(tx *database.Tx, recorded []*RecordedChange) {
	users := make([]uuid.UUID, 0, len(recorded))
	for i, change := range recorded {
		if i == 0 || recorded[i-1].UserID != change.UserID {
			users = append(users, change.UserID)
		}
	}
	tx.NotifyIDs(ChangesTopic, users...)
}

// MoneyTopic announces on whose accounts money has moved other than by trading: identifiers of users, comma-separated.
const MoneyTopic = "trading.money"

// notifyMoney notifies whoever displays an account that its money has moved.
func notifyMoney(tx *database.Tx, account *Account) {
	if account.UserID != uuid.Nil {
		tx.Notify(MoneyTopic, account.UserID.String())
	}
}

// numberSignals gives signals the next numbers of all signals. Other publishers wait until the transaction ends.
func numberSignals(ctx context.Context, tx *database.Tx, signals []*Signal) error {
	if len(signals) == 0 {
		return nil
	}
	last, err := countSignals(ctx, tx, len(signals))
	if err != nil {
		return fmt.Errorf("number signals: %w", err)
	}
	for i, signal := range signals {
		signal.Number = last - int64(len(signals)-1-i)
	}
	return nil
}

// Told is a position in the stream: the numbers of the last change and the last signal that a reader received.
type Told struct{ Change, Signal int64 }
