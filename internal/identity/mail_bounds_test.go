package identity_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// Somebody who knows an address and has all day must not be able to fill the mailbox, nor keep its owner from resetting
// the password.
func TestAnAddressGetsTenMailsOfAKindADayAndThenOneAnHour(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		var wait time.Duration
		for range 8 {
			for range 2 {
				h.forget(ann.email)
				if err := h.ResendVerificationMail(t.Context(), h.freshCaller(ann)); err != nil {
					wait = testkit.WantFault(t, err, fault.RateLimited).RetryAfter
				}
			}
			h.messages("reset_password") // sends them before their links expire
			h.clock.Advance(time.Hour)
		}
		if resets, verifications := len(h.messages("reset_password")), len(h.messages("verify_email")); resets != 13 || verifications != 14 {
			t.Errorf("%d mails to reset and %d to verify were sent", resets, verifications)
		}
		if wait != time.Hour {
			t.Errorf("to wait: %v", wait)
		}
		h.clock.Advance(24*time.Hour - 8*time.Hour)
		h.forget(ann.email)
		must(t, h.ResendVerificationMail(t.Context(), h.freshCaller(ann)))
		if resets, verifications := len(h.messages("reset_password")), len(h.messages("verify_email")); resets != 14 || verifications != 15 {
			t.Errorf("%d mails to reset and %d to verify were sent by the next day", resets, verifications)
		}
	})
}

// The daily count applies to every address: neither the answer nor the work reveals whether a user has it.
func TestTheMailsOfADayTellNothingOfWhetherAnEmailIsKnown(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		o := newObserved(t, db, statements)
		forget := func(email string) func() error {
			return func() error { return o.Service.ForgotPassword(t.Context(), ways["by name"].from, email, "northwind") }
		}
		for i := range 12 {
			o.clock.Advance(20 * time.Minute)
			got := o.wantSame("by name", forget(o.email), forget("nobody-"+o.email))
			if got.Answer != "" || (i < 11) != (got.Rows["reset_requests"] == 1) {
				t.Errorf("request %d: %+v", i+1, got)
			}
		}
	})
}
