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
	// mostAPIKeys is how many keys a user has at most that were not revoked.
	mostAPIKeys        = 50
	apiKeyLifetime     = 90 * 24 * time.Hour
	longestKeyLifetime = 366 * 24 * time.Hour
	longestKeyName     = 100
)

// APIKeyRequest is what somebody says who wants a key.
type APIKeyRequest struct {
	Name      string
	Scopes    []string
	ExpiresAt time.Time // in 90 days when zero
}

// check brings the request into the form in which it is stored. It fails with VALIDATION_ERROR, and as grant does.
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

// CreateAPIKey makes a key that acts as the caller within its scopes, and returns it together with the text that is
// shown this once. It wants a recent log-in (REAUTHENTICATION_REQUIRED) and fails with VALIDATION_ERROR, with FORBIDDEN
// for a scope that no key may have and for whoever came in with a key, and with CONFLICT when there are too many.
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

// APIKeys lists the caller's keys that were not revoked, the newest first. It fails with FORBIDDEN for whoever came in
// with a key.
func (s *Service) APIKeys(ctx context.Context, caller Caller) ([]APIKey, error) {
	if err := caller.requireSession(); err != nil {
		return nil, err
	}
	return listAPIKeys(ctx, s.db, caller)
}

// RevokeAPIKey ends one of the caller's keys, with effect on its next request. Another user's key, and one that was
// revoked before, is NOT_FOUND; whoever came in with a key is FORBIDDEN to.
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

// tellAPIKey audits what became of a key and tells its owner by mail.
func (s *Service) tellAPIKey(ctx context.Context, tx *database.Tx, caller Caller, user *User, key *APIKey, what string) error {
	if err := s.auditAPIKey(ctx, tx, caller, user, key, what, ""); err != nil {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, brand.Kind("api_key_"+what), brand.Values{"name": key.Name})
}

// auditAPIKey records what became of a key, and why when its owner did not ask for it.
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

// keyAccess is a key as those have it who came in with it.
type keyAccess struct {
	APIKey
	activity *activity
	usedAt   atomic.Int64 // when its use was last noted, in Unix seconds
}

// verifyAPIKey finds the key that a text is, digest being its hash. It fails with UNAUTHORIZED when it is none.
func (s *Service) verifyAPIKey(ctx context.Context, text string, digest []byte) (verifiedToken, error) {
	if !isAPIKey(text) {
		return verifiedToken{}, errBadAPIKey
	}
	id, err := findAPIKey(ctx, s.db, digest)
	return verifiedToken{sessionID: id, isKey: true}, err
}

// admitsKey checks whether the key still lets its owner in. It fails with UNAUTHORIZED and ACCOUNT_SUSPENDED.
func (s *sessionState) admitsKey(now time.Time) error {
	if err := s.key.open(now); err != nil {
		return err
	}
	return s.user.mayEnter()
}

// MayCall fails with FORBIDDEN when the caller came in with an API key that does not reach the operation.
func (c Caller) MayCall(operation Operation) error {
	if c.key == nil {
		return nil
	}
	return c.key.Scopes.allow(operation)
}

// NoteKeyUse remembers that the caller's API key was used and from where, at most once a minute. It does nothing for who
// came in with a session.
func (c Caller) NoteKeyUse(address string) {
	if c.key != nil {
		c.key.activity.noteKey(c.key, address)
	}
}

// EndsAt is when the caller's API key expires; zero for who came in with a session.
func (c Caller) EndsAt() time.Time {
	if c.key == nil {
		return time.Time{}
	}
	return c.key.ExpiresAt
}

// requireSession fails with FORBIDDEN when the caller came in with an API key.
func (c Caller) requireSession() error {
	if c.key != nil {
		return fault.New(fault.Forbidden, "API keys cannot call this operation; log in")
	}
	return nil
}
