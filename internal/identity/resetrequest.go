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

// resetRequest is a request to reset a forgotten password. It is stored whether or not the user exists.
type resetRequest struct {
	id        uuid.UUID
	tenantID  uuid.UUID // nil when an unknown tenant was named
	email     string
	from      Origin
	dueAt     time.Time
	expiresAt time.Time
}

// ForgotPassword requests a link to reset the password, which is mailed if the user exists and has not been sent too
// many. The response is the same either way, and so is the work before it: a worker later makes the mail for the
// request that is stored here. What cannot be an email is a VALIDATION_ERROR; an unknown tenant has no users.
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
	// resetsTopic wakes the mailer when a request was stored.
	resetsTopic = "reset_requests"
	// resetPoll is how often the mailer looks for requests whose notification it missed.
	resetPoll = time.Minute
	// resetPause is how long a request waits after its mail could not be made.
	resetPause = time.Minute
	// resetWait is how long a request waits for a user's row that another transaction holds. All other requests wait
	// with it.
	resetWait = time.Second
)

// ResetMailer is the worker that mails links to users who have forgotten their passwords. Any number of processes may
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

// MailReset handles one due request and returns how long until the next one. A request whose mail cannot be made, or
// whose user is held, is postponed and does not hold up others. It fails when the database does.
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

// tryReset handles a request, unless another process has. It fails with an error for which database.IsLocked is true
// while another transaction holds the user.
func (s *Service) tryReset(ctx context.Context, due *resetRequest) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, resetWait); err != nil {
			return err
		}
		user, err := lockRequester(ctx, tx, due) // before the request: the order in which a user's requests are dropped
		if err != nil {
			return err
		}
		isOurs, err := takeResetRequest(ctx, tx, due.id)
		if err != nil || !isOurs || user == nil {
			return err // another process has handled it, or the user does not exist
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
