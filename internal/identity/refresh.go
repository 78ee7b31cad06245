package identity

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/secret"
)

// refreshToken is one link of a session's chain of refresh tokens. Each link's secret is derived from the previous one
// and the key ring, so that two tabs that refresh at the same moment get the same next token although only hashes are
// stored.
type refreshToken struct {
	sessionID  uuid.UUID
	generation int64
	secret     []byte
}

const (
	refreshPrefix       = "brt_"
	refreshSecretLength = 32
	refreshTagLength    = 16
	refreshBodyLength   = 16 + 8 + refreshSecretLength
)

func newRefreshToken(session uuid.UUID) refreshToken {
	return refreshToken{sessionID: session, generation: 1, secret: random(refreshSecretLength)}
}

// hash returns the hash under which the token is stored. Tokens are unguessable, so a plain hash is enough.
func (t refreshToken) hash() []byte {
	sum := sha256.Sum256(t.secret)
	return sum[:]
}

// successors are the possible next tokens: under the ring's current key first, then under older ones, in case the ring
// was rotated in between.
func (t refreshToken) successors(ring *secret.Keyring) []refreshToken {
	var next []refreshToken
	for _, derived := range ring.MACs("refresh-next", t.secret) {
		next = append(next, refreshToken{t.sessionID, t.generation + 1, derived})
	}
	return next
}

func (t refreshToken) body() []byte {
	body := make([]byte, 0, refreshBodyLength+refreshTagLength)
	body = append(body, t.sessionID[:]...)
	body = binary.BigEndian.AppendUint64(body, uint64(t.generation))
	return append(body, t.secret...)
}

// encode formats the token for the client. The tag proves that we issued it, so that nobody who merely knows the id of
// a session can end it by presenting an invented "old" token.
func (t refreshToken) encode(ring *secret.Keyring) string {
	body := t.body()
	tag := ring.MAC("refresh-tag", body)[:refreshTagLength]
	return refreshPrefix + base64.RawURLEncoding.EncodeToString(append(body, tag...))
}

var errBadRefreshToken = fault.New(fault.RefreshTokenInvalid, "the refresh token is not valid").About("refreshToken")

// parseRefreshToken fails with REFRESH_TOKEN_INVALID for anything that we did not issue.
func parseRefreshToken(encoded string, ring *secret.Keyring) (refreshToken, error) {
	rest, ok := strings.CutPrefix(encoded, refreshPrefix)
	if !ok {
		return refreshToken{}, errBadRefreshToken
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(rest)
	if err != nil || len(raw) != refreshBodyLength+refreshTagLength {
		return refreshToken{}, errBadRefreshToken
	}
	body, tag := raw[:refreshBodyLength], raw[refreshBodyLength:]
	for _, valid := range ring.MACs("refresh-tag", body) {
		if hmac.Equal(valid[:refreshTagLength], tag) {
			return refreshToken{uuid.UUID(body[:16]), int64(binary.BigEndian.Uint64(body[16:24])), body[24:]}, nil
		}
	}
	return refreshToken{}, errBadRefreshToken
}

// Refresh exchanges a refresh token for the next pair. For thirty seconds the exchange may be repeated and gives the
// same refresh token; any later use of a spent token ends the session and is REFRESH_TOKEN_REUSED: two parties hold it,
// and one of them stole it. A token that we never issued is REFRESH_TOKEN_INVALID, one of an ended session
// SESSION_REVOKED, one of a suspended user ACCOUNT_SUSPENDED.
func (s *Service) Refresh(ctx context.Context, from Origin, encoded string) (Tokens, error) {
	return s.refresh(ctx, from, encoded, func(context.Context, *database.Tx, Origin, *User) error { return nil })
}

// RefreshOnPage is Refresh for a token that a browser stores as a cookie and sends for any page. It also fails with
// FORBIDDEN when the page belongs to another brand than the user: brands under one domain receive each other's cookies.
func (s *Service) RefreshOnPage(ctx context.Context, from Origin, encoded string) (Tokens, error) {
	return s.refresh(ctx, from, encoded, s.requireOwnBrand)
}

func (s *Service) requireOwnBrand(ctx context.Context, tx *database.Tx, from Origin, user *User) error {
	tenant, isSomebodys, err := s.domains(ctx, tx, from.Page)
	if err == nil && isSomebodys && tenant != user.TenantID {
		return fault.New(fault.Forbidden, "this session is of another brand than the page")
	}
	return err
}

// refresh implements Refresh, provided that admit accepts the session's user.
func (s *Service) refresh(ctx context.Context, from Origin, encoded string, admit func(context.Context, *database.Tx, Origin, *User) error) (Tokens, error) {
	presented, err := parseRefreshToken(encoded, s.ring)
	if err != nil {
		return Tokens{}, err
	}
	var (
		tokens  Tokens
		refusal error
	)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		refusal = nil
		user, session, err := lockSession(ctx, tx, presented.sessionID)
		if err != nil {
			return err
		}
		if err := admit(ctx, tx, from, user); err != nil {
			return err
		}
		if err := user.mayEnter(); err != nil {
			return err
		}
		if !session.open(s.now()) {
			return errSessionRevoked
		}
		next, fresh, ok := s.nextRefreshToken(presented, session)
		if !ok {
			refusal = fault.New(fault.RefreshTokenReused, "this refresh token was used before; the session has been ended")
			return s.endStolenSession(ctx, tx, from, user, session)
		}
		if fresh {
			if err := s.advanceSession(ctx, tx, from, session, next); err != nil {
				return err
			}
		}
		tokens, err = s.tokensFor(user, session, next)
		return err
	})
	return tokens, refused(err, refusal)
}

// nextRefreshToken implements rotation. fresh means that the session must advance; ok is false when the presented token
// was spent before.
func (s *Service) nextRefreshToken(presented refreshToken, session *Session) (next refreshToken, fresh, ok bool) {
	switch presented.generation {
	case session.refreshGeneration:
		if bytes.Equal(presented.hash(), session.refreshHash) {
			return presented.successors(s.ring)[0], true, true
		}
	case session.refreshGeneration - 1:
		if s.now().Sub(session.refreshedAt) > refreshGrace {
			return refreshToken{}, false, false
		}
		for _, candidate := range presented.successors(s.ring) {
			if bytes.Equal(candidate.hash(), session.refreshHash) {
				return candidate, false, true
			}
		}
	}
	return refreshToken{}, false, false
}

func (s *Service) advanceSession(ctx context.Context, tx *database.Tx, from Origin, session *Session, next refreshToken) error {
	now := s.now()
	session.ExpiresAt = slices.MinFunc([]time.Time{now.Add(sessionIdleLifetime), session.CreatedAt.Add(sessionMaxLifetime)}, time.Time.Compare)
	advanced := *session
	advanced.refreshHash, advanced.refreshGeneration, advanced.refreshedAt = next.hash(), next.generation, now
	advanced.LastActivityAt, advanced.IPAddress, advanced.UserAgent = now, from.IPAddress, from.UserAgent
	err := sessionTable.Update(ctx, tx, &advanced, "refresh_hash", "refresh_generation", "refreshed_at", "last_activity_at", "expires_at",
		"ip_address", "user_agent")
	if err != nil {
		return fmt.Errorf("advance a session: %w", err)
	}
	tx.Notify(sessionTopic, session.ID.String()) // a hint: missing a longer session refuses nobody
	return nil
}

func (s *Service) endStolenSession(ctx context.Context, tx *database.Tx, from Origin, user *User, session *Session) error {
	if _, err := s.revokeSessions(ctx, tx, user, "refresh_token_reused", only(session.ID)); err != nil {
		return err
	}
	return s.audit(ctx, tx, Caller{Origin: from}, user, "session.refresh_token_reused", audit.Fields{"sessionId": session.ID.String()})
}
