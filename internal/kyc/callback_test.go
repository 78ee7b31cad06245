package kyc_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/signing"
	"bourse/internal/worker"
)

// run runs a worker. The returned function stops it and waits for its end.
func (o *office) run(w worker.Worker) (stop func()) {
	ctx, cancel := context.WithCancel(o.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	return func() {
		cancel()
		must(o.t, testkit.Receive(o.t, "the worker ends", ended))
	}
}

// sign returns the headers that the provider sends with a body.
func sign(t *testing.T, secret, id string, at time.Time, body string) kyc.Signature {
	t.Helper()
	key, err := signing.ParseKey(secret)
	must(t, err)
	return kyc.Signature{ID: id, Timestamp: signing.Timestamp(at), Signatures: signing.Signature(id, at, []byte(body), key)}
}

func verdict(submission uuid.UUID, decision, reason string) string {
	return fmt.Sprintf(`{"submissionId":%q,"decision":%q,"reason":%q,"reference":"check-77"}`, submission, decision, reason)
}

// calls sends a callback from the provider and returns whether it has decided something.
func (o *office) calls(id, body string) (applied bool) {
	o.t.Helper()
	applied, err := o.Receive(o.t.Context(), sign(o.t, providerSecret, id, o.clock.Now(), body), []byte(body))
	must(o.t, err)
	return applied
}

func TestACallbackDecidesOnceHoweverOftenItComes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		made := o.submitted()
		o.tell(1)
		body := verdict(made.SubmissionID, "approve", "")
		results := testkit.InParallel(20, func(int) error {
			applied, err := o.Receive(t.Context(), sign(t, providerSecret, "evt-1", start, body), []byte(body))
			if err == nil && !applied { // all of them are the same callback, so all get the first one's answer
				return errors.New("not applied")
			}
			return err
		})
		wantEqual(t, "applied", testkit.Succeeded(results), 20)
		own := o.wantState(kyc.Approved)
		wantEqual(t, "reference", own.ProviderReference, "check-77")
		wantEqual(t, "events that tell it", strings.Count(string(o.eventText()), `"providerReference":"check-77"`), 1)
		wantEqual(t, "decided by", own.DecidedBy, uuid.Nil)
		wantEqual(t, "events", o.events.Count("kyc.case.approved"), 1)
		wantEqual(t, "entries", len(o.audited(own.ID)), 1)
		wantEqual(t, "provider in the log", o.audited(own.ID)[0].Details["provider"], "http")
		wantEqual(t, "mails", o.mailed("kyc_approved"), 1)
		// The provider changes its mind too late.
		wantEqual(t, "another callback", o.calls("evt-2", verdict(made.SubmissionID, "reject", "no")), false)
		wantEqual(t, "the same again", o.calls("evt-2", verdict(made.SubmissionID, "reject", "no")), false)
		o.wantState(kyc.Approved)
	})
}

func TestALateCallbackIsAboutNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		first := o.submitted()
		o.decided(first.ID, kyc.Reject, "blurred")
		second := o.submitted()
		wantEqual(t, "about what was handed in before", o.calls("evt-1", verdict(first.SubmissionID, "approve", "")), false)
		o.wantState(kyc.Submitted)
		wantEqual(t, "about nothing that we know", o.calls("evt-2", verdict(uuid.New(), "approve", "")), false)
		// A callback may overtake the answer to the question, which then finds nothing to record.
		wantEqual(t, "about what is there now", o.calls("evt-3", verdict(second.SubmissionID, "reject", "not you")), true)
		wantEqual(t, "reason", o.wantState(kyc.Rejected).Reason, "not you")
		o.tell(0)
	})
}

func TestAnApprovalThatComesAfterADocumentRanOutIsARejectionThatSaysSo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		given := submission()
		given.Documents[0].ExpiresOn = time.Date(2030, 5, 20, 0, 0, 0, 0, time.UTC)
		made, err := o.Submit(t.Context(), o.person, given)
		must(t, err)
		o.tell(1)
		o.clock.Advance(4 * day)
		wantEqual(t, "applied", o.calls("evt-1", verdict(made.SubmissionID, "approve", "")), true)
		wantEqual(t, "the same again", o.calls("evt-1", verdict(made.SubmissionID, "approve", "")), true)
		own := o.wantState(kyc.Rejected)
		if !strings.Contains(own.Reason, "expired on 2030-05-20") {
			t.Errorf("the reason is %q, want that a document has expired", own.Reason)
		}
		wantEqual(t, "reference", own.ProviderReference, "check-77")
		wantEqual(t, "events", strings.Join(o.events.Types(), " "), "kyc.case.submitted kyc.case.rejected")
		wantEqual(t, "followers", o.told(), "submitted rejected")
		wantEqual(t, "mails", fmt.Sprint(o.mailed("kyc_rejected"), o.mailed("kyc_approved")), "1 0")
		var logged []string
		for _, entry := range o.audited(own.ID) {
			logged = append(logged, entry.Action+" by "+entry.Details["provider"]+": "+entry.Details["reason"])
		}
		wantEqual(t, "entries", strings.Join(logged, "; "), "kyc.case.rejected by http: "+own.Reason)
		// With a valid document it continues.
		again := o.submitted()
		wantEqual(t, "about what was handed in before", o.calls("evt-2", verdict(made.SubmissionID, "approve", "")), false)
		wantEqual(t, "about what is there now", o.calls("evt-3", verdict(again.SubmissionID, "approve", "")), true)
		o.wantState(kyc.Approved)
	})
}

func TestACallbackIsBelievedOnlyWithAFreshSignature(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		made := o.submitted()
		body := verdict(made.SubmissionID, "approve", "")
		right := sign(t, providerSecret, "evt-1", start, body)
		with := func(change func(*kyc.Signature)) kyc.Signature {
			changed := right
			change(&changed)
			return changed
		}
		for name, test := range map[string]struct {
			signature kyc.Signature
			body      string
			field     string
		}{
			"nothing":           {kyc.Signature{}, body, "webhook-id"},
			"no id":             {with(func(s *kyc.Signature) { s.ID = "" }), body, "webhook-id"},
			"a long id":         {with(func(s *kyc.Signature) { s.ID = strings.Repeat("x", 201) }), body, "webhook-id"},
			"another id":        {with(func(s *kyc.Signature) { s.ID = "evt-2" }), body, "webhook-signature"},
			"no time":           {with(func(s *kyc.Signature) { s.Timestamp = "" }), body, "webhook-timestamp"},
			"another time":      {with(func(s *kyc.Signature) { s.Timestamp = signing.Timestamp(start.Add(time.Second)) }), body, "webhook-signature"},
			"too old":           {sign(t, providerSecret, "evt-1", start.Add(-301*time.Second), body), body, "webhook-timestamp"},
			"from the future":   {sign(t, providerSecret, "evt-1", start.Add(302*time.Second), body), body, "webhook-timestamp"},
			"no signature":      {with(func(s *kyc.Signature) { s.Signatures = "" }), body, "webhook-signature"},
			"another version":   {with(func(s *kyc.Signature) { s.Signatures = "v2" + s.Signatures[2:] }), body, "webhook-signature"},
			"another secret":    {sign(t, providerSecret+"x", "evt-1", start, body), body, "webhook-signature"},
			"another body":      {right, body + " ", "webhook-signature"},
			"the other verdict": {right, verdict(made.SubmissionID, "reject", "no"), "webhook-signature"},
		} {
			_, err := o.Receive(t.Context(), test.signature, []byte(test.body))
			t.Run(name, func(t *testing.T) { testkit.WantFault(t, err, fault.ValidationError, test.field) })
		}
		for field, wrong := range map[string]string{
			"submissionId": `{"decision":"approve"}`, "decision": verdict(made.SubmissionID, "perhaps", ""), "reason": verdict(made.SubmissionID, "reject", ""),
			"reference": fmt.Sprintf(`{"submissionId":%q,"decision":"approve","reference":"a\nb"}`, made.SubmissionID),
		} {
			_, err := o.Receive(t.Context(), sign(t, providerSecret, "evt-"+field, start, wrong), []byte(wrong))
			testkit.WantFault(t, err, fault.ValidationError, field)
		}
		wantEqual(t, "callbacks", o.number(`SELECT COUNT(*) FROM kyc_callbacks`), 0)
		o.wantState(kyc.Submitted)
		_, err := o.replica(kyc.Manual).Receive(t.Context(), right, []byte(body))
		testkit.WantFault(t, err, fault.NotFound, "")
		both := with(func(s *kyc.Signature) { s.Signatures = "v1,bm8= " + s.Signatures }) // as while a secret is replaced
		applied, err := o.Receive(t.Context(), both, []byte(body))
		must(t, err)
		wantEqual(t, "applied", applied, true)
	})
}

func TestAnAdminAndTheProviderAtTheSameInstantDecideOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		for round := range 5 {
			o.person.UserID = uuid.New()
			made := o.submitted()
			decided := make([]bool, 6)
			for _, err := range testkit.InParallel(6, func(i int) error {
				if i%2 == 0 {
					body := verdict(made.SubmissionID, "reject", "the provider")
					applied, err := o.Receive(t.Context(), sign(t, providerSecret, fmt.Sprint("evt-", round, i), start, body), []byte(body))
					decided[i] = applied
					return err
				}
				_, err := o.Decide(t.Context(), o.admin, made.ID, kyc.Approve, "")
				decided[i] = err == nil
				if fault.Is(err, fault.InvalidTransition) {
					return nil
				}
				return err
			}) {
				must(t, err)
			}
			n := 0
			for _, did := range decided {
				if did {
					n++
				}
			}
			wantEqual(t, "decisions", n, 1)
			wantEqual(t, "entries", len(o.audited(made.ID)), 1)
		}
		wantEqual(t, "events", o.events.Count("kyc.case.approved")+o.events.Count("kyc.case.rejected"), 5)
	})
}

func TestACallbackThatCouldNotBeRecordedIsAppliedWhenItComesAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		made := o.submitted()
		body := verdict(made.SubmissionID, "approve", "")
		o.events.Refuse(func(webhook.Event) error { return errors.New("the process dies before the commit") })
		if _, err := o.Receive(t.Context(), sign(t, providerSecret, "evt-1", start, body), []byte(body)); err == nil {
			t.Fatal("a callback that was not recorded was acknowledged")
		}
		o.wantState(kyc.Submitted)
		o.events.Refuse(nil)
		wantEqual(t, "again", o.calls("evt-1", body), true)
		// The process died between the commit and the answer: the provider repeats the callback and gets the answer
		// that was lost.
		wantEqual(t, "and again", o.calls("evt-1", body), true)
		o.wantState(kyc.Approved)
		wantEqual(t, "events", o.events.Count("kyc.case.approved"), 1)
	})
}
