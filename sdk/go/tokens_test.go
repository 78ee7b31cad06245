package bourse_test

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	bourse "bourse/sdk/go"
)

const refreshing = "/auth/refresh"

// gate is a server that accepts the newest access token, and exchanges the newest refresh token after a delay.
type gate struct {
	newest  atomic.Int64
	refusal string // of every exchange
}

func (g *gate) answer(s sent) (*http.Response, error) {
	number := strconv.FormatInt(g.newest.Load(), 10)
	if s.URL.Path == "/api/v1"+refreshing {
		time.Sleep(time.Second)
		switch {
		case s.Header.Get("Authorization") != "":
			return refuse(500, "INTERNAL_ERROR")
		case g.refusal != "":
			return refuse(401, g.refusal)
		case s.field("refreshToken") != "refresh-"+number:
			return refuse(401, "REFRESH_TOKEN_REUSED")
		}
		return data(tokens(strconv.FormatInt(g.newest.Add(1), 10)))
	}
	if s.Header.Get("Authorization") != "Bearer access-"+number {
		return refuse(401, "TOKEN_EXPIRED")
	}
	return data(me)
}

func old() bourse.Option {
	return bourse.WithTokens(bourse.TokenPair{AccessToken: "expired", RefreshToken: "refresh-0"})
}

func TestOneRefreshServesAllWaitingCalls(t *testing.T) {
	t.Parallel()
	for name, pair := range map[string]bourse.TokenPair{
		"that was refused":        {AccessToken: "expired", RefreshToken: "refresh-0"},
		"that is known to be old": {AccessToken: "expired", RefreshToken: "refresh-0", ExpiresAt: time.Unix(1, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var stored []bourse.TokenPair
				c, server := client(new(gate).answer, bourse.WithTokens(pair), bourse.WithTokenStore(func(pair bourse.TokenPair) { stored = append(stored, pair) }))
				var calls sync.WaitGroup
				for range 50 {
					calls.Go(func() {
						if _, err := c.GetMe(t.Context()); err != nil {
							t.Error(err)
						}
					})
				}
				calls.Wait()
				if got := len(server.all(refreshing)); got != 1 {
					t.Errorf("%d exchanges, want 1", got)
				}
				if len(stored) != 1 || stored[0].RefreshToken != "refresh-1" || c.Tokens() != stored[0] {
					t.Errorf("%v were stored, %v are there", stored, c.Tokens())
				}
			})
		})
	}
}

func TestACallerThatGivesUpLeavesTheRefreshToTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, server := client(new(gate).answer, old())
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := c.GetMe(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the error is %v", err)
		}
		_, err := c.GetMe(t.Context())
		must(t, err)
		if got := len(server.all(refreshing)); got != 1 {
			t.Errorf("%d exchanges, want 1", got)
		}
	})
}

func TestASessionEndsOnceAndTells(t *testing.T) {
	t.Parallel()
	refusing := func(status int, code string) func(sent) (*http.Response, error) {
		return func(sent) (*http.Response, error) {
			time.Sleep(time.Second) // so that all calls are in flight
			return refuse(status, code)
		}
	}
	for name, when := range map[string]struct {
		answer func(sent) (*http.Response, error)
		status int
	}{
		"when its refresh token is refused": {(&gate{refusal: "REFRESH_TOKEN_INVALID"}).answer, 401},
		"when it was revoked":               {refusing(401, "SESSION_REVOKED"), 401},
		"when its user was suspended":       {refusing(403, "ACCOUNT_SUSPENDED"), 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var told []error
				var stored []bourse.TokenPair
				c, server := client(when.answer, old(), bourse.WithSessionEnded(func(err error) { told = append(told, err) }),
					bourse.WithTokenStore(func(pair bourse.TokenPair) { stored = append(stored, pair) }))
				var calls sync.WaitGroup
				for range 50 {
					calls.Go(func() {
						_, err := c.GetMe(t.Context())
						var refused *bourse.Error
						if !errors.Is(err, bourse.ErrSessionEnded) || !errors.As(err, &refused) || refused.Status != when.status {
							t.Errorf("the error is %v", err)
						}
					})
				}
				calls.Wait()
				if len(told) != 1 || !errors.Is(told[0], bourse.ErrSessionEnded) || len(stored) != 1 || stored[0] != (bourse.TokenPair{}) {
					t.Errorf("%v was told and %v stored", told, stored)
				}
				before := len(server.all(""))
				if _, err := c.GetMe(t.Context()); !errors.Is(err, bourse.ErrSessionEnded) || len(server.all("")) != before {
					t.Errorf("a later call asks the server, or its error is %v", err)
				}
			})
		})
	}
}

func TestAServerThatIsGoneEndsNoSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := new(gate)
		isGone := true
		c, server := client(func(s sent) (*http.Response, error) {
			if isGone && s.URL.Path == "/api/v1"+refreshing {
				return cutOff()
			}
			return g.answer(s)
		}, old(), bourse.WithSessionEnded(func(err error) { t.Errorf("the end was told: %v", err) }))
		if _, err := c.GetMe(t.Context()); err == nil || errors.Is(err, bourse.ErrSessionEnded) {
			t.Errorf("the error is %v", err)
		}
		keys := map[string]bool{}
		for _, one := range server.all(refreshing) {
			keys[one.Header.Get("Idempotency-Key")] = true
		}
		if attempts := len(server.all(refreshing)); attempts != 4 || len(keys) != 1 {
			t.Errorf("%d attempts at the exchange under %d keys, want 4 under one", attempts, len(keys))
		}
		isGone = false
		_, err := c.GetMe(t.Context())
		must(t, err)
	})
}

func TestALogInIsKeptAndALogOutForgotten(t *testing.T) {
	t.Parallel()
	challenge := `{"outcome":"second_factor","twoFactorRequired":true,"challengeToken":"challenge","methods":["totp"],"expiresIn":300}`
	c, server := client(func(s sent) (*http.Response, error) {
		switch s.URL.Path {
		case "/api/v1/auth/login":
			return data(challenge)
		case "/api/v1/auth/login/2fa":
			return data(tokens("0"))
		case "/api/v1/auth/reauthenticate":
			return data(`{"accessToken":"again","tokenType":"Bearer","expiresIn":900}`)
		}
		return data(me)
	})
	result, err := c.Login(t.Context(), bourse.LoginRequest{Email: "a@b.test", Password: "secret"})
	must(t, err)
	if _, isThere := result.Tokens(); isThere || c.Tokens() != (bourse.TokenPair{}) {
		t.Error("a challenge is taken for tokens")
	}
	asked, isAsked := result.LoginChallenge()
	if !isAsked || asked.ChallengeToken != "challenge" || asked.Methods[0] != "totp" {
		t.Fatalf("the challenge is %+v", asked)
	}
	_, err = c.CompleteLogin(t.Context(), bourse.CompleteLoginRequest{ChallengeToken: asked.ChallengeToken, Code: "123456"})
	must(t, err)
	if pair := c.Tokens(); pair.AccessToken != "access-0" || pair.RefreshToken != "refresh-0" || time.Until(pair.ExpiresAt) < 14*time.Minute {
		t.Errorf("the tokens are %+v", pair)
	}
	_, err = c.Reauthenticate(t.Context(), bourse.ReauthenticateRequest{})
	must(t, err)
	if pair := c.Tokens(); pair.AccessToken != "again" || pair.RefreshToken != "refresh-0" {
		t.Errorf("the tokens are %+v", pair)
	}
	must(t, c.Logout(t.Context(), &bourse.LogoutRequest{Scope: bourse.Ptr(bourse.LogoutRequestScopeOthers)}))
	if c.Tokens().AccessToken == "" {
		t.Error("ending the other sessions ended this one")
	}
	must(t, c.Logout(t.Context(), nil))
	_, err = c.GetMe(t.Context())
	must(t, err)
	for i, want := range []string{"", "", "Bearer access-0", "Bearer again", "Bearer again", ""} {
		if got := server.all("")[i].Header.Get("Authorization"); got != want {
			t.Errorf("call %d was made with %q, want %q", i, got, want)
		}
	}
}

func TestWhoHasLeftIsForgotten(t *testing.T) {
	t.Parallel()
	var stored []bourse.TokenPair
	c, server := client(func(sent) (*http.Response, error) { return data(me) }, old(),
		bourse.WithTokenStore(func(pair bourse.TokenPair) { stored = append(stored, pair) }),
		bourse.WithSessionEnded(func(err error) { t.Errorf("the end was told: %v", err) }))
	must(t, c.DeleteMe(t.Context()))
	if len(stored) != 1 || stored[0] != (bourse.TokenPair{}) || c.Tokens() != stored[0] {
		t.Errorf("%v were stored, %v are there", stored, c.Tokens())
	}
	_, err := c.GetBrand(t.Context(), bourse.GetBrandParams{})
	must(t, err)
	if got := server.all("/brand")[0].Header.Get("Authorization"); got != "" {
		t.Errorf("a later call was made with %q", got)
	}
}

// expiredByClock returns old tokens that are known to have expired before a call is made.
func expiredByClock() bourse.Option {
	return bourse.WithTokens(bourse.TokenPair{AccessToken: "expired", RefreshToken: "refresh-0", ExpiresAt: time.Unix(1, 0)})
}

func TestWhatIsPublicNeedsNoSession(t *testing.T) {
	t.Parallel()
	for name, refusal := range map[string]struct {
		status int
		code   string
	}{
		"that is over":          {401, "REFRESH_TOKEN_INVALID"},
		"of somebody suspended": {403, "ACCOUNT_SUSPENDED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ends := 0
			c, server := client(func(s sent) (*http.Response, error) {
				if s.URL.Path == "/api/v1"+refreshing {
					return refuse(refusal.status, refusal.code)
				}
				return data("{}")
			}, expiredByClock(), bourse.WithSessionEnded(func(error) { ends++ }))
			_, err := c.GetBrand(t.Context(), bourse.GetBrandParams{})
			must(t, err)
			if got := server.all("/brand"); len(got) != 1 || got[0].Header.Get("Authorization") != "" || ends != 1 {
				t.Errorf("%d calls, and the end was told %d times", len(got), ends)
			}
			if _, err := c.GetMe(t.Context()); !errors.Is(err, bourse.ErrSessionEnded) {
				t.Errorf("what needs a session fails with %v", err)
			}
		})
	}
}

func TestAnExchangeThatFailsIsNotBegunAnewByTheCall(t *testing.T) {
	t.Parallel()
	for name, tokens := range map[string]bourse.Option{"after a refusal": old(), "before the call": expiredByClock()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, server := client(func(s sent) (*http.Response, error) {
					if s.URL.Path == "/api/v1"+refreshing {
						return refuse(503, "SERVICE_UNAVAILABLE")
					}
					return refuse(401, "TOKEN_EXPIRED")
				}, tokens)
				_, err := c.GetMe(t.Context())
				wantCode(t, err, bourse.CodeServiceUnavailable)
				if got := len(server.all(refreshing)); got != 4 {
					t.Errorf("%d attempts at the exchange, want 4", got)
				}
			})
		})
	}
}

func TestWhoIsToldOfTheEndMayLogInAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &gate{refusal: "REFRESH_TOKEN_REUSED"}
		var c *bourse.Client
		c, _ = client(func(s sent) (*http.Response, error) {
			if s.URL.Path == "/api/v1/auth/login" {
				return data(tokens("0"))
			}
			return g.answer(s)
		}, old(), bourse.WithSessionEnded(func(error) {
			if _, err := c.Login(t.Context(), bourse.LoginRequest{}); err != nil {
				t.Error(err)
			}
		}))
		if _, err := c.GetMe(t.Context()); !errors.Is(err, bourse.ErrSessionEnded) {
			t.Errorf("the error is %v", err)
		}
		_, err := c.GetMe(t.Context())
		must(t, err)
	})
}
