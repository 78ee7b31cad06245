package clients_test

import (
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"bourse/internal/testkit"
	client "bourse/sdk/go"
	"bourse/test/e2e/kit"
)

// TestSessionsOfTheGoClient uses a server whose access tokens live for a second, so that clients keep exchanging
// them.
func TestSessionsOfTheGoClient(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a log-in with a second factor":         logInWithASecondFactor,
		"a revoked session ends once and tells": revokedSession,
		"a suspension ends the session":         suspension,
		"who has left is forgotten":             leave,
		"a program goes on with kept tokens":    keptTokens,
		"an API key":                            apiKey,
		"a log-out":                             logOut,
	}, "--access-token-lifetime", "1s")
}

// newcomer is a client of a user who has just registered.
func newcomer(t *testing.T, url string, options ...client.Option) (c *client.Client, email, password string) {
	t.Helper()
	c, email, password = client.New(url, options...), kit.NewEmail(), "a fine password of "+kit.NewEmail()
	_, err := c.Register(t.Context(), client.RegisterRequest{Email: email, Password: password})
	must(t, err)
	return c, email, password
}

func logInWithASecondFactor(t *testing.T, s *kit.Server) {
	c, email, password := newcomer(t, s.URL())
	setup, err := c.SetupTwoFactor(t.Context())
	must(t, err)
	codes, err := c.VerifyTwoFactor(t.Context(), client.CodeRequest{Code: kit.AppCode(t, setup.Secret, 0)})
	must(t, err)
	if len(codes.Codes) != 10 {
		t.Errorf("there are %d backup codes", len(codes.Codes))
	}

	device := client.New(s.URL())
	result, err := device.Login(t.Context(), client.LoginRequest{Email: email, Password: password})
	must(t, err)
	if _, isIn := result.Tokens(); isIn || device.Tokens() != (client.TokenPair{}) {
		t.Error("the password alone opened a session")
	}
	challenge, isAsked := result.LoginChallenge()
	if !isAsked || len(challenge.Methods) == 0 {
		t.Fatalf("the challenge is %+v", challenge)
	}
	_, err = device.CompleteLogin(t.Context(), client.CompleteLoginRequest{ChallengeToken: challenge.ChallengeToken, Code: "000000"})
	if refused := wantRefusal(t, err, client.CodeInvalid2FACode); errors.Is(err, client.ErrSessionEnded) || refused.Status != http.StatusUnauthorized {
		t.Errorf("a wrong code is %v", err)
	}
	tokens, err := device.CompleteLogin(t.Context(), client.CompleteLoginRequest{ChallengeToken: challenge.ChallengeToken, Code: kit.AppCode(t, setup.Secret, 1)})
	must(t, err)
	me, err := device.GetMe(t.Context())
	must(t, err)
	if me.Email != email || tokens.User.ID != me.ID || device.Tokens().AccessToken == "" {
		t.Errorf("it is %+v who logged in", me)
	}
}

// expired is a user whose access token has expired, because their role was changed: the next one does not expire while it
// is used, however busy the machine is.
func expired(t *testing.T, v *kit.Venue) *kit.Member {
	t.Helper()
	m := v.Register(t)
	v.Analyst.Update(t, m, kit.Body{"role": "trader"}).Ok(t, 200)
	m.Get(t, "/auth/me").Failed(t, 401, "TOKEN_EXPIRED", "")
	return m
}

func oneRefreshForFifty(t *testing.T, v *kit.Venue) {
	m := expired(t, v)
	l := newLine(t, v.Server)
	var stored atomic.Int64
	c := as(m, l.URL, client.WithTokenStore(func(client.TokenPair) { stored.Add(1) }))
	release := l.hold()
	var calls sync.WaitGroup
	for range 50 {
		calls.Go(func() {
			if me, err := c.GetMe(t.Context()); err != nil || me.ID != m.ID {
				t.Errorf("it is %+v, %v", me, err)
			}
		})
	}
	testkit.Within(t, kit.Patience, "fifty calls are on their way", func() bool { return l.count("GET /auth/me") == 50 })
	release()
	calls.Wait()
	if got := l.count("POST /auth/refresh"); got != 1 || stored.Load() != 1 {
		t.Errorf("%d exchanges and %d pairs, want one", got, stored.Load())
	}
	if got := l.answered(http.StatusUnauthorized); got != 50 {
		t.Errorf("%d calls were refused with the old token, want 50", got)
	}
}

func lostRefresh(t *testing.T, v *kit.Venue) {
	m := expired(t, v)
	l := newLine(t, v.Server)
	c := as(m, l.URL, once(), client.WithSessionEnded(func(err error) { t.Errorf("the session ended: %v", err) }))
	l.loseAnswer("POST /auth/refresh")
	me, err := c.GetMe(t.Context())
	must(t, err)
	if me.ID != m.ID || l.count("POST /auth/refresh") != 2 {
		t.Errorf("after %d exchanges it is %+v", l.count("POST /auth/refresh"), me)
	}
	if c.Tokens().RefreshToken == m.RefreshToken {
		t.Error("the tokens are still the old ones")
	}
	sessions, err := c.ListSessions(t.Context())
	must(t, err)
	if len(sessions) != 1 {
		t.Errorf("there are %d sessions", len(sessions))
	}
}

func revokedSession(t *testing.T, s *kit.Server) {
	var told, forgotten atomic.Int64
	c, email, password := newcomer(t, s.URL(),
		client.WithSessionEnded(func(err error) {
			if errors.Is(err, client.ErrSessionEnded) {
				told.Add(1)
			}
		}),
		client.WithTokenStore(func(pair client.TokenPair) {
			if pair == (client.TokenPair{}) {
				forgotten.Add(1)
			}
		}))
	other := client.New(s.URL())
	_, err := other.Login(t.Context(), client.LoginRequest{Email: email, Password: password})
	must(t, err)
	must(t, other.Logout(t.Context(), &client.LogoutRequest{Scope: client.Ptr(client.LogoutRequestScopeOthers)}))
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			_, err := c.GetMe(t.Context())
			var refused *client.Error
			if !errors.Is(err, client.ErrSessionEnded) || !errors.As(err, &refused) || refused.Status != http.StatusUnauthorized {
				t.Errorf("the error is %v", err)
			}
		})
	}
	calls.Wait()
	if told.Load() != 1 || forgotten.Load() != 1 || c.Tokens() != (client.TokenPair{}) {
		t.Errorf("the end was told %d times and stored %d times", told.Load(), forgotten.Load())
	}
	if _, err := other.GetMe(t.Context()); err != nil {
		t.Errorf("the other session is over too: %v", err)
	}
	_, err = c.Login(t.Context(), client.LoginRequest{Email: email, Password: password})
	must(t, err)
	_, err = c.GetMe(t.Context())
	must(t, err)
}

func suspension(t *testing.T, s *kit.Server) {
	var told atomic.Int64
	c, email, password := newcomer(t, s.URL(), client.WithSessionEnded(func(err error) {
		if client.IsCode(err, client.CodeAccountSuspended) {
			told.Add(1)
		}
	}))
	me, err := c.GetMe(t.Context())
	must(t, err)
	boss := as(s.Officer(t, "super_admin", ""), s.URL())
	_, err = boss.UpdateUser(t.Context(), me.ID, client.UpdateUserRequest{Suspended: client.Ptr(true)})
	must(t, err)
	_, err = c.GetMe(t.Context())
	wantRefusal(t, err, client.CodeAccountSuspended)
	if !errors.Is(err, client.ErrSessionEnded) || told.Load() != 1 || c.Tokens() != (client.TokenPair{}) {
		t.Errorf("the error is %v, and the end was told %d times", err, told.Load())
	}
	_, err = boss.UpdateUser(t.Context(), me.ID, client.UpdateUserRequest{Suspended: client.Ptr(false)})
	must(t, err)
	_, err = c.Login(t.Context(), client.LoginRequest{Email: email, Password: password})
	must(t, err)
	_, err = c.GetMe(t.Context())
	must(t, err)
}

func leave(t *testing.T, s *kit.Server) {
	c, _, _ := newcomer(t, s.URL(), client.WithSessionEnded(func(err error) { t.Errorf("it ended by itself: %v", err) }))
	must(t, c.DeleteMe(t.Context()))
	if c.Tokens() != (client.TokenPair{}) {
		t.Errorf("the tokens are %+v", c.Tokens())
	}
	_, err := c.GetMe(t.Context())
	wantRefusal(t, err, client.CodeUnauthorized)
}

func keptTokens(t *testing.T, s *kit.Server) {
	var kept atomic.Pointer[client.TokenPair]
	store := client.WithTokenStore(func(pair client.TokenPair) { kept.Store(&pair) })
	_, email, _ := newcomer(t, s.URL(), store)
	for range 3 { // a program that is started repeatedly
		next := client.New(s.URL(), client.WithTokens(*kept.Load()), store)
		me, err := next.GetMe(t.Context())
		must(t, err)
		if me.Email != email {
			t.Errorf("it is %s", me.Email)
		}
		testkit.Within(t, kit.Patience, "its token is exchanged", func() bool {
			before := *kept.Load()
			_, err := next.GetMe(t.Context())
			must(t, err)
			return *kept.Load() != before
		})
	}
}

func apiKey(t *testing.T, s *kit.Server) {
	c, email, _ := newcomer(t, s.URL())
	key, err := c.CreateAPIKey(t.Context(), client.CreateAPIKeyRequest{Name: "A robot", Scopes: []string{"auth:read"}})
	must(t, err)
	robot := client.New(s.URL(), client.WithAPIKey(key.Key))
	me, err := robot.GetMe(t.Context())
	must(t, err)
	if me.Email != email {
		t.Errorf("the key is that of %s", me.Email)
	}
	_, err = robot.CreateAlert(t.Context(), client.CreateAlertRequest{Symbol: "BTCUSD", Kind: client.AlertKindAbove, Price: client.Ptr(client.DecimalOf(1))})
	wantRefusal(t, err, client.CodeForbidden)
	must(t, c.RevokeAPIKey(t.Context(), key.ID))
	_, err = robot.GetMe(t.Context())
	var refused *client.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusUnauthorized || errors.Is(err, client.ErrSessionEnded) {
		t.Errorf("a revoked key is %v", err)
	}
}

func logOut(t *testing.T, s *kit.Server) {
	c, _, _ := newcomer(t, s.URL(), client.WithSessionEnded(func(err error) { t.Errorf("it ended by itself: %v", err) }))
	before := c.Tokens()
	must(t, c.Logout(t.Context(), nil))
	_, err := c.GetMe(t.Context())
	wantRefusal(t, err, client.CodeUnauthorized)
	stale := client.New(s.URL(), client.WithTokens(before))
	if _, err := stale.GetMe(t.Context()); !errors.Is(err, client.ErrSessionEnded) {
		t.Errorf("the tokens of a session that was ended are %v", err)
	}
}
