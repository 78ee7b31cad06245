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

// The journal is what has changed for each user, in an order that everybody agrees on. A change gets the next number of
// its user in the transaction that makes it true, and whoever counts holds the user's counter until the commit. So
// numbers are in the order of the commits and have no gaps: whoever knows the last one it was told reads on from there,
// in any process, and misses nothing. Signals, which many users see, are numbered in the same way, all together.
//
// Accounts are held before counters, and the counters of several users are taken in the order of their ids, so that no
// two transactions wait for each other.

// ChangeKind is what a change is about.
type ChangeKind string

// The kinds of changes.
const (
	PositionChange ChangeKind = "position"
	OrderChange    ChangeKind = "order"
	NoticeChange   ChangeKind = "notice"
)

// Change is something that has changed for a user.
type Change struct {
	UserID  uuid.UUID // nobody is told of a change without one
	Kind    ChangeKind
	Subject uuid.UUID // what has changed
	Data    any       // the REST resource as it is now, which is written as JSON
}

// RecordedChange is a change as the journal has it.
type RecordedChange struct {
	UserID    uuid.UUID
	Number    int64
	Kind      ChangeKind
	Subject   uuid.UUID
	Data      []byte // JSON
	CreatedAt time.Time
}

// ChangesTopic tells whose journal has something new: identifiers of users, comma-separated.
const ChangesTopic = "trading.changes"

// JournalTime is how long the journal keeps a change at least.
const JournalTime = 24 * time.Hour

// RecordChanges writes changes into the journals of their users, in the given order, with two statements however many
// they are, and tells whoever listens after the commit. The accounts that the transaction holds must be held already.
// One that records changes of several users more than once begins with those of all of them. It fails when the database
// does, and when a resource cannot be written as JSON.
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

// numberedChanges are changes as they will be written, by user, those of a user in their order. The counters of the users
// are held from here on.
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

// recordedChanges are changes as they will be written, but for their numbers: by user, those of a user in their order.
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
	for i := len(recorded) - 1; i >= 0; i-- { // the last of a user has the number that was counted to
		user := recorded[i].UserID
		recorded[i].Number = last[user]
		last[user]--
	}
	return nil
}

// notifyChanges tells whose journals have something new. The changes are sorted by user.
func notifyChanges(tx *database.Tx, recorded []*RecordedChange) {
	users := make([]uuid.UUID, 0, len(recorded))
	for i, change := range recorded {
		if i == 0 || recorded[i-1].UserID != change.UserID {
			users = append(users, change.UserID)
		}
	}
	tx.NotifyIDs(ChangesTopic, users...)
}

// MoneyTopic tells on whose accounts money has moved other than by trading: identifiers of users, comma-separated.
const MoneyTopic = "trading.money"

// notifyMoney tells whoever shows the account of a user that its money has moved.
func notifyMoney(tx *database.Tx, account *Account) {
	if account.UserID != uuid.Nil {
		tx.Notify(MoneyTopic, account.UserID.String())
	}
}

// numberSignals gives signals the next numbers of all signals. Whoever publishes others waits until the transaction ends.
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

// Told is how much somebody has been told: up to which of a user's changes, and up to which signal.
type Told struct{ Change, Signal int64 }
