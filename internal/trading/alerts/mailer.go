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
	// mailPause is how long a user gets no other mail of a kind.
	mailPause = time.Minute
	// mailBatch is how many mails are made in one transaction.
	mailBatch = 100
	// mailPoll is how often the mailer looks for what it was not told of.
	mailPoll = time.Minute
	// mailLifetime is how long a mail is worth sending.
	mailLifetime = 12 * time.Hour
	// mostLines is how many notices a mail spells out.
	mostLines = 50
)

// mailer is the worker that makes mails of notices: one of all that wait for a user and a kind.
type mailer struct{ service *Service }

// Name is the worker's name.
func (mailer) Name() string { return "notice-mailer" }

// Run makes mails until the context ends. It fails when the database does.
func (w mailer) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer w.service.db.Subscribe(noticesTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, w.service.MailNotices)
}

// MailNotices makes the mails that are due, and tells how long there is none: at most until it should look again by
// itself. It fails when the database does.
func (s *Service) MailNotices(ctx context.Context) (wait time.Duration, err error) {
	due, err := dueMailings(ctx, s.db, s.now(), mailBatch)
	if err != nil {
		return 0, fmt.Errorf("find notices to mail: %w", err)
	}
	if len(due) > 0 {
		err := s.mail(ctx, due)
		if database.IsLocked(err) {
			return trading.BriefWait, nil // another process is at it
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

// mail makes one mail of each mailing that is still due.
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

// mailsOf gathers notices to mails, one for each user and kind. Who has no recipient gets none, and nobody who has not shown that
// the address is theirs: it may be somebody else's, who would read what a stranger has noted in the name of the brand.
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
			of, err := s.brands.Of(ctx, tx, to.TenantID) // remembered from one to the next
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

// valuesOf is what a mail tells of notices of a kind, the oldest first.
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
