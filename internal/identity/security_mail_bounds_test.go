package identity_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// replaceCodes requests new backup codes the given number of times, each after a new log-in.
func (p *person) replaceCodes(times int) {
	p.h.t.Helper()
	for range times {
		_, err := p.h.ReplaceBackupCodes(p.h.t.Context(), p.caller())
		must(p.h.t, err)
	}
}

// Somebody who registers another person's address must not be able to fill the mailbox, nor to write into it.
func TestAnAddressThatNobodyHasVerifiedGetsOneNoticeAnHourAndKind(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		stranger := h.register("victim@example.com")
		for range 3 {
			key, _, err := h.CreateAPIKey(t.Context(), stranger.caller(), identity.APIKeyRequest{Name: "Visit evil.test", Scopes: []string{"trading:read"}})
			must(t, err)
			must(t, h.RevokeAPIKey(t.Context(), stranger.caller(), key.ID))
			must(t, h.RemovePasskey(t.Context(), stranger.caller(), stranger.addPasskey(newDevice(t), "Visit evil.test").ID))
		}
		for _, kind := range []string{"api_key_created", "api_key_revoked", "passkey_added", "passkey_removed"} {
			told := h.messages(kind)
			if len(told) != 1 || strings.Contains(told[0].Text+told[0].HTML, "evil") {
				t.Errorf("%s was told of by %d mails: %q", kind, len(told), told[0].Text)
			}
		}
		h.clock.Advance(time.Hour)
		stranger.enter()
		_, _, err := h.CreateAPIKey(t.Context(), stranger.caller(), identity.APIKeyRequest{Name: "another", Scopes: []string{"trading:read"}})
		must(t, err)
		if told := len(h.messages("api_key_created")); told != 2 {
			t.Errorf("%d mails in two hours", told)
		}
	})
}

func TestAnAddressGetsTwentyNoticesOfAKindADay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com")
		ann.enableTwoFactor()
		ann.replaceCodes(25)
		if told := len(h.messages("backup_codes_replaced")); told != 20 {
			t.Errorf("%d mails about backup codes", told)
		}
		must(t, h.ChangePassword(t.Context(), ann.caller(), password, "another "+password)) // it is not hidden behind them
		if told := len(h.messages("password_changed")); told != 1 {
			t.Errorf("%d mails about the password", told)
		}
	})
}

// Whoever sets many receivers at a host that its owner knows must not thereby set another one unnoticed.
func TestTheNoticesAboutOneReceiverHideNoOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com")
		tell := func(receiver string) {
			must(t, db.InTx(t.Context(), func(tx *database.Tx) error { return h.TellWebhook(t.Context(), tx, ann.id, receiver) }))
		}
		for range 25 {
			tell("https://hooks.example.com")
		}
		tell("https://elsewhere.example.com")
		about := map[bool]int{}
		for _, mail := range h.messages("webhook_endpoint_set") {
			about[strings.Contains(mail.Text, "elsewhere.example.com")]++
		}
		if about[true] != 1 || about[false] != 3 {
			t.Errorf("%d mails about the one receiver and %d about the other", about[false], about[true])
		}
	})
}

// A stranger's use of an address before its owner took the account over must not suppress the owner's notices.
func TestWhatAStrangerDidHidesNothingFromTheOwner(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		account := h.register("victim@example.com")
		account.enableTwoFactor()
		account.replaceCodes(21)
		must(t, h.VerifyEmail(t.Context(), origin, h.mailed("verify_email")))
		before := len(h.messages("backup_codes_replaced"))
		account.replaceCodes(1)
		if told := len(h.messages("backup_codes_replaced")); told != before+1 {
			t.Errorf("%d mails about backup codes after %d, want one more", told, before)
		}
	})
}
