package identity

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

var (
	errNoPasskey = fault.New(fault.Conflict, "this account has no passkey that can be used here")
	// The refusals of a passkey: for a client that is not logged in, for one that has given the password, and for one
	// that is logged in.
	errPasskeyRefused       = fault.New(fault.InvalidCredentials, "the passkey was refused").About("credential")
	errPasskeyFactorRefused = fault.New(fault.Invalid2FACode, "the passkey was refused").About("credential")
	errPasskeyAgainRefused  = fault.Invalid("passkey.credential", "the passkey was refused")
)

// BeginPasskeyLogin begins a log-in with anybody's passkey or, with the challenge of a log-in that asks for the second
// factor, with one of that user's. The tenant is the named one, else the one whose domain the request came from or to,
// else any. An unknown tenant is a VALIDATION_ERROR, a challenge that is unknown, used or expired TOKEN_INVALID, a user
// without passkeys and an app without a domain name a CONFLICT.
func (s *Service) BeginPasskeyLogin(ctx context.Context, from Origin, tenant, challenge string) (PasskeyOptions, error) {
	var options PasskeyOptions
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if challenge != "" {
			options, err = s.beginSecondFactor(ctx, tx, challenge)
			return err
		}
		opened := ceremony{kind: loginCeremony}
		if opened.tenantID, err = s.visitedTenant(ctx, tx, from, tenant); err != nil {
			return err
		}
		visited := opened.tenantID
		if visited == uuid.Nil {
			if visited, err = s.TenantNamed(ctx, DefaultTenant); err != nil {
				return err
			}
		}
		party, err := s.relyingParty(ctx, tx, visited)
		if err != nil {
			return err
		}
		request, asked, err := party.BeginDiscoverableLogin()
		if err != nil {
			return err
		}
		options, err = s.openCeremony(ctx, tx, opened, asked, newRequestOptions(request))
		return err
	})
	return options, err
}

func (s *Service) beginSecondFactor(ctx context.Context, tx *database.Tx, challenge string) (PasskeyOptions, error) {
	user, err := challengedUser(ctx, tx, challenge, s.now())
	if err != nil {
		return PasskeyOptions{}, err
	}
	return s.askForPasskey(ctx, tx, user, ceremony{kind: secondFactorCeremony})
}

// askForPasskey begins a ceremony for one of the user's own passkeys. It fails with CONFLICT when there is none.
func (s *Service) askForPasskey(ctx context.Context, tx *database.Tx, user *User, opened ceremony) (PasskeyOptions, error) {
	party, owner, err := s.passkeyOwner(ctx, tx, user)
	if err != nil {
		return PasskeyOptions{}, err
	}
	if len(owner.passkeys) == 0 {
		return PasskeyOptions{}, errNoPasskey
	}
	request, asked, err := party.BeginLogin(owner)
	if err != nil {
		return PasskeyOptions{}, err
	}
	opened.tenantID, opened.userID = user.TenantID, user.ID
	return s.openCeremony(ctx, tx, opened, asked, newRequestOptions(request))
}

// visitedTenant returns the named tenant, else the one whose domain the request came from or to; nil when neither is
// known.
func (s *Service) visitedTenant(ctx context.Context, from database.Querier, caller Origin, named string) (uuid.UUID, error) {
	if named != "" {
		id, err := s.TenantNamed(ctx, named)
		if fault.Is(err, fault.NotFound) {
			err = fault.Invalid("tenant", "there is no such tenant")
		}
		return id, err
	}
	page, err := url.Parse(caller.Page)
	if err != nil {
		page = &url.URL{}
	}
	for _, domain := range []string{page.Host, caller.Host} {
		if domain == "" {
			continue
		}
		if id, found, err := s.brands.TenantOf(ctx, from, domain); err != nil || found {
			return id, err
		}
	}
	return uuid.Nil, nil
}

// PasskeyProof is what a browser submits after signing with a passkey.
type PasskeyProof struct {
	CeremonyToken string
	Credential    []byte // AuthenticationResponseJSON
}

func (p PasskeyProof) parse(field string) (*protocol.ParsedCredentialAssertionData, error) {
	var signed struct {
		protocol.CredentialAssertionResponse
		unreadExtensions
	}
	if json.Unmarshal(p.Credential, &signed) == nil {
		if parsed, err := signed.Parse(); err == nil {
			return parsed, nil
		}
	}
	return nil, fault.Invalid(field, "must be what navigator.credentials.get gives, as JSON")
}

// LoginWithPasskey opens a session for the owner of a passkey, as the only proof or, with the challenge of a log-in, as
// its second factor. Options, or such a challenge, that were used or have expired are TOKEN_INVALID. A passkey that is
// unknown, disabled, of another tenant, made for another page or for other options, or whose counter goes back, is
// INVALID_CREDENTIALS (INVALID_2FA_CODE as second factor) and uses up the options; one whose counter goes back is also
// disabled, as it has been copied. A suspended user is ACCOUNT_SUSPENDED.
func (s *Service) LoginWithPasskey(ctx context.Context, from Origin, proof PasskeyProof, challenge string) (Tokens, error) {
	parsed, err := proof.parse("credential")
	if err != nil {
		return Tokens{}, err
	}
	answer := passkeyAnswer{parsed: parsed, action: "login.failed", refusal: errPasskeyRefused}
	kind, details := loginCeremony, audit.Fields{"method": "passkey"}
	if challenge != "" {
		answer.refusal = errPasskeyFactorRefused
		kind, details = secondFactorCeremony, audit.Fields{"secondFactor": "true", "method": "passkey"}
	}
	var (
		tokens  Tokens
		refusal error
	)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		tokens, refusal = Tokens{}, nil
		held, asked, err := s.takeCeremony(ctx, tx, proof.CeremonyToken, kind)
		if err != nil {
			return err
		}
		answer.asked = asked
		var user *User
		if user, refusal, err = s.lockPasskeyUser(ctx, tx, held, answer, challenge); err != nil || refusal != nil {
			return err
		}
		if refusal, err = s.usePasskey(ctx, tx, Caller{Origin: from}, user, answer); err != nil || refusal != nil {
			return err
		}
		if refusal = user.mayEnter(); refusal != nil {
			return nil
		}
		if challenge != "" {
			if err := deleteChallenge(ctx, tx, challenge); err != nil {
				return err
			}
		}
		if tokens, err = s.openSession(ctx, tx, user, from, assuranceSecondFactor); err != nil {
			return err
		}
		return s.audit(ctx, tx, user.from(from), user, "user.logged_in", details)
	})
	return tokens, refused(err, refusal)
}

// lockPasskeyUser locks the user who is logging in: the challenged one, or else the passkey's owner. A passkey that
// nobody of the tenant has is refused; the refusal must be committed.
func (s *Service) lockPasskeyUser(ctx context.Context, tx *database.Tx, held *ceremony, answer passkeyAnswer, challenge string) (user *User, refusal, err error) {
	if challenge != "" {
		user, err = challengedUser(ctx, tx, challenge, s.now())
		if err == nil && user.ID != held.userID {
			err = errBadCeremony
		}
		return user, nil, err
	}
	id, err := passkeyUser(ctx, tx, answer.parsed.RawID)
	if err == nil {
		user, err = lockUser(ctx, tx, id)
	}
	if err == nil {
		_, err = passkeyUser(ctx, tx, answer.parsed.RawID) // it may have been removed, or erased with its owner, while we waited
	}
	if fault.Is(err, fault.NotFound) {
		return nil, answer.refusal, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if held.tenantID != uuid.Nil && held.tenantID != user.TenantID {
		return nil, answer.refusal, nil
	}
	return user, nil, nil
}
