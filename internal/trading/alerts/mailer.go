package alerts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/notify"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	// mailPause is how long a user gets no further email of a kind.
	mailPause = time.Minute
	// mailBatch is how many emails are created in one transaction.
	mailBatch = 100
	// mailPoll is how often the mailer looks for notices whose notification it may have missed.
	mailPoll = time.Minute
	// mailLifetime is how long an email is worth sending.
	mailLifetime = 12 * time.Hour
	// mostLines is how many notices an email spells out.
	mostLines = 50
)

// mailer is the worker that creates emails from notices: one for all waiting notices of a user and a kind.
type mailer struct{ service *Service }

// Name is the worker's name.
func (mailer) Name() string { return "notice-mailer" }

// Run creates emails until the context ends. It fails when the database does.
func (w mailer) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer w.service.db.Subscribe(noticesTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, w.service.MailNotices)
}

// MailNotices creates the emails that are due, and returns how long to wait for the next: at most until it should look
// again by itself. It fails when the database does.
func (s *Service) MailNotices(ctx context.Context) (wait time.Duration, err error) {
	due, err := dueMailings(ctx, s.db, s.now(), mailBatch)
	if err != nil {
		return 0, fmt.Errorf("find notices to mail: %w", err)
	}
	if len(due) > 0 {
		err := s.mail(ctx, due)
		if database.IsLocked(err) {
			return trading.BriefWait, nil // another process is creating them
		}
		if err != nil {
			return 0, fmt.Errorf("mail notices: %w", err)
		}
		return 0, nil
	}
	next, err := nextMailing(ctx, s.db)
	if err != nil || next.IsZero() {
		return mailPoll, err
	}
	return min(max(next.Sub(s.now()), time.Millisecond), mailPoll), nil
}

// mail creates one email for each mailing that is still due.
func (s *Service) mail(ctx context.Context, due []mailing) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, trading.BriefWait); err != nil {
			return err
		}
		users := make([]uuid.UUID, 0, len(due))
		for _, m := range due {
			if !slices.Contains(users, m.user) {
				users = append(users, m.user)
			}
		}
		recipients, err := s.people.Recipients(ctx, tx, users)
		if err != nil {
			return err
		}
		now := s.now()
		taken, err := takeTurns(ctx, tx, due, now, now.Add(mailPause))
		if err != nil {
			return err
		}
		notices, err := takeWaiting(ctx, tx, taken)
		if err != nil {
			return err
		}
		mails, err := s.mailsOf(ctx, tx, notices, recipients)
		if err != nil || len(mails) == 0 {
			return err
		}
		return s.messages.Enqueue(ctx, tx, mails...)
	})
}

// mailsOf groups notices into emails, one for each user and kind. Notices without a recipient get none, nor does a
// recipient whose address is unverified: it may belong to somebody else, who would then read a stranger's notes in the name
// of the brand.
func (s *Service) mailsOf(ctx context.Context, tx *database.Tx, notices []*Notice, recipients map[uuid.UUID]Recipient) ([]notify.Message, error) {
	slices.SortFunc(notices, func(a, b *Notice) int {
		return cmp.Or(database.CompareIDs(a.UserID, b.UserID), cmp.Compare(a.Kind, b.Kind), database.CompareIDs(a.ID, b.ID))
	})
	var mails []notify.Message
	until := s.now().Add(mailLifetime)
	for len(notices) > 0 {
		first := notices[0]
		end := slices.IndexFunc(notices, func(n *Notice) bool { return n.UserID != first.UserID || n.Kind != first.Kind })
		if end < 0 {
			end = len(notices)
		}
		if to := recipients[first.UserID]; to.IsVerified {
			of, err := s.brands.Of(ctx, tx, to.TenantID) // cached from one email to the next
			if err != nil {
				return nil, err
			}
			letter, err := of.Compose(brand.Kind(first.Kind), valuesOf(notices[:end]))
			if err != nil {
				return nil, err
			}
			mails = append(mails, letter.To(to.TenantID, first.UserID, to.Email, until))
		}
		notices = notices[end:]
	}
	return mails, nil
}

// valuesOf are the values of an email about notices of a kind, oldest first.
func valuesOf(notices []*Notice) brand.Values {
	values := brand.Values{"count": strconv.Itoa(len(notices)), "title": notices[0].Title, "more": ""}
	lines := make([]string, 0, min(len(notices), mostLines))
	for _, n := range notices[:min(len(notices), mostLines)] {
		lines = append(lines, fmt.Sprintf("%s UTC\n%s\n", n.CreatedAt.UTC().Format("2006-01-02 15:04:05"), n.Text))
	}
	values["notices"] = strings.Join(lines, "\n")
	if more := len(notices) - mostLines; more > 0 {
		values["more"] = strconv.Itoa(more)
	}
	return values
}
