package bourse_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	bourse "bourse/sdk/go"
)

// strict is a server that has exchanged the refresh token but whose first answers are lost. Long afterwards it repeats
// its answer for the same key; under any other key the token counts as stolen.
type strict struct {
	lost int    // how many more answers will be lost
	key  string // of the first exchange
}

func (s *strict) answer(asked sent) (*http.Response, error) {
	if asked.URL.Path != "/api/v1"+refreshing {
		if asked.Header.Get("Authorization") == "Bearer expired" {
			return refuse(401, "TOKEN_EXPIRED")
		}
		return data(me)
	}
	key := asked.Header.Get("Idempotency-Key")
	if s.key == "" {
		s.key = key
	}
	switch {
	case key == "" || s.key != key:
		return refuse(401, "REFRESH_TOKEN_REUSED")
	case s.lost > 0:
		s.lost--
		return cutOff()
	}
	return data(tokens("1"))
}

func TestAnExchangeWhoseAnswerWasLostIsRepeatedUnderItsKey(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(*testing.T, *bourse.Client) error{
		"by the next call": func(t *testing.T, c *bourse.Client) error {
			_, err := c.GetMe(t.Context())
			return err
		},
		"by the program": func(t *testing.T, c *bourse.Client) error {
			_, err := c.RefreshTokens(t.Context(), &bourse.RefreshRequest{RefreshToken: bourse.Ptr("refresh-0")})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, server := client((&strict{lost: 4}).answer, old(), bourse.WithSessionEnded(func(err error) { t.Errorf("the end was told: %v", err) }))
				if _, err := c.GetMe(t.Context()); err == nil {
					t.Fatal("a lost exchange went well")
				}
				time.Sleep(10 * time.Minute)
				must(t, again(t, c))
				if got := len(server.all(refreshing)); got != 5 || c.Tokens().RefreshToken != "refresh-1" {
					t.Errorf("after %d attempts the tokens are %+v", got, c.Tokens())
				}
			})
		})
	}
}

func TestTheKeyOfAnExchangeIsKeptWithTheTokens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var kept bourse.TokenPair
		first, _ := client(func(sent) (*http.Response, error) { return data(tokens("0")) },
			bourse.WithTokenStore(func(pair bourse.TokenPair) { kept = pair }))
		_, err := first.Login(t.Context(), bourse.LoginRequest{})
		must(t, err)
		server := &strict{lost: 1}
		kept.AccessToken = "expired"
		for range 2 { // programs that continue with the stored tokens, the first of which gets no answer
			c, _ := client(server.answer, bourse.WithTokens(kept), bourse.WithRetries(0))
			_, err = c.GetMe(t.Context())
		}
		must(t, err)
	})
}

func TestEveryRefreshTokenHasAKeyOfItsOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := new(gate)
		c, server := client(g.answer, old())
		for range 3 {
			_, err := c.GetMe(t.Context())
			must(t, err)
			_, err = c.RefreshTokens(t.Context(), &bourse.RefreshRequest{RefreshToken: bourse.Ptr(c.Tokens().RefreshToken)})
			must(t, err)
		}
		keys := map[string]bool{}
		for _, one := range server.all(refreshing) {
			keys[one.Header.Get("Idempotency-Key")] = true
		}
		if len(keys) != 4 {
			t.Errorf("there were %d keys, want 4", len(keys))
		}
	})
}
