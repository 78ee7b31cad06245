package bourse_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	bourse "bourse/sdk/go"
)

// leading is a server that redirects every call to another address, where everything is answered.
func leading(status int, to string) func(sent) (*http.Response, error) {
	return func(s sent) (*http.Response, error) {
		if s.URL.Query().Has("arrived") {
			return data(me)
		}
		return respond(status, "", "Location", to)
	}
}

func TestNoTokenAndNoBodyFollowARedirect(t *testing.T) {
	t.Parallel()
	update := func(ctx context.Context, c *bourse.Client) error {
		_, err := c.UpdateMe(ctx, bourse.UpdateMeRequest{})
		return err
	}
	login := func(ctx context.Context, c *bourse.Client) error {
		_, err := c.Login(ctx, bourse.LoginRequest{Password: "secret"})
		return err
	}
	leave := func(ctx context.Context, c *bourse.Client) error { return c.DeleteMe(ctx) }
	get := func(ctx context.Context, c *bourse.Client) error { _, err := c.GetMe(ctx); return err }
	for name, c := range map[string]struct {
		call   func(context.Context, *bourse.Client) error
		status int
		to     string
	}{
		"a POST to another host":          {login, 307, "http://other.stand.in/?arrived"},
		"a POST that becomes a GET":       {login, 303, "http://stand.in/?arrived"},
		"a POST within the host":          {login, 308, "/?arrived"},
		"a PATCH":                         {update, 307, "/?arrived"},
		"a DELETE":                        {leave, 302, "/?arrived"},
		"a GET to another host":           {get, 302, "http://other.in/?arrived"},
		"a GET to a host below":           {get, 307, "http://sub.stand.in/?arrived"},
		"a GET to another port":           {get, 302, "http://stand.in:8080/?arrived"},
		"a GET to another scheme":         {get, 301, "https://stand.in/?arrived"},
		"a GET to another host, in steps": {get, 301, "http://stand.in/#first"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := leading(c.status, c.to)
			if strings.HasSuffix(c.to, "#first") {
				answer = func(s sent) (*http.Response, error) {
					if s.URL.Path == "/" {
						return leading(302, "http://other.in/?arrived")(s)
					}
					return leading(301, "http://stand.in/")(s)
				}
			}
			client, server := client(answer, old())
			refused := wantCode(t, c.call(t.Context(), client), bourse.CodeUnexpectedAnswer)
			if refused.Status < 300 || refused.Status > 399 || !strings.Contains(refused.Message, "leads to") {
				t.Errorf("the error is %+v", refused)
			}
			for _, one := range server.all("") {
				if one.URL.Query().Has("arrived") {
					t.Errorf("%s %s was called with %q", one.Method, one.URL, one.body)
				}
			}
		})
	}
}

func TestAGetFollowsARedirectWithinTheOrigin(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"/?arrived", "http://stand.in/?arrived", "http://stand.in:80/?arrived"} {
		c, _ := client(leading(307, to), old())
		_, err := c.GetMe(t.Context())
		must(t, err)
	}
	c, server := client(leading(302, "/again"), old(), bourse.WithRetries(0))
	if _, err := c.GetMe(t.Context()); err == nil || len(server.all("")) != 10 {
		t.Errorf("after %d calls the error is %v", len(server.all("")), err)
	}
}

func TestTheProgramsOwnClientIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	_, server := client(leading(302, "/?arrived"))
	no := errors.New("no redirects")
	own := &http.Client{Transport: server, CheckRedirect: func(*http.Request, []*http.Request) error { return no }}
	_, err := bourse.New("http://stand.in", bourse.WithHTTPClient(own), bourse.WithRetries(0)).GetMe(t.Context())
	if !errors.Is(err, no) || !errors.Is(own.CheckRedirect(nil, nil), no) || http.DefaultClient.CheckRedirect != nil {
		t.Errorf("the error is %v", err)
	}
}
