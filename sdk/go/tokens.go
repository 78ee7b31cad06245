package bourse

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// TokenPair holds the tokens with which a session continues: store it where nobody else can read it.
type TokenPair struct {
	AccessToken  string    `json:"accessToken"`
	RefreshToken string    `json:"refreshToken"`
	ExpiresAt    time.Time `json:"expiresAt,omitzero"` // of the access token, by this machine's clock; zero when not known
	// RefreshKey is the Idempotency-Key for exchanging the refresh token. Store it with the tokens: a program that
	// repeats the exchange after its answer was lost, even after a restart, gets that answer. Under another key, a
	// refresh token that was exchanged a while ago counts as stolen, and the server ends the session. The client
	// generates a key when it is empty.
	RefreshKey string `json:"refreshKey,omitempty"`
}

// session holds the tokens of a client. An expired token is exchanged once for all calls that wait for the next.
type session struct {
	store   func(TokenPair)
	tellEnd func(error)

	changing   sync.Mutex // held while the tokens change, until the store has them
	mutex      sync.Mutex
	opening    int // how many sessions there have been: every log-in and log-out begins another
	pair       TokenPair
	ended      error // why there are none
	refreshing *refresh
}

// refresh is an exchange of tokens in progress.
type refresh struct {
	refreshToken string        // that is being exchanged
	done         chan struct{} // closed when it is over
	err          error
}

func (s *session) current() TokenPair {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.pair
}

// present identifies the current session, for a call that begins in it.
func (s *session) present() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.opening
}

// refreshKey returns the Idempotency-Key for an exchange: always the same for the session's refresh token. It is random
// and not derived from the token: a thief of a spent token must not be able to request what it was exchanged for.
func (s *session) refreshKey(refreshToken string) string {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if refreshToken == "" || s.pair.RefreshToken != refreshToken {
		return newKey()
	}
	if s.pair.RefreshKey == "" {
		s.pair.RefreshKey = newKey()
	}
	return s.pair.RefreshKey
}

// begin replaces the current tokens with those of another session, or with none.
func (s *session) begin(next TokenPair) {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.put(next, nil, s.opening+1)
}

// replace replaces the current tokens. It calls after once nobody else can change them, as they may have changed a
// moment ago. When after reports no change, it does nothing and returns false.
func (s *session) replace(ended error, after func(TokenPair) (next TokenPair, isChange bool)) bool {
	s.changing.Lock()
	defer s.changing.Unlock()
	next, isChange := after(s.current())
	if isChange {
		s.put(next, ended, s.opening)
	}
	return isChange
}

// put stores tokens and makes calls use them. Nobody else may change them meanwhile.
func (s *session) put(next TokenPair, ended error, opening int) {
	if s.store != nil { // before any call can use them
		s.store(next)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pair, s.ended, s.opening = next, ended, opening
}

// adopt makes the tokens in an operation's result those of the session. Tokens that only renew a session apply only to
// the one in which the call began: a later one may be somebody else's.
func (s *session) adopt(operation string, begun int, result any) {
	switch result := result.(type) {
	case *Tokens:
		if operation != "refreshTokens" {
			s.begin(pairOf(result))
			return
		}
		s.replace(nil, func(TokenPair) (TokenPair, bool) { return pairOf(result), s.opening == begun })
	case *LoginResult:
		if tokens, isThere := result.Tokens(); isThere {
			s.begin(pairOf(tokens))
		}
	case *AccessToken:
		s.replace(nil, func(pair TokenPair) (TokenPair, bool) {
			isOpen := pair.AccessToken != "" // an access token alone does not revive a session that has ended meanwhile
			pair.AccessToken, pair.ExpiresAt = result.AccessToken, expiry(result.ExpiresIn)
			return pair, isOpen && s.opening == begun
		})
	}
}

func pairOf(tokens *Tokens) TokenPair {
	return TokenPair{
		AccessToken: tokens.AccessToken, RefreshToken: Value(tokens.RefreshToken), ExpiresAt: expiry(tokens.ExpiresIn), RefreshKey: newKey(),
	}
}

func expiry(seconds int) time.Time { return time.Now().Add(time.Duration(seconds) * time.Second) }

// forget drops the tokens of a session that its owner has ended. A session that began before the answer arrived stays.
func (s *session) forget(begun int) {
	s.changing.Lock()
	defer s.changing.Unlock()
	if s.opening == begun {
		s.put(TokenPair{}, nil, s.opening+1)
	}
}

// end drops the tokens of the session to which a refresh token belongs, because of a refusal, and reports that. It
// returns the error for calls of that session, even when it had already been ended.
func (s *session) end(refreshToken string, refused *Error) error {
	err := fmt.Errorf("%w: %w", ErrSessionEnded, refused)
	isEnded := s.replace(err, func(pair TokenPair) (TokenPair, bool) {
		return TokenPair{}, pair.AccessToken != "" && pair.RefreshToken == refreshToken
	})
	if isEnded && s.tellEnd != nil {
		s.tellEnd(err)
	}
	return err
}

// authorized makes an attempt with the session's token. When that is no longer valid, it exchanges the token and makes
// another attempt.
func (c *Client) authorized(ctx context.Context, p *prepared) (*answer, error) {
	if p.isAnonymous {
		return c.attempt(ctx, p, "")
	}
	if c.apiKey != "" {
		return c.attempt(ctx, p, c.apiKey)
	}
	token, err := c.token(ctx, p.isPublic)
	if err != nil {
		return nil, err
	}
	answered, err := c.attempt(ctx, p, token)
	var refused *Error
	if token == "" || !errors.As(err, &refused) || !isAboutToken(refused) {
		return answered, err
	}
	if token, err = c.renew(ctx, token, refused); err != nil {
		return nil, err
	}
	return c.attempt(ctx, p, token)
}

// isAboutToken reports whether a call was refused because of its token.
func isAboutToken(refused *Error) bool {
	isStale := refused.Status == http.StatusUnauthorized && (refused.Code == CodeTokenExpired || refused.Code == CodeUnauthorized)
	return isStale || isOver(refused)
}

// isOver reports whether a refusal means that the session has ended, so that no other token helps.
func isOver(refused *Error) bool {
	return refused.Code == CodeSessionRevoked || refused.Code == CodeAccountSuspended
}

// token returns the token for a call: empty before a log-in. It fails when the session has ended, or when its token has
// expired and cannot be exchanged. A public operation needs no session, and proceeds without one that has ended.
func (c *Client) token(ctx context.Context, isPublic bool) (string, error) {
	c.session.mutex.Lock()
	pair, ended := c.session.pair, c.session.ended
	c.session.mutex.Unlock()
	switch {
	case pair.AccessToken == "" && ended != nil && !isPublic:
		return "", ended
	case pair.RefreshToken != "" && !pair.ExpiresAt.IsZero() && time.Now().After(pair.ExpiresAt):
		token, err := c.exchange(ctx, pair.AccessToken)
		if isPublic && errors.Is(err, ErrSessionEnded) {
			return "", nil
		}
		return token, err
	}
	return pair.AccessToken, nil
}

// renew returns the token to continue with after one was refused. It fails when the session has ended.
func (c *Client) renew(ctx context.Context, used string, refused *Error) (string, error) {
	pair := c.session.current()
	if pair.AccessToken == used && (isOver(refused) || pair.RefreshToken == "") {
		return "", c.session.end(pair.RefreshToken, refused)
	}
	return c.exchange(ctx, used)
}

// exchange waits for the token that follows the used one. The first caller starts the exchange; later ones wait for the
// same exchange, or find it done.
func (c *Client) exchange(ctx context.Context, used string) (string, error) {
	s := &c.session
	s.mutex.Lock()
	if s.pair.AccessToken != used {
		defer s.mutex.Unlock()
		return s.pair.AccessToken, s.ended
	}
	under := s.refreshing
	if under == nil || under.refreshToken != s.pair.RefreshToken { // one of an earlier session does not concern this one
		under = &refresh{refreshToken: s.pair.RefreshToken, done: make(chan struct{})}
		s.refreshing = under
		go c.refresh(under)
	}
	s.mutex.Unlock()
	select {
	case <-under.done:
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	if under.err != nil {
		return "", under.err
	}
	return s.current().AccessToken, nil
}

// refresh exchanges the tokens. It does not belong to any call: a caller that gives up does not cancel it for the
// others. A refusal ends the session; an unreachable server or a refusal by an intermediary does not.
func (c *Client) refresh(under *refresh) {
	defer close(under.done)
	refreshToken := under.refreshToken
	body := &RefreshRequest{RefreshToken: &refreshToken}
	var in envelope[Tokens]
	err := c.read(context.Background(), request{
		name: "refreshTokens", method: http.MethodPost, path: "/auth/refresh", body: body, isKeyed: true, isAnonymous: true,
	}, nil, &in)
	var refused *Error
	switch {
	case err == nil:
		c.session.replace(nil, func(pair TokenPair) (TokenPair, bool) {
			return pairOf(&in.Data), pair.RefreshToken == refreshToken
		})
	case errors.As(err, &refused) && refusesExchange(refused):
		under.err = c.session.end(refreshToken, refused)
	default:
		under.err = &exchangeError{err}
	}
	c.session.mutex.Lock()
	if c.session.refreshing == under {
		c.session.refreshing = nil
	}
	c.session.mutex.Unlock()
}

// refusesExchange reports whether the server refuses to exchange the tokens.
func refusesExchange(refused *Error) bool {
	return refused.Code != CodeUnexpectedAnswer && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusForbidden)
}

// exchangeError means that the tokens could not be exchanged, after all retries: the call that waits for them must not
// retry again.
type exchangeError struct{ error }

// Unwrap returns what failed, for errors.Is and errors.As.
func (e *exchangeError) Unwrap() error { return e.error }
