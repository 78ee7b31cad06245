package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/worker"
)

// resetRequest is that somebody says to have forgotten a password. It is written whether or not there is such a user.
type resetRequest struct {
	id        uuid.UUID
	tenantID  uuid.UUID // nil when a tenant was named that there is not
	email     string
	from      Origin
	dueAt     time.Time
	expiresAt time.Time
}

// ForgotPassword has a link mailed to reset the password, if there is such a user and it has not been sent too many. The
// answer is the same either way, and so is what is done before it: the mail is made by a worker of the request that is
// written here. What cannot be an email is a VALIDATION_ERROR; a tenant that there is not has no users.
func (s *Service) ForgotPassword(ctx context.Context, from Origin, email, tenant string) error {
	email, err := normalizeEmail(email)
	if err != nil {
		return err
	}
	who, err := s.visitorWith(ctx, from, tenant, email)
	if err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		isTooMany, _, err := s.countMail(ctx, tx, "reset-mail", who.address(), mailsPerWindow)
		if err != nil || isTooMany {
			return err
		}
		request := resetRequest{
			id: database.NewID(), tenantID: who.tenant, email: email, from: from, dueAt: s.now(), expiresAt: s.now().Add(resetMailLifetime),
		}
		if who.stray != "" {
			request.tenantID = uuid.Nil
		}
		if err := resetRequestTable.Insert(ctx, tx, &request); err != nil {
			return fmt.Errorf("store a request to reset: %w", err)
		}
		tx.Notify(resetsTopic, "")
		return nil
	})
}

const (
	// resetsTopic wakes the mailer when somebody has forgotten a password.
	resetsTopic = "reset_requests"
	// resetPoll is how often the mailer looks for requests that it was not told of.
	resetPoll = time.Minute
	// resetPause is how long a request waits whose mail could not be made.
	resetPause = time.Minute
	// resetWait is how long a request waits for a user whom somebody holds, while all other requests wait for it.
	resetWait = time.Second
)

// ResetMailer is the job that mails links to those who have forgotten their password. Any number of processes may
// run it.
func (s *Service) ResetMailer() worker.Worker { return resetMailer{s} }

type resetMailer struct{ service *Service }

// Name is the worker's name.
func (resetMailer) Name() string { return "reset-mailer" }

// Run makes mails until the context ends. It fails when the database does.
func (w resetMailer) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer w.service.db.Subscribe(resetsTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, w.service.MailReset)
}

// MailReset deals with one request that is due, and tells how long there is none. A request whose mail cannot be made, or
// whose user is held, waits without holding others up. It fails when the database does.
func (s *Service) MailReset(ctx context.Context) (wait time.Duration, err error) {
	var due *resetRequest
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		due, err = nextResetRequest(ctx, tx, s.now())
		return err
	})
	if fault.Is(err, fault.NotFound) {
		return resetPoll, nil
	}
	if err != nil {
		return 0, fmt.Errorf("find a request to reset: %w", err)
	}
	err = s.tryReset(ctx, due)
	if err == nil || ctx.Err() != nil || !database.IsLocked(err) && database.IsOutage(err) {
		return 0, err
	}
	postponed := s.db.InTx(ctx, func(tx *database.Tx) error {
		return postponeResetRequest(ctx, tx, due.id, s.now().Add(resetPause))
	})
	if postponed != nil || database.IsLocked(err) {
		return 0, postponed
	}
	s.logger.ErrorContext(ctx, "a link to reset a password could not be mailed", "error", err)
	return 0, worker.Handled(fmt.Errorf("mail a link to reset: %w", err))
}

// tryReset answers a request, unless another process has. It fails with what database.IsLocked knows while somebody else
// holds the user.
func (s *Service) tryReset(ctx context.Context, due *resetRequest) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, resetWait); err != nil {
			return err
		}
		user, err := lockRequester(ctx, tx, due) // before the request, as whoever drops the requests of a user does
		if err != nil {
			return err
		}
		isOurs, err := takeResetRequest(ctx, tx, due.id)
		if err != nil || !isOurs || user == nil {
			return err // another process has dealt with it, or there is nobody to answer
		}
		return s.answerReset(ctx, tx, due, user)
	})
}

// answerReset mails the link to a user whose row is held, if it is still of use.
func (s *Service) answerReset(ctx context.Context, tx *database.Tx, request *resetRequest, user *User) error {
	if !s.now().Before(request.expiresAt) {
		return nil
	}
	token, err := s.newMailToken(ctx, tx, user.ID, resetPassword, resetMailLifetime)
	if err != nil {
		return err
	}
	err = s.sendMail(ctx, tx, user, brand.Kind(resetPassword), resetMailLifetime, func(of brand.Brand) brand.Values {
		return brand.Values{"link": link(of, "/reset-password", token)}
	})
	if err != nil {
		return err
	}
	return s.audit(ctx, tx, Caller{Origin: request.from}, user, "password.reset_requested", nil)
}
