package bourse_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	bourse "bourse/sdk/go"
)

// A call that ends a session may be answered late, when somebody else has already logged in.
func TestALateEndOfTheLastSessionIsNotThatOfTheNext(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(context.Context, *bourse.Client) error{
		"a log-out": func(ctx context.Context, c *bourse.Client) error { return c.Logout(ctx, nil) },
		"a leave":   func(ctx context.Context, c *bourse.Client) error { return c.DeleteMe(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c *bourse.Client
			c, _ = client(func(s sent) (*http.Response, error) {
				if s.URL.Path == "/api/v1/auth/login" {
					return data(tokens("1"))
				}
				_, err := c.Login(t.Context(), bourse.LoginRequest{}) // while it is in flight
				must(t, err)
				return data("{}")
			}, old())
			must(t, leave(t.Context(), c))
			if pair := c.Tokens(); pair.AccessToken != "access-1" || pair.RefreshToken != "refresh-1" {
				t.Errorf("the tokens are %+v", pair)
			}
		})
	}
}

func TestALateRefusalOfTheLastRefreshTokenSaysNothingAboutTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := client(func(s sent) (*http.Response, error) {
			switch {
			case s.URL.Path == "/api/v1/auth/login":
				return data(tokens("1"))
			case s.field("refreshToken") == "refresh-0":
				time.Sleep(5 * time.Second)
				return refuse(401, "REFRESH_TOKEN_INVALID")
			case s.field("refreshToken") == "refresh-1":
				return data(tokens("2"))
			case s.Header.Get("Authorization") == "Bearer access-2":
				return data(me)
			}
			return refuse(401, "TOKEN_EXPIRED")
		}, old(), bourse.WithSessionEnded(func(err error) { t.Errorf("the end was told: %v", err) }))
		go func() {
			if _, err := c.GetMe(t.Context()); !errors.Is(err, bourse.ErrSessionEnded) {
				t.Errorf("the error of the last session's call is %v", err)
			}
		}()
		time.Sleep(time.Second)
		_, err := c.Login(t.Context(), bourse.LoginRequest{})
		must(t, err)
		_, err = c.GetMe(t.Context())
		must(t, err)
		time.Sleep(time.Minute)
		if pair := c.Tokens(); pair.RefreshToken != "refresh-2" {
			t.Errorf("the tokens are %+v", pair)
		}
	})
}
