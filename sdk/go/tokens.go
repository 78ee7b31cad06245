package bourse

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// TokenPair is what a session is gone on with: keep it where nobody else reads it.
type TokenPair struct {
	AccessToken  string    `json:"accessToken"`
	RefreshToken string    `json:"refreshToken"`
	ExpiresAt    time.Time `json:"expiresAt,omitzero"` // of the access token, by the clock of this machine; zero when not known
}

// session is the tokens of a client. A token that has expired is exchanged once for all calls that wait for the next.
type session struct {
	store   func(TokenPair)
	tellEnd func(error)

	changing   sync.Mutex // is held by who changes the tokens until the store has them
	mutex      sync.Mutex
	pair       TokenPair
	ended      error // why there are none
	refreshing *refresh
}

// refresh is an exchange of tokens that is under way.
type refresh struct {
	done chan struct{} // closed when it is over
	err  error
}

func (s *session) current() TokenPair {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.pair
}

// replace puts other tokens in the place of those that are there, unless the condition no longer holds. Then it does nothing
// and returns false.
func (s *session) replace(next TokenPair, ended error, holds func(TokenPair) bool) bool {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.mutex.Lock()
	if !holds(s.pair) {
		s.mutex.Unlock()
		return false
	}
	s.mutex.Unlock()
	if s.store != nil { // before any call can use them; nobody else changes them meanwhile
		s.store(next)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pair, s.ended = next, ended
	return true
}

func always(TokenPair) bool { return true }

// adopt makes tokens that an operation has answered those of the session.
func (s *session) adopt(result any) {
	switch result := result.(type) {
	case *Tokens:
		s.replace(pairOf(result), nil, always)
	case *LoginResult:
		if tokens, isThere := result.Tokens(); isThere {
			s.replace(pairOf(tokens), nil, always)
		}
	case *AccessToken:
		next := s.current()
		next.AccessToken, next.ExpiresAt = result.AccessToken, expiry(result.ExpiresIn)
		s.replace(next, nil, always)
	}
}

func pairOf(tokens *Tokens) TokenPair {
	return TokenPair{AccessToken: tokens.AccessToken, RefreshToken: Value(tokens.RefreshToken), ExpiresAt: expiry(tokens.ExpiresIn)}
}

func expiry(seconds int) time.Time { return time.Now().Add(time.Duration(seconds) * time.Second) }

// forget drops the tokens of a session that its owner has ended.
func (s *session) forget() { s.replace(TokenPair{}, nil, always) }

// end drops the tokens of the session to which a token belongs, because of a refusal, and tells of it. The error is what
// calls of the session fail with; also when somebody else has ended it before.
func (s *session) end(refreshToken string, refused *Error) error {
	err := fmt.Errorf("%w: %w", ErrSessionEnded, refused)
	isOurs := func(pair TokenPair) bool { return pair.AccessToken != "" && pair.RefreshToken == refreshToken }
	if s.replace(TokenPair{}, err, isOurs) && s.tellEnd != nil {
		s.tellEnd(err)
	}
	return err
}

// authorized makes an attempt with the token of the session. Is that no longer good, it is exchanged and another attempt made.
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

// isAboutToken tells whether a call was refused because of its token.
func isAboutToken(refused *Error) bool {
	return refused.Status == http.StatusUnauthorized &&
		(refused.Code == CodeTokenExpired || refused.Code == CodeUnauthorized || refused.Code == CodeSessionRevoked)
}

// token is what a call is sent with: empty before a log-in. It fails when the session has ended, or its token expired and
// cannot be exchanged.
func (c *Client) token(ctx context.Context, isPublic bool) (string, error) {
	c.session.mutex.Lock()
	pair, ended := c.session.pair, c.session.ended
	c.session.mutex.Unlock()
	switch {
	case pair.AccessToken == "" && ended != nil && !isPublic:
		return "", ended
	case pair.RefreshToken != "" && !pair.ExpiresAt.IsZero() && time.Now().After(pair.ExpiresAt):
		return c.exchange(ctx, pair.AccessToken)
	}
	return pair.AccessToken, nil
}

// renew is the token to go on with after one was refused. It fails when the session is over.
func (c *Client) renew(ctx context.Context, used string, refused *Error) (string, error) {
	pair := c.session.current()
	if pair.AccessToken == used && (refused.Code == CodeSessionRevoked || pair.RefreshToken == "") {
		return "", c.session.end(pair.RefreshToken, refused)
	}
	return c.exchange(ctx, used)
}

// exchange waits for the token that comes after the one that was used. Whoever comes first has it exchanged; who comes
// later waits for the same exchange, or finds it done.
func (c *Client) exchange(ctx context.Context, used string) (string, error) {
	s := &c.session
	s.mutex.Lock()
	if s.pair.AccessToken != used {
		defer s.mutex.Unlock()
		return s.pair.AccessToken, s.ended
	}
	under := s.refreshing
	if under == nil {
		under = &refresh{done: make(chan struct{})}
		s.refreshing = under
		go c.refresh(under, s.pair.RefreshToken)
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

// refresh exchanges the tokens. It is nobody's call: a caller that gives up does not take it from the others. A refusal ends
// the session; a server that cannot be reached does not.
func (c *Client) refresh(under *refresh, refreshToken string) {
	defer close(under.done)
	body := &RefreshRequest{RefreshToken: &refreshToken}
	var envelope struct{ Data Tokens }
	err := c.read(context.Background(), request{
		name: "refreshTokens", method: http.MethodPost, path: "/auth/refresh", body: body, isKeyed: true, isAnonymous: true,
	}, nil, &envelope)
	var refused *Error
	switch {
	case err == nil:
		c.session.replace(pairOf(&envelope.Data), nil, func(pair TokenPair) bool { return pair.RefreshToken == refreshToken })
	case errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusForbidden):
		err = c.session.end(refreshToken, refused)
	}
	under.err = err
	c.session.mutex.Lock()
	c.session.refreshing = nil
	c.session.mutex.Unlock()
}
