package bourse_test

import (
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	bourse "bourse/sdk/go"
)

// Reauthenticating returns only an access token. It must be stored with the refresh token of that moment, even one that
// has just changed and is still being stored. The test does not run in parallel, because it looks for its goroutine
// among all goroutines.
func TestAnAccessTokenLeavesTheNextRefreshTokenInPlace(t *testing.T) {
	storing, release := make(chan struct{}), make(chan struct{})
	var first sync.Once
	c, _ := client(func(s sent) (*http.Response, error) {
		switch s.URL.Path {
		case "/api/v1" + refreshing:
			return data(tokens("1"))
		case "/api/v1/auth/reauthenticate":
			return data(`{"accessToken":"again","tokenType":"Bearer","expiresIn":900}`)
		}
		if s.Header.Get("Authorization") == "Bearer expired" {
			return refuse(401, "TOKEN_EXPIRED")
		}
		return data(me)
	}, old(), bourse.WithTokenStore(func(bourse.TokenPair) {
		first.Do(func() {
			close(storing)
			<-release
		})
	}))
	var calls sync.WaitGroup
	calls.Go(func() {
		if _, err := c.GetMe(t.Context()); err != nil {
			t.Error(err)
		}
	})
	<-storing
	calls.Go(func() {
		if _, err := c.Reauthenticate(t.Context(), bourse.ReauthenticateRequest{}); err != nil {
			t.Error(err)
		}
	})
	for !isRunning("(*session).adopt", "(*session).replace") {
		runtime.Gosched()
	}
	close(release)
	calls.Wait()
	if pair := c.Tokens(); pair.AccessToken != "again" || pair.RefreshToken != "refresh-1" {
		t.Errorf("the tokens are %+v", pair)
	}
}

// isRunning reports whether a goroutine is in one function called by another.
func isRunning(caller, called string) bool {
	stacks := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, caller) && strings.Contains(stack, called) {
			return true
		}
	}
	return false
}

func TestAnAccessTokenAloneOpensNoSession(t *testing.T) {
	t.Parallel()
	var c *bourse.Client
	c, _ = client(func(s sent) (*http.Response, error) {
		if s.URL.Path == "/api/v1/auth/reauthenticate" {
			must(t, c.Logout(t.Context(), nil)) // while it is in flight
			return data(`{"accessToken":"again","tokenType":"Bearer","expiresIn":900}`)
		}
		return data("{}")
	}, old())
	_, err := c.Reauthenticate(t.Context(), bourse.ReauthenticateRequest{})
	must(t, err)
	if pair := c.Tokens(); pair != (bourse.TokenPair{}) {
		t.Errorf("after the log-out the tokens are %+v", pair)
	}
}

func TestAnAccessTokenDoesNotReachTheSessionOfWhoLogsInMeanwhile(t *testing.T) {
	t.Parallel()
	for name, leavesFirst := range map[string]bool{"after a log-out": true, "without one": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c *bourse.Client
			c, _ = client(func(s sent) (*http.Response, error) {
				switch s.URL.Path {
				case "/api/v1/auth/reauthenticate": // the next person logs in while it is in flight
					if leavesFirst {
						must(t, c.Logout(t.Context(), nil))
					}
					_, err := c.Login(t.Context(), bourse.LoginRequest{})
					must(t, err)
					return data(`{"accessToken":"again","tokenType":"Bearer","expiresIn":900}`)
				case "/api/v1/auth/login":
					return data(tokens("1"))
				}
				return data("{}")
			}, old())
			_, err := c.Reauthenticate(t.Context(), bourse.ReauthenticateRequest{})
			must(t, err)
			if pair := c.Tokens(); pair.AccessToken != "access-1" || pair.RefreshToken != "refresh-1" {
				t.Errorf("the tokens are %+v", pair)
			}
		})
	}
}
