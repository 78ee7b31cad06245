package identity

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"bourse/internal/fault"
)

// accessTokenType is the typ header of RFC 9068. It prevents a token that was issued for another purpose from being
// accepted as an access token.
const accessTokenType = "at+jwt"

// clockSkew is how far ahead the clock of the issuing replica may be.
const clockSkew = 5 * time.Second

// accessClaims are the claims of an access token.
type accessClaims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
	TenantID  string `json:"tid"`
	Role      Role   `json:"role"`
	Assurance string `json:"aal"`
	AuthTime  int64  `json:"auth_time"`
}

// issueAccessToken signs a token for a session of the user.
func (s *Service) issueAccessToken(user *User, session *Session) (string, error) {
	set, now := s.keys.present.Load(), s.now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, accessClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    s.settings.Issuer,
			Audience:  jwt.ClaimStrings{s.settings.Audience},
			Subject:   user.ID.String(),
			IssuedAt:  jwt.NewNumericDate(now),
			NotBefore: jwt.NewNumericDate(now.Add(-clockSkew)),
			ExpiresAt: jwt.NewNumericDate(now.Add(s.settings.AccessTokenLifetime)),
			ID:        uuid.NewString(),
		},
		SessionID: session.ID.String(),
		TenantID:  user.TenantID.String(),
		Role:      user.Role,
		Assurance: strconv.Itoa(session.assurance),
		AuthTime:  session.AuthenticatedAt.Unix(),
	})
	token.Header["typ"] = accessTokenType
	token.Header["kid"] = set.activeID
	signed, err := token.SignedString(set.active)
	if err != nil {
		return "", fmt.Errorf("sign an access token: %w", err)
	}
	return signed, nil
}

// verifiedToken is what remains of an access token after its signature and claims were checked.
type verifiedToken struct {
	sessionID uuid.UUID
	userID    uuid.UUID
	tenantID  uuid.UUID
	role      Role
	keyID     string // of the key that signed it
	expiresAt time.Time
	isKey     bool // an API key, with its id in place of the session's; all else is empty
}

// verifyAccessToken checks everything that can be checked from the token alone. An expired one is TOKEN_EXPIRED, so
// that the client refreshes it; any other flaw is UNAUTHORIZED.
func (s *Service) verifyAccessToken(raw string) (verifiedToken, error) {
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithIssuer(s.settings.Issuer),
		jwt.WithAudience(s.settings.Audience),
		jwt.WithExpirationRequired(),
		jwt.WithNotBeforeRequired(),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(s.now),
	)
	var claims accessClaims
	parsed, err := parser.ParseWithClaims(raw, &claims, s.verificationKey)
	if err != nil {
		if errors.Is(err, jwt.ErrTokenExpired) {
			return verifiedToken{}, fault.New(fault.TokenExpired, "the access token has expired")
		}
		return verifiedToken{}, errBadAccessToken
	}
	session, sessionErr := uuid.Parse(claims.SessionID)
	user, userErr := uuid.Parse(claims.Subject)
	tenant, tenantErr := uuid.Parse(claims.TenantID)
	if errors.Join(sessionErr, userErr, tenantErr) != nil {
		return verifiedToken{}, errBadAccessToken
	}
	keyID, _ := parsed.Header["kid"].(string) // by which the key was found
	return verifiedToken{
		sessionID: session, userID: user, tenantID: tenant, role: claims.Role, keyID: keyID, expiresAt: claims.ExpiresAt.Time,
	}, nil
}

// sessionOf returns the session for which one of our tokens was issued, even when it has expired. Any other flaw is
// UNAUTHORIZED.
func (s *Service) sessionOf(raw string) (uuid.UUID, error) {
	var claims accessClaims
	parser := jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithoutClaimsValidation())
	if _, err := parser.ParseWithClaims(raw, &claims, s.verificationKey); err != nil {
		return uuid.Nil, errBadAccessToken
	}
	session, err := uuid.Parse(claims.SessionID)
	if err != nil {
		return uuid.Nil, errBadAccessToken
	}
	return session, nil
}

var errBadAccessToken = fault.New(fault.Unauthorized, "the access token is not valid")

// verificationKey looks up the key by the token's kid among our own and nowhere else. A header that we never write
// (jku, jwk, x5u, crit …) is an attempt to supply a key.
func (s *Service) verificationKey(token *jwt.Token) (any, error) {
	if token.Header["typ"] != accessTokenType || len(token.Header) != 3 {
		return nil, errBadAccessToken
	}
	id, ok := token.Header["kid"].(string)
	if !ok {
		return nil, errBadAccessToken
	}
	set := s.keys.present.Load()
	key, known := set.find(id, s.now())
	if !known {
		s.keys.wakeAfter(set)
		return nil, errBadAccessToken
	}
	return key, nil
}
