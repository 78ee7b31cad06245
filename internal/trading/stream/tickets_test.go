package stream_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/trading/tradingtest"
)

func TestATicketIsUsedOnceWhoeverComesFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		d.Caller.SessionID = database.NewID()
		ticket, err := d.Stream.IssueTicket(t.Context(), d.Caller)
		tradingtest.Must(t, err)
		results := testkit.InParallel(20, func(int) error {
			session, err := d.Stream.RedeemTicket(t.Context(), ticket.Text)
			if err == nil && session != d.Caller.SessionID {
				t.Errorf("the ticket is of the session %s, want %s", session, d.Caller.SessionID)
			}
			return err
		})
		if used := testkit.Succeeded(results); used != 1 {
			t.Errorf("the ticket was used %d times", used)
		}
		_, err = d.Stream.RedeemTicket(t.Context(), ticket.Text)
		testkit.WantFault(t, err, fault.Unauthorized)
		_, err = d.Stream.RedeemTicket(t.Context(), "")
		testkit.WantFault(t, err, fault.Unauthorized)
	})
}

func TestATicketExpiresAndIsKeptNowhere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		clock := testkit.NewClock(time.Now())
		service := process(d, clock.Now)
		ticket, err := service.IssueTicket(t.Context(), d.Caller)
		tradingtest.Must(t, err)
		var kept string
		tradingtest.Must(t, db.QueryRow(t.Context(), `SELECT digest || session_id || expires_at FROM stream_tickets`).Scan(&kept))
		if strings.Contains(kept, ticket.Text) {
			t.Errorf("the ticket stands in the database: %s", kept)
		}
		if left := ticket.ExpiresAt.Sub(clock.Now()); left != time.Minute {
			t.Errorf("the ticket expires in %s", left)
		}
		clock.Advance(time.Minute)
		_, err = service.RedeemTicket(t.Context(), ticket.Text)
		testkit.WantFault(t, err, fault.Unauthorized)
		tradingtest.Must(t, service.Cleanup(t.Context()))
		if left := d.Count(`SELECT COUNT(*) FROM stream_tickets`); left != 0 {
			t.Errorf("%d expired tickets are left", left)
		}
	})
}
