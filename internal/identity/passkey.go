package identity

import (
	"context"
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// Passkey is a key of a user, kept by a device or a password manager, that opens a session without a password.
type Passkey struct {
	ID         uuid.UUID
	Name       string
	Transports []string  // how a browser reaches it
	AAGUID     uuid.UUID // the authenticator's model, nil when it does not say
	BackedUp   bool      // survives the loss of one device
	CreatedAt  time.Time
	LastUsedAt time.Time
	DisabledAt time.Time // since when it is refused, because a copy of it was used

	tenantID       uuid.UUID
	userID         uuid.UUID
	relyingPartyID string
	credentialID   []byte
	publicKey      []byte
	signCount      int64
	backupEligible bool
}

// mostPasskeys is how many passkeys a user may have.
const mostPasskeys = 20

// credential returns the passkey as the WebAuthn library represents it.
func (p *Passkey) credential() webauthn.Credential {
	transports := make([]protocol.AuthenticatorTransport, len(p.Transports))
	for i, transport := range p.Transports {
		transports[i] = protocol.AuthenticatorTransport(transport)
	}
	return webauthn.Credential{
		ID: p.credentialID, PublicKey: p.publicKey, Transport: transports,
		Flags:         webauthn.CredentialFlags{BackupEligible: p.backupEligible, BackupState: p.BackedUp},
		Authenticator: webauthn.Authenticator{AAGUID: p.AAGUID[:], SignCount: uint32(p.signCount)},
	}
}

// newPasskey returns the passkey for a credential that was checked.
func (s *Service) newPasskey(user *User, party *webauthn.WebAuthn, name string, credential *webauthn.Credential) *Passkey {
	transports := make([]string, len(credential.Transport))
	for i, transport := range credential.Transport {
		transports[i] = string(transport)
	}
	model, err := uuid.FromBytes(credential.Authenticator.AAGUID)
	if err != nil {
		model = uuid.Nil
	}
	return &Passkey{
		ID: database.NewID(), Name: name, Transports: transports, AAGUID: model, BackedUp: credential.Flags.BackupState, CreatedAt: s.now(),
		tenantID: user.TenantID, userID: user.ID, relyingPartyID: party.Config.RPID, credentialID: credential.ID, publicKey: credential.PublicKey,
		signCount: int64(credential.Authenticator.SignCount), backupEligible: credential.Flags.BackupEligible,
	}
}

// Passkeys lists the caller's passkeys, newest first.
func (s *Service) Passkeys(ctx context.Context, caller Caller) ([]*Passkey, error) {
	return readPasskeys(ctx, s.db, caller.TenantID, caller.UserID)
}

// BeginPasskey begins adding a passkey for the caller. It requires a recent log-in (REAUTHENTICATION_REQUIRED) and
// fails with CONFLICT when the user already has twenty, or when the brand's app has no domain name.
func (s *Service) BeginPasskey(ctx context.Context, caller Caller) (PasskeyOptions, error) {
	var options PasskeyOptions
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		if err := mayAddPasskey(ctx, tx, user); err != nil {
			return err
		}
		party, owner, err := s.passkeyOwner(ctx, tx, user)
		if err != nil {
			return err
		}
		known := append([]protocol.CredentialDescriptor{}, webauthn.Credentials(owner.WebAuthnCredentials()).CredentialDescriptors()...)
		creation, asked, err := party.BeginRegistration(owner, webauthn.WithExclusions(known))
		if err != nil {
			return err
		}
		opened := ceremony{kind: registrationCeremony, tenantID: user.TenantID, userID: user.ID, sessionID: caller.SessionID}
		options, err = s.openCeremony(ctx, tx, opened, asked, creationOptions{creation.Response, known})
		return err
	})
	return options, err
}

// mayAddPasskey fails with CONFLICT when the user, whose row the transaction holds, has reached the limit.
func mayAddPasskey(ctx context.Context, tx *database.Tx, user *User) error {
	all, err := readPasskeys(ctx, tx, user.TenantID, user.ID)
	if err == nil && len(all) >= mostPasskeys {
		err = fault.New(fault.Conflict, "an account has at most %d passkeys; remove one first", mostPasskeys)
	}
	return err
}

// NewPasskey is what a browser submits to add a passkey.
type NewPasskey struct {
	CeremonyToken string
	Name          string
	Credential    []byte // RegistrationResponseJSON
}

var errPasskeyNotAdded = fault.Invalid("credential",
	"the passkey was refused: it must be made on a page of the app, for the options of this session, by a device that checks its owner")

// unreadExtensions replace the extension outputs from a browser. We request no extensions, and the library would build
// a tree of them that may be fifty times as large as what a stranger has sent.
type unreadExtensions struct {
	ClientExtensionResults json.RawMessage `json:"clientExtensionResults"`
}

func (p NewPasskey) parse() (*protocol.ParsedCredentialCreationData, error) {
	var made struct {
		protocol.CredentialCreationResponse
		unreadExtensions
	}
	if json.Unmarshal(p.Credential, &made) == nil {
		if parsed, err := made.Parse(); err == nil {
			return parsed, nil
		}
	}
	return nil, fault.Invalid("credential", "must be what navigator.credentials.create gives, as JSON")
}

// AddPasskey adds a passkey that the caller's browser has created for the options of BeginPasskey in the same session,
// and notifies its owner by mail. Options that were used or have expired are TOKEN_INVALID; an answer that does not
// match them is a VALIDATION_ERROR and uses them up; a passkey that was already added is a CONFLICT. It also fails as
// BeginPasskey does.
func (s *Service) AddPasskey(ctx context.Context, caller Caller, added NewPasskey) (*Passkey, error) {
	name, err := passkeyName(added.Name)
	if err != nil {
		return nil, err
	}
	parsed, err := added.parse()
	if err != nil {
		return nil, err
	}
	var (
		passkey *Passkey
		refusal error
	)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		passkey, refusal = nil, nil
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		held, asked, err := s.takeCeremony(ctx, tx, added.CeremonyToken, registrationCeremony)
		if err != nil {
			return err
		}
		if !held.isOf(caller) {
			return errBadCeremony
		}
		if err := mayAddPasskey(ctx, tx, user); err != nil {
			return err
		}
		party, owner, err := s.passkeyOwner(ctx, tx, user)
		if err != nil {
			return err
		}
		credential, err := party.CreateCredential(owner, asked, parsed)
		if err != nil {
			refusal = errPasskeyNotAdded
			return s.audit(ctx, tx, caller, user, "passkey.refused", audit.Fields{"reason": reasonOf(err)})
		}
		passkey = s.newPasskey(user, party, name, credential)
		if err := insertPasskey(ctx, tx, passkey); err != nil {
			return err
		}
		return s.tellPasskey(ctx, tx, caller, user, passkey, passkeyAdded)
	})
	return passkey, refused(err, refusal)
}

// passkeyName validates and normalises the owner's name for a passkey. It fails with VALIDATION_ERROR.
func passkeyName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "" || utf8.RuneCountInString(name) > 100:
		return "", fault.Invalid("name", "must have 1 to 100 characters")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return "", fault.Invalid("name", "must not contain control characters")
	}
	return name, nil
}

// RenamePasskey renames one of the caller's passkeys. Another user's is NOT_FOUND.
func (s *Service) RenamePasskey(ctx context.Context, caller Caller, id uuid.UUID, name string) (*Passkey, error) {
	name, err := passkeyName(name)
	if err != nil {
		return nil, err
	}
	var passkey *Passkey
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if passkey, err = readPasskey(ctx, tx, caller, id); err != nil {
			return err
		}
		before := passkey.Name
		passkey.Name = name
		if err := passkeyTable.Update(ctx, tx, passkey, "name"); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "passkey.renamed", audit.Fields{"passkeyId": id.String(), "from": before, "to": name})
	})
	return passkey, err
}

// RemovePasskey removes one of the caller's passkeys and notifies its owner by mail. It requires a recent log-in
// (REAUTHENTICATION_REQUIRED). Another user's passkey is NOT_FOUND. Sessions that it opened continue.
func (s *Service) RemovePasskey(ctx context.Context, caller Caller, id uuid.UUID) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		passkey, err := readPasskey(ctx, tx, caller, id)
		if err != nil {
			return err
		}
		if err := deletePasskey(ctx, tx, passkey); err != nil {
			return err
		}
		return s.tellPasskey(ctx, tx, caller, user, passkey, passkeyRemoved)
	})
}

// passkeyTidings map each event of a passkey to its audit action and the mail to its owner.
var passkeyTidings = map[string]struct {
	action string
	mail   brand.Kind
}{
	passkeyAdded:    {"passkey.added", "passkey_added"},
	passkeyRemoved:  {"passkey.removed", "passkey_removed"},
	passkeyDisabled: {"passkey.copied", "passkey_copied"},
}

// tellPasskey audits and publishes a change to a passkey and notifies its owner.
func (s *Service) tellPasskey(ctx context.Context, tx *database.Tx, caller Caller, user *User, passkey *Passkey, event string) error {
	tidings := passkeyTidings[event]
	if err := s.tellSecurityChangeWith(ctx, tx, user, tidings.mail, brand.Values{"name": passkey.Name}); err != nil {
		return err
	}
	if err := s.publish(ctx, tx, user.TenantID, event, newPasskeyEvent(passkey)); err != nil {
		return err
	}
	return s.audit(ctx, tx, caller, user, tidings.action, audit.Fields{"passkeyId": passkey.ID.String(), "name": passkey.Name})
}
