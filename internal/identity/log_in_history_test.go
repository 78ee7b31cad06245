package identity_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestTheHistoryTellsLogInsAndAttemptsAtThem(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		bob := h.register("bob@example.com")
		h.clock.Advance(time.Second)
		ann := h.register("ann@example.com")
		wait := func() { h.clock.Advance(time.Second) }
		wait()
		_, err := h.Login(t.Context(), identity.Origin{UserAgent: firefox, IPAddress: "198.51.100.7"}, ann.email, "wrong horse battery")
		testkit.WantFault(t, err, fault.InvalidCredentials)
		wait()
		_, err = ann.login()
		must(t, err)
		wait()
		key, codes := ann.enableTwoFactor()
		// A wrong code from a user who is already logged in is not a log-in.
		testkit.WantFault(t, h.DisableTwoFactor(t.Context(), ann.caller(), h.wrongCode(key)), fault.InvalidOTP)
		challenge := ann.challenge()
		_, err = ann.complete(challenge, h.wrongCode(key))
		testkit.WantFault(t, err, fault.Invalid2FACode)
		wait()
		_, err = ann.complete(challenge, codes[0])
		must(t, err)

		type line struct {
			Succeeded       bool
			Method          identity.LogInMethod
			Address, Device string
		}
		read := func(page database.Page) (lines []line, total int) {
			t.Helper()
			found, total, err := h.LogIns(t.Context(), ann.caller(), page)
			must(t, err)
			for i, l := range found {
				lines = append(lines, line{l.Succeeded, l.Method, l.Origin.IPAddress, l.Device})
				if i > 0 && l.At.After(found[i-1].At) {
					t.Error("the list is out of order")
				}
			}
			return lines, total
		}
		want := []line{
			{true, identity.BySecondFactor, origin.IPAddress, "a"}, {false, identity.BySecondFactor, origin.IPAddress, "a"},
			{true, identity.ByPassword, origin.IPAddress, "a"}, {false, identity.ByPassword, "198.51.100.7", "Firefox on Linux"},
			{true, identity.ByRegistration, origin.IPAddress, "a"},
		}
		got, total := read(database.Page{Number: 1, Limit: 100})
		if diff := cmp.Diff(want, got); diff != "" || total != 5 {
			t.Errorf("the history of %d (-want +got):\n%s", total, diff)
		}
		if got, total = read(database.Page{Number: 2, Limit: 2}); total != 5 || cmp.Diff(want[2:4], got) != "" {
			t.Errorf("the second page of %d is %+v", total, got)
		}
		if _, others, err := h.LogIns(t.Context(), bob.caller(), database.Page{Number: 1, Limit: 10}); err != nil || others != 1 {
			t.Errorf("somebody else has %d entries (%v)", others, err)
		}
		h.exec(`UPDATE audit_log SET details = '{"method":"passkey"}' WHERE user_id = $1 AND details = '{"secondFactor":"true"}'`, ann.id)
		if got, _ = read(database.Page{Number: 1, Limit: 1}); got[0].Method != identity.ByPasskey {
			t.Errorf("a log-in with a passkey is told as %s", got[0].Method)
		}
		_, _, err = h.LogIns(t.Context(), ann.caller(), database.Page{Number: 10_000, Limit: 100})
		if failure := testkit.WantFault(t, err, fault.ValidationError, "page"); strings.Contains(failure.Message, "before") {
			t.Errorf("the advice is %q, which this list does not know", failure.Message)
		}
	})
}
