package identity

import (
	"context"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// passkeyAnswer is a browser's answer with what was asked for, and with how to refuse and record an answer that does
// not match.
type passkeyAnswer struct {
	asked   webauthn.SessionData
	parsed  *protocol.ParsedCredentialAssertionData
	action  string
	refusal *fault.Error
}

// usePasskey checks the answer of a user whose row the transaction holds, and records that the passkey was used. An
// answer that does not match is refused; the refusal must be committed. A passkey whose counter goes back has been
// copied: it is disabled.
func (s *Service) usePasskey(ctx context.Context, tx *database.Tx, caller Caller, user *User, answer passkeyAnswer) (refusal, err error) {
	party, owner, err := s.passkeyOwner(ctx, tx, user)
	if err != nil {
		return nil, err
	}
	shown, err := checkAnswer(party, owner, answer)
	if err != nil {
		return answer.refusal, s.audit(ctx, tx, caller, user, answer.action, audit.Fields{"method": "passkey", "reason": reasonOf(err)})
	}
	passkey := owner.find(shown)
	if shown.Authenticator.CloneWarning {
		passkey.DisabledAt = s.now()
		if err := passkeyTable.Update(ctx, tx, passkey, "disabled_at"); err != nil {
			return nil, err
		}
		if err := s.tellPasskey(ctx, tx, caller, user, passkey, passkeyDisabled); err != nil {
			return nil, err
		}
		return answer.refusal, s.audit(ctx, tx, caller, user, answer.action, audit.Fields{"method": "passkey", "reason": "its counter went back"})
	}
	passkey.signCount, passkey.BackedUp, passkey.LastUsedAt = int64(shown.Authenticator.SignCount), shown.Flags.BackupState, s.now()
	return nil, passkeyTable.Update(ctx, tx, passkey, "sign_count", "backed_up", "last_used_at")
}

var errOtherParty = protocol.ErrVerification.WithDetails("The options were made for another domain")

// checkAnswer fails unless one of the owner's passkeys has signed what was asked for, on a page of the owner's brand.
func checkAnswer(party *webauthn.WebAuthn, owner passkeyOwner, answer passkeyAnswer) (*webauthn.Credential, error) {
	if answer.asked.RelyingPartyID != party.Config.RPID {
		return nil, errOtherParty
	}
	if len(answer.asked.UserID) > 0 {
		return party.ValidateLogin(owner, answer.asked, answer.parsed)
	}
	return party.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return owner, nil }, answer.asked, answer.parsed)
}

// BeginReauthentication begins a new proof with one of the caller's own passkeys. It fails with CONFLICT when there is
// none, or when the brand's app has no domain name.
func (s *Service) BeginReauthentication(ctx context.Context, caller Caller) (PasskeyOptions, error) {
	var options PasskeyOptions
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := readUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		options, err = s.askForPasskey(ctx, tx, user, ceremony{kind: reauthenticationCeremony, sessionID: caller.SessionID})
		return err
	})
	return options, err
}

// ReauthenticateWithPasskey is Reauthenticate with a passkey instead of the password and a code. Options that were
// used, have expired or belong to another session are TOKEN_INVALID; a refused passkey is a VALIDATION_ERROR.
func (s *Service) ReauthenticateWithPasskey(ctx context.Context, caller Caller, proof PasskeyProof) (Tokens, error) {
	parsed, err := proof.parse("passkey.credential")
	if err != nil {
		return Tokens{}, err
	}
	answer := passkeyAnswer{parsed: parsed, action: "passkey.refused", refusal: errPasskeyAgainRefused}
	var (
		tokens  Tokens
		refusal error
	)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		tokens, refusal = Tokens{}, nil
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		held, asked, err := s.takeCeremony(ctx, tx, proof.CeremonyToken, reauthenticationCeremony)
		if err != nil {
			return err
		}
		if !held.isOf(caller) {
			return errBadCeremony
		}
		answer.asked = asked
		if refusal, err = s.usePasskey(ctx, tx, caller, user, answer); err != nil || refusal != nil {
			return err
		}
		tokens, err = s.renewAuthentication(ctx, tx, caller, user, assuranceSecondFactor)
		return err
	})
	return tokens, refused(err, refusal)
}
