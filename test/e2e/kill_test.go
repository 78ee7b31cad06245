package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database/databasetest"
)

const (
	wantedRegistrations = 1000
	registrars          = 16
	kills               = 3
)

// TestWhatWasAcknowledgedSurvivesAKill does not run beside other tests, and its engines run one after the
// other: hashing a thousand passwords takes all the processors there are.
func TestWhatWasAcknowledgedSurvivesAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := newInstallation(t, engine)
			place.server = plainBinary
			newCrashTest(t, place).run(t)
		})
	}
}

// crashTest registers people as fast as it can while the server is killed again and again.
type crashTest struct {
	place        *installation
	current      atomic.Pointer[server]
	next         atomic.Int64
	transport    *http.Transport
	acknowledged []registration
	mutex        sync.Mutex
	arrived      chan int // how many have been acknowledged, with every one of them
}

// registration is an account that the server has said exists.
type registration struct{ email, token string }

func newCrashTest(t *testing.T, place *installation) *crashTest {
	transport := &http.Transport{MaxIdleConnsPerHost: registrars}
	t.Cleanup(transport.CloseIdleConnections)
	return &crashTest{place: place, transport: transport, arrived: make(chan int)}
}

func (c *crashTest) run(t *testing.T) {
	moments := make([]int, kills)
	for i := range moments { // one somewhere in each part of the way
		part := wantedRegistrations / kills
		moments[i] = i*part + 1 + rand.IntN(part-1)
	}
	t.Logf("killing after %v registrations", moments)
	c.current.Store(c.place.serve(t, "--log-level", "info"))
	ctx, cancel := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for range registrars {
		working.Go(func() { c.register(ctx) })
	}
	for count := range c.arrived {
		if len(moments) > 0 && count >= moments[0] {
			moments = moments[1:]
			c.killAndRestart(t)
		}
		if count >= wantedRegistrations {
			break
		}
	}
	cancel()
	working.Wait()
	c.wantAllThere(t, c.acknowledged)
	c.wantRealAccounts(t)
}

// register registers one person after the other. What fails, because the server is dead, may have been
// done or not; nobody was told that it was.
func (c *crashTest) register(ctx context.Context) {
	for ctx.Err() == nil {
		email := fmt.Sprintf("survivor-%d@example.test", c.next.Add(1))
		content, _ := json.Marshal(body{"email": email, "password": passwordOf(email)}) // cannot fail
		var answered struct{ Data struct{ AccessToken string } }
		status, err := c.ask(ctx, http.MethodPost, "/auth/register", "", content, &answered)
		if err != nil || status != http.StatusCreated {
			select { // the next server needs the processors to start
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond):
			}
			continue
		}
		c.mutex.Lock()
		c.acknowledged = append(c.acknowledged, registration{email, answered.Data.AccessToken})
		count := len(c.acknowledged)
		c.mutex.Unlock()
		select {
		case c.arrived <- count:
		case <-ctx.Done():
		}
	}
}

func passwordOf(email string) string { return "the password of " + email }

// ask calls an operation of the server that lives at the moment.
func (c *crashTest) ask(ctx context.Context, method, path, token string, content []byte, answered any) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.current.Load().URL()+"/api/v1"+path, bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, json.NewDecoder(response.Body).Decode(answered)
}

// killAndRestart ends the server as a power cut would, starts another on the same data, and checks that
// it knows everybody.
func (c *crashTest) killAndRestart(t *testing.T) {
	c.current.Load().Kill()
	c.current.Store(c.place.serve(t, "--log-level", "info"))
	c.mutex.Lock()
	known := slices.Clone(c.acknowledged)
	c.mutex.Unlock()
	c.wantAllThere(t, known)
}

// wantAllThere checks that the session of every acknowledged registration still opens its account.
func (c *crashTest) wantAllThere(t *testing.T, known []registration) {
	var checking sync.WaitGroup
	share := (len(known) + registrars - 1) / registrars
	for some := range slices.Chunk(known, max(1, share)) {
		checking.Go(func() {
			for _, one := range some {
				var answered struct{ Data struct{ Email string } }
				status, err := c.ask(t.Context(), http.MethodGet, "/auth/me", one.token, nil, &answered)
				if err != nil || status != http.StatusOK || answered.Data.Email != one.email {
					t.Errorf("%s was acknowledged and is lost: status %d, email %q, %v", one.email, status, answered.Data.Email, err)
				}
			}
		})
	}
	checking.Wait()
}

// wantRealAccounts checks for some of the accounts, the oldest of each life among them, that they are
// whole: their email is taken and their password opens them.
func (c *crashTest) wantRealAccounts(t *testing.T) {
	s := c.current.Load()
	for i := 0; i < len(c.acknowledged); i += len(c.acknowledged) / 10 {
		content := body{"email": c.acknowledged[i].email, "password": passwordOf(c.acknowledged[i].email)}
		s.client().post(t, "/auth/register", content).failed(t, 409, "EMAIL_ALREADY_REGISTERED", "email")
		s.client().post(t, "/auth/login", content).ok(t, 200).object(t, shapeOfTokens)
	}
}
