package kyc_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
	"bourse/internal/webhook/signing"
)

const providerSecret = "whsec_c2VjcmV0LW9mLWEta3ljLXByb3ZpZGVyLTAxMjM0NTY3ODk="

// asked is a request as the provider received it.
type asked struct {
	ID   string // from the header
	Body map[string]any
	Text string
}

// misfortune is what happens to a request at the provider; the zero value is nothing.
type misfortune struct {
	status     int  // it answers with this status
	isLost     bool // it accepts the question, but the answer is lost
	isEmpty    bool // it answers without a reference
	retryAfter int
}

// provider stands in for a real one: it checks signatures, recognises a question by its id, and fails as the test says.
type provider struct {
	URL string
	t   *testing.T

	mutex       sync.Mutex
	requests    []asked
	references  map[string]string // by the question's id
	misfortunes []misfortune
	during      func() // called while a request is answered
}

func newProvider(t *testing.T) *provider {
	p := &provider{t: t, references: map[string]string{}}
	server := httptest.NewServer(p)
	t.Cleanup(func() { http.DefaultTransport.(*http.Transport).CloseIdleConnections(); server.Close() })
	p.URL = server.URL + "/cases"
	return p
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	id := r.Header.Get(signing.IDHeader)
	seconds, _ := strconv.ParseInt(r.Header.Get(signing.TimestampHeader), 10, 64)
	key, _ := signing.ParseKey(providerSecret)
	if r.Header.Get(signing.SignatureHeader) != signing.Signature(id, time.Unix(seconds, 0), body, key) {
		p.t.Errorf("a request has the wrong signature")
	}
	question := asked{ID: id, Text: string(body)}
	if err := json.Unmarshal(body, &question.Body); err != nil {
		p.t.Errorf("a request is no JSON: %v", err)
	}
	what, during := p.take(question)
	if during != nil {
		during()
	}
	switch {
	case what.status != 0:
		if what.retryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(what.retryAfter))
		}
		w.WriteHeader(what.status)
	case what.isLost:
		panic(http.ErrAbortHandler)
	case what.isEmpty:
		_, _ = io.WriteString(w, `{}`)
	default:
		_ = json.NewEncoder(w).Encode(map[string]string{"reference": p.reference(id)})
	}
}

func (p *provider) take(question asked) (what misfortune, during func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.requests = append(p.requests, question)
	if len(p.misfortunes) > 0 {
		what, p.misfortunes = p.misfortunes[0], p.misfortunes[1:]
	}
	if what.status == 0 && p.references[question.ID] == "" {
		p.references[question.ID] = "check-" + strconv.Itoa(len(p.references)+1)
	}
	return what, p.during
}

func (p *provider) reference(id string) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.references[id]
}

// known returns how many cases the provider knows.
func (p *provider) known() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return len(p.references)
}

// meets sets the provider's faults for the next requests.
func (p *provider) meets(faults ...misfortune) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.misfortunes = faults
}

func (p *provider) whileAsked(do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.during = do
}

func (p *provider) all() []asked {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.requests[:len(p.requests):len(p.requests)]
}

// tell asks the provider about what is due and expects this many questions.
func (o *office) tell(want int) {
	o.t.Helper()
	n, err := o.TellDue(o.t.Context())
	must(o.t, err)
	wantEqual(o.t, "questions", n, want)
}

func TestTheProviderIsAskedOnceAndAnswersAReference(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		made := o.submitted()
		o.tell(1)
		o.tell(0)
		question := o.provider.all()[0]
		wantEqual(t, "id", question.ID, made.SubmissionID.String())
		for field, want := range map[string]any{
			"type": "kyc.case.submitted", "submissionId": made.SubmissionID.String(), "caseId": made.ID.String(), "userId": o.person.UserID.String(),
			"tenantId": o.person.TenantID.String(), "callbackUrl": "https://api.example/api/v1/kyc/callbacks",
		} {
			wantEqual(t, field, question.Body[field], want)
		}
		person := question.Body["person"].(map[string]any)
		wantEqual(t, "date of birth", person["dateOfBirth"], any("1990-12-10"))
		wantEqual(t, "documents", len(question.Body["documents"].([]any)), 1)
		own := o.wantState(kyc.Submitted)
		wantEqual(t, "reference", own.ProviderReference, "check-1")
		wantEqual(t, "provider", own.Provider, "http")
	})
}

func TestALostAnswerAndAFailingProviderAreAskedAgainUnderTheSameID(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		o.submitted()
		o.provider.meets(misfortune{isLost: true}, misfortune{status: 503, retryAfter: 600}, misfortune{status: 422}, misfortune{isEmpty: true}, misfortune{status: 302})
		for i, pause := range []time.Duration{10 * time.Second, 599 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute} {
			o.tell(1)
			o.tell(0) // not at once
			o.clock.Advance(pause)
			if i == 1 { // it asked for a pause of ten minutes
				o.tell(0)
				o.clock.Advance(time.Second)
			}
		}
		o.tell(1)
		wantEqual(t, "requests", len(o.provider.all()), 6)
		for _, question := range o.provider.all() {
			wantEqual(t, "id", question.ID, o.provider.all()[0].ID)
		}
		wantEqual(t, "cases at the provider", o.provider.known(), 1)
		wantEqual(t, "reference", o.wantState(kyc.Submitted).ProviderReference, "check-1")
		o.clock.Advance(time.Hour)
		o.tell(0)
	})
}

func TestTwoReplicasAskOnceAndALeaseThatRanOutIsTakenOver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		for range 3 {
			o.person.UserID = uuid.New()
			o.submitted()
		}
		for _, err := range testkit.InParallel(6, func(int) error { _, err := o.TellDue(t.Context()); return err }) {
			must(t, err)
		}
		wantEqual(t, "requests", len(o.provider.all()), 3)
		wantEqual(t, "references", o.number(`SELECT COUNT(DISTINCT provider_reference) FROM kyc_cases`), 3)

		// A process dies while it asks: its claims are due again when the lease has run out, and its late answer
		// changes nothing for whoever has claimed them next.
		made := o.submitted2(t)
		o.provider.whileAsked(func() {
			o.provider.whileAsked(nil)
			o.clock.Advance(3 * time.Minute)
			_, err := o.TellDue(t.Context())
			if err != nil {
				t.Error(err)
			}
		})
		o.tell(1)
		wantEqual(t, "requests", len(o.provider.all()), 5)
		wantEqual(t, "last id", o.provider.all()[4].ID, made.SubmissionID.String())
		wantEqual(t, "attempts left behind", o.number(`SELECT COUNT(*) FROM kyc_cases WHERE next_attempt_at IS NOT NULL OR attempts <> 0`), 0)
	})
}

// submitted2 submits for a new person.
func (o *office) submitted2(t *testing.T) *kyc.Case {
	t.Helper()
	o.person.UserID = uuid.New()
	return o.submitted()
}

func TestADecisionWhileTheProviderIsAskedEndsTheAsking(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		made := o.submitted()
		o.provider.meets(misfortune{status: 500})
		o.provider.whileAsked(func() {
			if _, err := o.Decide(t.Context(), o.admin, made.ID, kyc.Reject, "blurred"); err != nil {
				t.Error(err)
			}
		})
		o.tell(1)
		o.clock.Advance(time.Hour)
		o.tell(0)
		wantEqual(t, "reason", o.wantState(kyc.Rejected).Reason, "blurred")
		// A new submission is a question of its own.
		o.provider.whileAsked(nil)
		again := o.submitted()
		o.tell(1)
		wantEqual(t, "id", o.provider.all()[1].ID, again.SubmissionID.String())
		if again.SubmissionID == made.SubmissionID {
			t.Error("both submissions have one id")
		}
	})
}

func TestTheWorkerAsksWhatIsSubmittedAndStopsWithItsContext(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		names := []string{}
		for _, w := range o.SharedWorkers() {
			names = append(names, w.Name())
		}
		wantEqual(t, "workers", strings.Join(names, " "), "kyc-expirer kyc-teller")
		wantEqual(t, "workers without a provider", len(o.replica(kyc.Manual).SharedWorkers()), 1)
		stop := o.run(o.SharedWorkers()[1])
		o.submitted()
		testkit.Until(t, "the provider's reference is there", func() bool { return o.mine().ProviderReference == "check-1" })
		// A teller that is stopped while the provider thinks gives the question back: it is due at once for any
		// process.
		heard, end := make(chan struct{}, 1), make(chan struct{})
		o.provider.whileAsked(func() { heard <- struct{}{}; <-end })
		o.submitted2(t)
		testkit.Receive(t, "the provider is asked", heard)
		stop()
		close(end)
		wantEqual(t, "given back", o.number(`SELECT COUNT(*) FROM kyc_cases WHERE next_attempt_at = $1 AND attempts = 0`, database.Micros(start)), 1)
	})
}
