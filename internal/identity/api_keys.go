package identity

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

const (
	// mostAPIKeys limits how many keys a user may have that have not been revoked.
	mostAPIKeys        = 50
	apiKeyLifetime     = 90 * 24 * time.Hour
	longestKeyLifetime = 366 * 24 * time.Hour
	longestKeyName     = 100
)

// APIKeyRequest is a request to create a key.
type APIKeyRequest struct {
	Name      string
	Scopes    []string
	ExpiresAt time.Time // 90 days from now when zero
}

// check validates the request and normalises it for storage. It fails with VALIDATION_ERROR, and as grant does.
func (r *APIKeyRequest) check(catalogue *ScopeCatalogue, now time.Time) (scopes Scopes, err error) {
	r.Name = strings.TrimSpace(r.Name)
	if r.Name == "" || utf8.RuneCountInString(r.Name) > longestKeyName || !utf8.ValidString(r.Name) || strings.ContainsFunc(r.Name, unicode.IsControl) {
		return nil, fault.Invalid("name", "must be 1 to %d characters on one line", longestKeyName)
	}
	if r.ExpiresAt.IsZero() {
		r.ExpiresAt = now.Add(apiKeyLifetime)
	}
	r.ExpiresAt = r.ExpiresAt.UTC().Truncate(time.Microsecond)
	if !r.ExpiresAt.After(now) || r.ExpiresAt.After(now.Add(longestKeyLifetime)) {
		return nil, fault.Invalid("expiresAt", "must be in the future, at most a year ahead")
	}
	return catalogue.grant(r.Scopes)
}

// CreateAPIKey creates a key that acts as the caller within its scopes, and returns it with its text, which is shown
// only this once. It requires a recent log-in (REAUTHENTICATION_REQUIRED) and fails with VALIDATION_ERROR, with
// FORBIDDEN for a scope that no key may have or when the caller uses an API key, and with CONFLICT when there are too
// many keys.
func (s *Service) CreateAPIKey(ctx context.Context, caller Caller, request APIKeyRequest) (APIKey, string, error) {
	scopes, err := request.check(s.scopes, s.now())
	if err != nil {
		return APIKey{}, "", err
	}
	text := newAPIKey()
	key := APIKey{
		ID: database.NewID(), tenantID: caller.TenantID, UserID: caller.UserID, Name: request.Name, Prefix: text[:apiKeyShown],
		hash: hashAPIKey(text), Scopes: scopes, ExpiresAt: request.ExpiresAt, CreatedAt: s.now(),
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		count, err := countAPIKeys(ctx, tx, user.ID)
		if err != nil {
			return err
		}
		if count >= mostAPIKeys {
			return fault.New(fault.Conflict, "you have %d API keys already; revoke one first", mostAPIKeys)
		}
		if err := apiKeyTable.Insert(ctx, tx, &key); err != nil {
			return fmt.Errorf("insert an API key: %w", err)
		}
		return s.tellAPIKey(ctx, tx, caller, user, &key, "created")
	})
	return key, text, err
}

// APIKeys lists the caller's keys that have not been revoked, newest first. It fails with FORBIDDEN when the caller
// uses an API key.
func (s *Service) APIKeys(ctx context.Context, caller Caller) ([]APIKey, error) {
	if err := caller.requireSession(); err != nil {
		return nil, err
	}
	return listAPIKeys(ctx, s.db, caller)
}

// RevokeAPIKey revokes one of the caller's keys, with effect on its next request. It fails with NOT_FOUND when the key
// is another user's or already revoked, and with FORBIDDEN when the caller uses an API key.
func (s *Service) RevokeAPIKey(ctx context.Context, caller Caller, id uuid.UUID) error {
	if err := caller.requireSession(); err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		key, err := s.revokeAPIKey(ctx, tx, user, id)
		if err != nil {
			return err
		}
		tx.NotifyIDsAtCommit(sessionTopic, id)
		return s.tellAPIKey(ctx, tx, caller, user, &key, "revoked")
	})
}

// tellAPIKey audits a change to a key and notifies its owner by mail.
func (s *Service) tellAPIKey(ctx context.Context, tx *database.Tx, caller Caller, user *User, key *APIKey, what string) error {
	if err := s.auditAPIKey(ctx, tx, caller, user, key, what, ""); err != nil {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, brand.Kind("api_key_"+what), brand.Values{"name": key.Name})
}

// auditAPIKey records a change to a key, with the reason when its owner did not request it.
func (s *Service) auditAPIKey(ctx context.Context, tx *database.Tx, caller Caller, user *User, key *APIKey, what, reason string) error {
	details := audit.Fields{
		"name": key.Name, "prefix": key.Prefix, "scopes": strings.Join(key.Scopes, " "), "expiresAt": key.ExpiresAt.Format(time.RFC3339),
	}
	if reason != "" {
		details["reason"] = reason
	}
	return s.record(ctx, tx, audit.Entry{
		TenantID: user.TenantID, Actor: caller.Actor(), UserID: user.ID, Action: "api_key." + what,
		Subject: audit.Subject{Kind: "api_key", ID: key.ID.String()}, Details: details,
	})
}

// keyAccess is the state of the API key with which a caller authenticates.
type keyAccess struct {
	APIKey
	activity *activity
	usedAt   atomic.Int64 // when its use was last recorded, in Unix seconds
}

// verifyAPIKey looks up the key with this text, whose hash is digest. It fails with UNAUTHORIZED when there is none.
func (s *Service) verifyAPIKey(ctx context.Context, text string, digest []byte) (verifiedToken, error) {
	if !isAPIKey(text) {
		return verifiedToken{}, errBadAPIKey
	}
	id, err := findAPIKey(ctx, s.db, digest)
	return verifiedToken{sessionID: id, isKey: true}, err
}

// admitsKey checks whether the key still admits its owner. It fails with UNAUTHORIZED and ACCOUNT_SUSPENDED.
func (s *sessionState) admitsKey(now time.Time) error {
	if err := s.key.open(now); err != nil {
		return err
	}
	return s.user.mayEnter()
}

// MayCall fails with FORBIDDEN when the caller uses an API key whose scopes do not include the operation.
func (c Caller) MayCall(operation Operation) error {
	if c.key == nil {
		return nil
	}
	return c.key.Scopes.allow(operation)
}

// NoteKeyUse records that the caller's API key was used and from which address, at most once a minute. It does nothing
// for a caller with a session.
func (c Caller) NoteKeyUse(address string) {
	if c.key != nil {
		c.key.activity.noteKey(c.key, address)
	}
}

// EndsAt returns when the caller's API key expires; it is zero for a caller with a session.
func (c Caller) EndsAt() time.Time {
	if c.key == nil {
		return time.Time{}
	}
	return c.key.ExpiresAt
}

// requireSession fails with FORBIDDEN when the caller uses an API key.
func (c Caller) requireSession() error {
	if c.key != nil {
		return fault.New(fault.Forbidden, "API keys cannot call this operation; log in")
	}
	return nil
}
