package trading

import "github.com/google/uuid"

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
