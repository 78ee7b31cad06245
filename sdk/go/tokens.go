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
	// RefreshKey is the Idempotency-Key of the exchange of the refresh token. Keep it with the tokens: who exchanges them after
	// an answer was lost, in this program or the next one, gets that answer. Under another key, a refresh token that was
	// exchanged a while ago counts as stolen, and the server ends the session. The client makes one where it is empty.
	RefreshKey string `json:"refreshKey,omitempty"`
}

// session is the tokens of a client. A token that has expired is exchanged once for all calls that wait for the next.
type session struct {
	store   func(TokenPair)
	tellEnd func(error)

	changing   sync.Mutex // is held by who changes the tokens until the store has them
	mutex      sync.Mutex
	opening    int // how many sessions there have been: every log-in and log-out begins another
	pair       TokenPair
	ended      error // why there are none
	refreshing *refresh
}

// refresh is an exchange of tokens that is under way.
type refresh struct {
	refreshToken string        // that is exchanged
	done         chan struct{} // closed when it is over
	err          error
}

func (s *session) current() TokenPair {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.pair
}

// present names the session that there is now, for what is begun in it.
func (s *session) present() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.opening
}

// refreshKey is the Idempotency-Key of an exchange: always the same for the refresh token of the session. It is random, not made
// from the token: whoever steals a spent token must not be able to ask for what it was exchanged for.
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

// begin puts the tokens of another session, or none, in the place of those that are there.
func (s *session) begin(next TokenPair) {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.put(next, nil, s.opening+1)
}

// replace puts other tokens in the place of those that are there. Which, is asked when nobody else can change them any more:
// they may be others than a moment ago. When the answer is none, it does nothing and returns false.
func (s *session) replace(ended error, after func(TokenPair) (next TokenPair, isChange bool)) bool {
	s.changing.Lock()
	defer s.changing.Unlock()
	next, isChange := after(s.current())
	if isChange {
		s.put(next, ended, s.opening)
	}
	return isChange
}

// put stores tokens and has calls use them. Nobody else changes them meanwhile.
func (s *session) put(next TokenPair, ended error, opening int) {
	if s.store != nil { // before any call can use them
		s.store(next)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pair, s.ended, s.opening = next, ended, opening
}

// adopt makes tokens that an operation has answered those of the session. What only renews them does so in the session in
// which it was begun: another may be somebody else's.
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
			isOpen := pair.AccessToken != "" // what has ended meanwhile does not begin anew by an access token alone
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

// forget drops the tokens of a session that its owner has ended. Whoever has logged in before the answer came stays logged in.
func (s *session) forget(begun int) {
	s.changing.Lock()
	defer s.changing.Unlock()
	if s.opening == begun {
		s.put(TokenPair{}, nil, s.opening+1)
	}
}

// end drops the tokens of the session to which a token belongs, because of a refusal, and tells of it. The error is what
// calls of the session fail with; also when somebody else has ended it before.
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
	isStale := refused.Status == http.StatusUnauthorized && (refused.Code == CodeTokenExpired || refused.Code == CodeUnauthorized)
	return isStale || isOver(refused)
}

// isOver tells whether a refusal says that the session has ended, so that no other token helps.
func isOver(refused *Error) bool {
	return refused.Code == CodeSessionRevoked || refused.Code == CodeAccountSuspended
}

// token is what a call is sent with: empty before a log-in. It fails when the session has ended, or its token expired and
// cannot be exchanged. A public operation does not need a session, and goes on without one that has ended.
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

// renew is the token to go on with after one was refused. It fails when the session is over.
func (c *Client) renew(ctx context.Context, used string, refused *Error) (string, error) {
	pair := c.session.current()
	if pair.AccessToken == used && (isOver(refused) || pair.RefreshToken == "") {
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
	if under == nil || under.refreshToken != s.pair.RefreshToken { // one of an earlier session says nothing about this one
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

// refresh exchanges the tokens. It is nobody's call: a caller that gives up does not take it from the others. A refusal ends
// the session; a server that cannot be reached does not, nor does somebody on the way to it who refuses.
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

// refusesExchange tells whether the server refuses to exchange tokens.
func refusesExchange(refused *Error) bool {
	return refused.Code != CodeUnexpectedAnswer && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusForbidden)
}

// exchangeError is that the next tokens could not be had, after all repetitions: the call that waits for them begins no new ones.
type exchangeError struct{ error }

// Unwrap is what failed, for errors.Is and errors.As.
func (e *exchangeError) Unwrap() error { return e.error }
