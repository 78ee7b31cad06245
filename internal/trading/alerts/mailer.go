package alerts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/notify"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	// mailPause is how long a user gets no other mail of a kind.
	mailPause = time.Minute
	// strangerPause is how long an address gets none of which nobody has shown that it is the user's: it may be somebody
	// else's, who has asked for nothing.
	strangerPause = time.Hour
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
		taken, err := takeTurns(ctx, tx, due, now, func(m mailing) time.Time {
			if recipients[m.user].IsVerified {
				return now.Add(mailPause)
			}
			return now.Add(strangerPause)
		})
		if err != nil {
			return err
		}
		notices, err := takeWaiting(ctx, tx, taken)
		if err != nil {
			return err
		}
		mails := mailsOf(notices, recipients, now)
		if len(mails) == 0 {
			return nil
		}
		return s.messages.Enqueue(ctx, tx, mails...)
	})
}

// mailsOf gathers notices to mails, one for each user and kind. Who has no recipient gets none.
func mailsOf(notices []*Notice, recipients map[uuid.UUID]Recipient, now time.Time) []notify.Message {
	slices.SortFunc(notices, func(a, b *Notice) int {
		return cmp.Or(slices.Compare(a.UserID[:], b.UserID[:]), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.ID[:], b.ID[:]))
	})
	var mails []notify.Message
	for len(notices) > 0 {
		first := notices[0]
		end := slices.IndexFunc(notices, func(n *Notice) bool { return n.UserID != first.UserID || n.Kind != first.Kind })
		if end < 0 {
			end = len(notices)
		}
		if to, isKnown := recipients[first.UserID]; isKnown {
			mails = append(mails, mailOf(notices[:end], to, now))
		}
		notices = notices[end:]
	}
	return mails
}

// pluralTitles are what several notices of a kind are about.
var pluralTitles = map[Kind]string{
	OrderFilled: "of your orders were filled", PositionStopped: "of your positions were closed",
	CopyStopped: "of your subscriptions were stopped", AlertFired: "of your price alerts have fired",
}

// mailOf makes one mail of notices of a kind, the oldest first.
func mailOf(notices []*Notice, to Recipient, now time.Time) notify.Message {
	first := notices[0]
	subject := first.Title
	if len(notices) > 1 {
		subject = fmt.Sprintf("%d %s", len(notices), pluralTitles[first.Kind])
	}
	var text strings.Builder
	for _, n := range notices[:min(len(notices), mostLines)] {
		fmt.Fprintf(&text, "%s UTC\n%s\n\n", n.CreatedAt.UTC().Format("2006-01-02 15:04:05"), n.Text)
	}
	if more := len(notices) - mostLines; more > 0 {
		fmt.Fprintf(&text, "And %d more, which you find in %s.\n\n", more, to.Brand)
	}
	fmt.Fprintf(&text, "You get this mail because you asked %s to be told. You choose what you are told, and how, among your notifications.\n", to.Brand)
	return notify.Message{
		Channel: notify.Mail, Kind: string(first.Kind), Recipient: to.Email, ExpiresAt: now.Add(mailLifetime),
		Subject: to.Brand + ": " + subject, Text: text.String(),
	}
}
