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

// script returns these answers one after the other, and repeats the last one.
func script(answers ...func() (*http.Response, error)) func(sent) (*http.Response, error) {
	next := 0
	return func(sent) (*http.Response, error) {
		answer := answers[min(next, len(answers)-1)]
		next++
		return answer()
	}
}

func isMe() (*http.Response, error)        { return data(me) }
func unavailable() (*http.Response, error) { return refuse(503, "SERVICE_UNAVAILABLE") }
func limited() (*http.Response, error)     { return refuse(429, "RATE_LIMITED", "Retry-After", "5") }

func TestWhatMayPassIsRepeatedAndNothingElse(t *testing.T) {
	t.Parallel()
	get := func(ctx context.Context, c *bourse.Client) error {
		_, err := c.GetMe(ctx)
		return err
	}
	post := func(ctx context.Context, c *bourse.Client) error {
		_, err := c.SetupTwoFactor(ctx)
		return err
	}
	patch := func(ctx context.Context, c *bourse.Client) error {
		_, err := c.UpdateMe(ctx, bourse.UpdateMeRequest{})
		return err
	}
	answer := func(status int, code string, headers ...string) func() (*http.Response, error) {
		return func() (*http.Response, error) { return refuse(status, code, headers...) }
	}
	for name, c := range map[string]struct {
		call  func(context.Context, *bourse.Client) error
		first func() (*http.Response, error)
		want  int // attempts until the call succeeds or is given up
	}{
		"a GET that was cut off":                  {get, cutOff, 2},
		"a POST that was cut off":                 {post, cutOff, 2},
		"a PATCH that was cut off":                {patch, cutOff, 1},
		"a PATCH that never got there":            {patch, unreachable, 2},
		"a PATCH beyond the limit":                {patch, limited, 2},
		"a PATCH that is unavailable":             {patch, unavailable, 1},
		"a POST that is unavailable":              {post, unavailable, 2},
		"a POST behind a broken gateway":          {post, answer(502, ""), 2},
		"a POST that is still under way":          {post, answer(409, "CONFLICT", "Retry-After", "1"), 2},
		"a conflict":                              {post, answer(409, "CONFLICT"), 1},
		"a person who has to wait":                {post, answer(429, "OTP_COOLDOWN", "Retry-After", "1"), 1},
		"a limit that lasts too long":             {get, answer(429, "RATE_LIMITED", "Retry-After", "31"), 1},
		"payments that are not there":             {post, answer(503, "PAYMENTS_UNAVAILABLE"), 1},
		"prices that are not there yet":           {post, answer(503, "MARKET_DATA_STALE"), 2},
		"somebody on the way who is busy":         {post, answer(503, ""), 2},
		"payments that are there in a second":     {post, answer(503, "PAYMENTS_UNAVAILABLE", "Retry-After", "1"), 2},
		"prices that are there in a second":       {post, answer(503, "MARKET_DATA_STALE", "Retry-After", "1"), 2},
		"a failure that the server has to mend":   {get, answer(500, "INTERNAL_ERROR"), 1},
		"a refusal that will be the same":         {get, answer(404, "NOT_FOUND"), 1},
		"a refusal of somebody without any token": {get, answer(401, "UNAUTHORIZED"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, server := client(script(c.first, isMe))
				err := c.call(t.Context(), client)
				got := server.all("")
				if len(got) != c.want || (err == nil) != (c.want == 2) {
					t.Errorf("%d attempts, and the error is %v", len(got), err)
				}
				for _, one := range got {
					if one.Header.Get("Idempotency-Key") != got[0].Header.Get("Idempotency-Key") || one.body != got[0].body {
						t.Error("the repetition is another request")
					}
				}
			})
		})
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := client(script(limited, isMe))
		start := time.Now()
		_, err := c.GetMe(t.Context())
		must(t, err)
		if waited := time.Since(start); waited != 5*time.Second {
			t.Errorf("it was repeated after %s, want 5s", waited)
		}
	})
}

func TestPausesGrowAndEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, server := client(script(unavailable))
		start := time.Now()
		_, err := c.GetMe(t.Context())
		wantCode(t, err, bourse.CodeServiceUnavailable)
		if got := len(server.all("")); got != 4 {
			t.Errorf("%d attempts, want 4", got)
		}
		if waited := time.Since(start); waited < 700*time.Millisecond || waited > 1400*time.Millisecond {
			t.Errorf("it took %s, want half of 1.4 s to all of it", waited)
		}
	})
}

func TestAnAttemptThatTakesTooLongIsMadeAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := func(s sent) (*http.Response, error) {
			<-s.Context().Done()
			return nil, s.Context().Err()
		}
		c, server := client(hang, bourse.WithTimeout(2*time.Second), bourse.WithRetries(1))
		start := time.Now()
		_, err := c.GetMe(t.Context())
		if !errors.Is(err, context.DeadlineExceeded) || len(server.all("")) != 2 {
			t.Errorf("%d attempts, and the error is %v", len(server.all("")), err)
		}
		if took := time.Since(start); took < 4*time.Second || took > 5*time.Second {
			t.Errorf("it took %s, want twice two seconds and a pause", took)
		}
		start = time.Now()
		_, err = c.GetMe(t.Context(), bourse.Timeout(time.Second))
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 3*time.Second {
			t.Errorf("it took %s, and the error is %v", took, err)
		}
	})
}

func TestAContextEndsACallAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, server := client(script(unavailable), bourse.WithRetries(100))
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			time.Sleep(50 * time.Millisecond) // simulated time: it ends within the first pause
			cancel()
		}()
		_, err := c.GetMe(ctx)
		if !errors.Is(err, context.Canceled) || len(server.all("")) != 1 {
			t.Errorf("%d attempts, and the error is %v", len(server.all("")), err)
		}
		wantCode(t, err, bourse.CodeServiceUnavailable) // the reason for the pause
	})
}

func TestWhatCannotBeInTimeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := client(script(limited))
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		start := time.Now()
		_, err := c.GetMe(ctx)
		if refused := wantCode(t, err, bourse.CodeRateLimited); refused.RetryAfter != 5*time.Second || time.Since(start) != 0 {
			t.Errorf("after %s the error is %+v", time.Since(start), refused)
		}
	})
}
