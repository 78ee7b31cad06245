package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// LogInMethod is the last proof given at a log-in.
type LogInMethod string

// The methods of logging in.
const (
	ByRegistration LogInMethod = "registration"
	ByPassword     LogInMethod = "password"
	BySecondFactor LogInMethod = "second_factor"
	ByPasskey      LogInMethod = "passkey"
)

// LogIn is one log-in of a user, or an attempt at one.
type LogIn struct {
	ID        uuid.UUID
	At        time.Time
	Succeeded bool
	Method    LogInMethod
	Origin    Origin
	Device    string
}

// logInActions are the audit log's actions for log-ins.
var logInActions = []string{"user.registered", "user.logged_in", "login.failed", "login.wrong_code"}

// LogIns lists the caller's log-ins and attempts, newest first, and their total number, counted up to ten thousand. A
// page beyond those is a VALIDATION_ERROR of page.
func (s *Service) LogIns(ctx context.Context, caller Caller, page database.Page) ([]LogIn, int, error) {
	filter := audit.Filter{UserID: caller.UserID, Actions: logInActions}
	entries, total, err := audit.List(ctx, s.db, caller.TenantID, filter, page)
	if fault.Is(err, fault.ValidationError) { // whose advice does not apply to this list
		err = fault.Invalid("page", "the list shows the last %d log-ins and attempts only", audit.MostListed)
	}
	if err != nil {
		return nil, 0, err
	}
	found := make([]LogIn, len(entries))
	for i, entry := range entries {
		found[i] = newLogIn(entry)
	}
	return found, total, nil
}

// newLogIn reads an audit entry. Log-ins with only a password do not name their method.
func newLogIn(entry audit.Entry) LogIn {
	logIn := LogIn{
		ID: entry.ID, At: entry.CreatedAt, Method: ByPassword, Origin: entry.Actor.Origin,
		Succeeded: entry.Action == "user.logged_in" || entry.Action == "user.registered",
		Device:    deviceOf(entry.Actor.Origin.UserAgent).String(),
	}
	switch {
	case entry.Action == "user.registered":
		logIn.Method = ByRegistration
	case entry.Details["method"] == string(ByPasskey):
		logIn.Method = ByPasskey
	case entry.Action == "login.wrong_code" || entry.Details["secondFactor"] == "true":
		logIn.Method = BySecondFactor
	}
	return logIn
}
