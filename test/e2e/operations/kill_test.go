package operations_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

const (
	registrars = 8
	kills      = 3
	// registrationsVariable sets the number of registrations for a longer run; the default is wantedRegistrations.
	registrationsVariable = "BOURSE_TEST_REGISTRATIONS"
	wantedRegistrations   = 60
)

// TestWhatWasAcknowledgedSurvivesAKill does not run in parallel, and its engines run one after the other: hashing
// passwords takes all processors.
func TestWhatWasAcknowledgedSurvivesAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			newCrashTest(t, place).run(t)
		})
	}
}

// crashTest registers users as fast as it can while the server is repeatedly killed.
type crashTest struct {
	*kit.Storm
	place        *kit.Installation
	next         atomic.Int64
	acknowledged []registration
	mutex        sync.Mutex
}

// registration is an account that the server has confirmed.
type registration struct{ email, token string }

func newCrashTest(t *testing.T, place *kit.Installation) *crashTest {
	return &crashTest{Storm: kit.NewStorm(t, place.Serve(t, "--log-level", "info"), registrars), place: place}
}

func (c *crashTest) run(t *testing.T) {
	people := make([]func(ctx context.Context), registrars)
	for i := range people {
		people[i] = c.register
	}
	wanted, err := strconv.Atoi(cmp.Or(os.Getenv(registrationsVariable), strconv.Itoa(wantedRegistrations)))
	if err != nil {
		t.Fatal(err)
	}
	c.Rage(t, wanted, kills, func() *kit.Server { return c.restart(t) }, people)
	c.wantAllThere(t, c.Current.Load(), c.acknowledged)
	c.wantRealAccounts(t)
}

// register registers one user after the other. A registration that fails because the server is dead may have been
// done or not; it was not acknowledged.
func (c *crashTest) register(ctx context.Context) {
	for ctx.Err() == nil {
		email := fmt.Sprintf("survivor-%d@example.test", c.next.Add(1))
		var answered struct{ Data struct{ AccessToken string } }
		status, err := c.Try(ctx, kit.Call{Path: "/auth/register", Content: kit.Body{"email": email, "password": passwordOf(email)}}, &answered)
		if err != nil || status != http.StatusCreated {
			kit.Breathe(ctx)
			continue
		}
		c.mutex.Lock()
		c.acknowledged = append(c.acknowledged, registration{email, answered.Data.AccessToken})
		c.mutex.Unlock()
		c.Acknowledge(ctx)
	}
}

func passwordOf(email string) string { return "the password of " + email }

// restart starts another server on the same data, and checks that it knows all users.
func (c *crashTest) restart(t *testing.T) *kit.Server {
	next := c.place.Serve(t, "--log-level", "info")
	c.Current.Store(next) // registering continues meanwhile
	c.mutex.Lock()
	known := slices.Clone(c.acknowledged)
	c.mutex.Unlock()
	c.wantAllThere(t, next, known)
	return next
}

// wantAllThere checks that the session of every acknowledged registration still works.
func (c *crashTest) wantAllThere(t *testing.T, at *kit.Server, known []registration) {
	var checking sync.WaitGroup
	share := (len(known) + registrars - 1) / registrars
	for some := range slices.Chunk(known, max(1, share)) {
		checking.Go(func() {
			for _, one := range some {
				var answered struct{ Data struct{ Email string } }
				status, err := c.Ask(t.Context(), at, kit.Call{Method: http.MethodGet, Path: "/auth/me", Token: one.token}, &answered)
				if err != nil || status != http.StatusOK || answered.Data.Email != one.email {
					t.Errorf("%s was acknowledged and is lost: status %d, email %q, %v", one.email, status, answered.Data.Email, err)
				}
			}
		})
	}
	checking.Wait()
}

// wantRealAccounts checks for some of the accounts, including the oldest of each server, that they are complete:
// their email is taken and their password works.
func (c *crashTest) wantRealAccounts(t *testing.T) {
	s := c.Current.Load()
	for i := 0; i < len(c.acknowledged); i += len(c.acknowledged) / 10 {
		content := kit.Body{"email": c.acknowledged[i].email, "password": passwordOf(c.acknowledged[i].email)}
		s.Client().Post(t, "/auth/register", content).Failed(t, 409, "EMAIL_ALREADY_REGISTERED", "email")
		s.Client().Post(t, "/auth/login", content).Ok(t, 200).Object(t, kit.ShapeOfTokens)
	}
}
