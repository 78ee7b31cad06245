package bourse_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	bourse "bourse/sdk/go"
)

// foreign are answers that are not the API's: of a proxy, of a captive portal, and truncated ones.
var foreign = map[string]func() (*http.Response, error){
	"a proxy's refusal": func() (*http.Response, error) {
		return respond(502, "<h1>Bad gateway</h1>", "Content-Type", "text/html")
	},
	"a proxy that asks for a name": func() (*http.Response, error) {
		return respond(401, "<h1>Who are you?</h1>", "Content-Type", "text/html")
	},
	"a firewall's refusal":       func() (*http.Response, error) { return respond(403, "<h1>No</h1>", "Content-Type", "text/html") },
	"a refusal in other JSON":    func() (*http.Response, error) { return respond(403, `{"error":"forbidden"}`) },
	"a refusal without anything": func() (*http.Response, error) { return respond(401, "") },
	"the page of a portal":       func() (*http.Response, error) { return respond(200, "<h1>Welcome</h1>", "Content-Type", "text/html") },
	"nothing":                    func() (*http.Response, error) { return respond(200, "") },
	"half an answer":             func() (*http.Response, error) { return respond(200, `{"success":true,"data":{"accessToken":"x`) },
	"other JSON":                 func() (*http.Response, error) { return respond(200, `{"status":"ok"}`) },
	"an answer without a result": func() (*http.Response, error) { return respond(200, `{"success":true}`) },
	"a result of null":           func() (*http.Response, error) { return respond(200, `{"success":true,"data":null}`) },
}

func wantUnexpected(t *testing.T, err error, status int) {
	t.Helper()
	if refused := wantCode(t, err, bourse.CodeUnexpectedAnswer); refused.Status != status || refused.RequestID != "request-1" || !strings.Contains(refused.Message, "not the API's") {
		t.Errorf("the error is %+v", *refused)
	}
	if errors.Is(err, bourse.ErrSessionEnded) {
		t.Errorf("it ends the session: %v", err)
	}
}

func TestAnAnswerThatIsNotTheAPIsIsAnErrorAndEndsNoSession(t *testing.T) {
	t.Parallel()
	calls := map[string]func(context.Context, *bourse.Client) error{
		"a call": func(ctx context.Context, c *bourse.Client) error { _, err := c.GetMe(ctx); return err },
		"a list": func(ctx context.Context, c *bourse.Client) error { _, err := c.ListSessions(ctx); return err },
		"a page": func(ctx context.Context, c *bourse.Client) error {
			_, err := c.ListOrders(ctx, bourse.ListOrdersParams{})
			return err
		},
		"a login": func(ctx context.Context, c *bourse.Client) error {
			_, err := c.Login(ctx, bourse.LoginRequest{})
			return err
		},
		"a proof": func(ctx context.Context, c *bourse.Client) error {
			_, err := c.Reauthenticate(ctx, bourse.ReauthenticateRequest{})
			return err
		},
		"a renewal": func(ctx context.Context, c *bourse.Client) error {
			_, err := c.RefreshTokens(ctx, &bourse.RefreshRequest{RefreshToken: bourse.Ptr("refresh-0")})
			return err
		},
	}
	for name, answer := range foreign {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := client(func(sent) (*http.Response, error) { return answer() }, old(), bourse.WithRetries(0),
				bourse.WithSessionEnded(func(err error) { t.Errorf("the end was told: %v", err) }),
				bourse.WithTokenStore(func(pair bourse.TokenPair) { t.Errorf("%+v was stored", pair) }))
			response, _ := answer()
			for what, call := range calls {
				t.Log(what)
				wantUnexpected(t, call(t.Context(), c), response.StatusCode)
			}
			if name != "an answer without a result" && name != "a result of null" { // a log-out has no result
				wantUnexpected(t, c.Logout(t.Context(), nil), response.StatusCode)
			}
			if pair := c.Tokens(); pair.AccessToken != "expired" || pair.RefreshToken != "refresh-0" {
				t.Errorf("the tokens are %+v", pair)
			}
		})
	}
}

func TestAnExchangeThatIsAnsweredBySomebodyOnTheWayEndsNoSession(t *testing.T) {
	t.Parallel()
	for name, answer := range foreign {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := new(gate)
				isForeign := true
				c, _ := client(func(s sent) (*http.Response, error) {
					if isForeign && s.URL.Path == "/api/v1"+refreshing {
						return answer()
					}
					return g.answer(s)
				}, old(), bourse.WithSessionEnded(func(err error) { t.Errorf("the end was told: %v", err) }))
				_, err := c.GetMe(t.Context())
				response, _ := answer()
				wantUnexpected(t, err, response.StatusCode)
				isForeign = false
				_, err = c.GetMe(t.Context())
				must(t, err)
			})
		})
	}
}

func TestTokensWithoutATokenLogNobodyIn(t *testing.T) {
	t.Parallel()
	c, _ := client(func(sent) (*http.Response, error) { return data(`{"outcome":"authenticated","user":{"id":"u"}}`) }, old())
	for name, call := range map[string]func() error{
		"login":          func() error { _, err := c.Login(t.Context(), bourse.LoginRequest{}); return err },
		"completeLogin":  func() error { _, err := c.CompleteLogin(t.Context(), bourse.CompleteLoginRequest{}); return err },
		"reauthenticate": func() error { _, err := c.Reauthenticate(t.Context(), bourse.ReauthenticateRequest{}); return err },
	} {
		t.Log(name)
		wantUnexpected(t, call(), 200)
	}
	if c.Tokens().AccessToken != "expired" {
		t.Errorf("the tokens are %+v", c.Tokens())
	}
}

func TestThePageOfAPortalIsNoFileAndNoStream(t *testing.T) {
	t.Parallel()
	c, _ := client(func(sent) (*http.Response, error) { return foreign["the page of a portal"]() }, old())
	_, err := c.DownloadStatement(t.Context(), "account", bourse.DownloadStatementParams{})
	wantUnexpected(t, err, 200)
	_, err = listen(t.Context(), c, bourse.StreamParams{})
	wantUnexpected(t, err, 200)
}

func TestAStreamOutlivesTheAnswersOfSomebodyOnTheWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		open := streams(opened+position("1"), opened+position("2"))
		next := 0
		var told []error
		c, _ := client(func(s sent) (*http.Response, error) {
			next++
			switch next {
			case 2:
				return respond(404, "<h1>No such page</h1>", "Content-Type", "text/html")
			case 3:
				return foreign["the page of a portal"]()
			}
			return open(s)
		}, old())
		got, err := listen(t.Context(), c, bourse.StreamParams{OnCut: func(err error) { told = append(told, err) }})
		wantCode(t, err, bourse.CodeNotFound)
		if len(got) != 2 || len(told) != 4 {
			t.Errorf("it told %v, and was cut by %v", got, told)
		}
	})
}
