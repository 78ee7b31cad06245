package investment_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/internal/webhook/signing"
	"bourse/test/e2e/kit"
)

// shapeOfPersonCase is a person's KYC case; its optional fields differ between the person's view and the reviewers'.
var shapeOfPersonCase = kit.Shape{
	"id": kit.AUUID, "userId": kit.AUUID, "tenantId": kit.AUUID, "state": kit.AKYCState, "?reason": kit.AText, "?submittedAt": kit.ATime,
	"?decidedAt": kit.ATime, "?decidedBy": kit.AUUID, "?expiresAt": kit.ATime, "?provider": kit.AText, "?providerReference": kit.AText,
	"?submission": kit.AMap,
}

func TestAPersonHasOneKYCCase(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"one case is handed in, read and decided for all accounts": oneCaseForAll,
		"nobody calls back where no provider is asked":             noCallbacks,
	})
}

// handedIn is a person's submission, with documents.
func handedIn() kit.Body {
	content := kit.Person()
	content["documentType"] = "passport"
	content["documents"] = []kit.Body{
		{"type": "passport", "reference": "store/4711", "issuedBy": "Bern", "expiresOn": time.Now().UTC().AddDate(1, 0, 0).Format(time.DateOnly)},
		{"type": "selfie", "reference": "https://documents.example/selfie/17"},
	}
	return content
}

func oneCaseForAll(t *testing.T, s *kit.Server) {
	admin, m, _ := brand(t, s)
	first, second := m.Invest(t, 100), m.Invest(t, 200)
	own := m.Get(t, "/kyc").Ok(t, 200).Object(t, shapeOfPersonCase)
	kit.WantFields(t, own, kit.Body{"state": "none", "userId": m.ID, "submittedAt": nil})
	path := "/kyc/cases/" + own["id"].(string)
	submitted := m.Post(t, "/kyc", handedIn()).Ok(t, 200).Object(t, shapeOfPersonCase)
	kit.WantFields(t, submitted, kit.Body{"id": own["id"], "state": "submitted", "submission": nil})
	m.Post(t, "/kyc", handedIn()).Failed(t, 409, "INVALID_TRANSITION", "")
	m.Post(t, kit.AccountAt(second)+"/kyc", kit.Person()).Failed(t, 409, "INVALID_TRANSITION", "")
	for _, account := range []string{first, second} {
		kit.WantFields(t, m.Account(t, account), kit.Body{"status": "pending_kyc", "kycStatus": "submitted"})
	}
	opened := admin.Get(t, path).Ok(t, 200).Object(t, shapeOfPersonCase)
	want, _ := json.Marshal(handedIn())
	got, _ := json.Marshal(opened["submission"])
	if !sameJSON(want, got) {
		t.Errorf("handed in %s, and read %s", want, got)
	}
	admin.Post(t, path+"/decision", kit.Body{"decision": "reject"}).Failed(t, 400, "VALIDATION_ERROR", "reason")
	admin.Post(t, path+"/decision", kit.Body{"decision": "reject", "reason": "It is blurred."}).Ok(t, 200)
	kit.WantFields(t, m.Get(t, "/kyc").Ok(t, 200).Object(t, shapeOfPersonCase), kit.Body{"state": "rejected", "reason": "It is blurred.", "decidedBy": nil})
	m.Post(t, kit.AccountAt(second)+"/kyc", kit.Person()).Ok(t, 200) // the same case, by way of an account
	approved := admin.Post(t, path+"/decision", kit.Body{"decision": "approve"}).Ok(t, 200).Object(t, shapeOfPersonCase)
	kit.WantFields(t, approved, kit.Body{"state": "approved", "decidedBy": admin.ID})
	if left := time.Until(kit.Moment(t, approved["expiresAt"])); left < 729*24*time.Hour || left > 731*24*time.Hour {
		t.Errorf("the approval lasts %s, want two years", left)
	}
	for _, account := range []string{first, second, m.Invest(t, 300)} { // a new one too
		kit.WantFields(t, m.Account(t, account), kit.Body{"status": "active", "kycStatus": "approved"})
	}
	for _, event := range []string{"kyc.case.submitted", "kyc.case.submitted", "kyc.case.rejected", "kyc.case.approved"} {
		if told := admin.Told(t, event, "caseId", own["id"].(string)); len(told) == 0 {
			t.Errorf("nothing tells of %s", event)
		}
	}
	if strings.Contains(s.Log(), "Ada Investor") || strings.Contains(s.Log(), "store/4711") {
		t.Error("the log holds what was handed in")
	}
}

func sameJSON(a, b []byte) bool {
	var one, other any
	return json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && fmt.Sprint(one) == fmt.Sprint(other)
}

func noCallbacks(t *testing.T, s *kit.Server) {
	s.Client().Post(t, "/kyc/callbacks", kit.Body{"decision": "approve"}).Failed(t, 404, "NOT_FOUND", "")
}

const kycSecret = "whsec_YSBzZWNyZXQgb2YgdGhlIGJsYWNrIGJveCAwMTIzNDU2Nzg5"

// kycProvider simulates the KYC provider: its first answers are lost or refused.
type kycProvider struct {
	*httptest.Server
	mutex    sync.Mutex
	requests []string // the ids of the questions
	faults   int
}

func newKYCProvider(t *testing.T, faults int) *kycProvider {
	p := &kycProvider{faults: faults}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		id := r.Header.Get(signing.IDHeader)
		seconds, _ := strconv.ParseInt(r.Header.Get(signing.TimestampHeader), 10, 64)
		key, _ := signing.ParseKey(kycSecret)
		if r.Header.Get(signing.SignatureHeader) != signing.Signature(id, time.Unix(seconds, 0), body, key) {
			t.Error("a question has the wrong signature")
		}
		p.mutex.Lock()
		p.requests = append(p.requests, id)
		n := len(p.requests)
		p.mutex.Unlock()
		if n <= p.faults {
			panic(http.ErrAbortHandler) // accepted, but the answer is lost
		}
		fmt.Fprintf(w, `{"reference":"check-%d"}`, n)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *kycProvider) asked() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.requests)
}

// calls sends a callback of the provider.
func (p *kycProvider) calls(t *testing.T, s *kit.Server, id, secret string, at time.Time, content kit.Body) *kit.Answer {
	t.Helper()
	body, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	key, err := signing.ParseKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	client := s.Client().With(signing.IDHeader, id).With(signing.TimestampHeader, signing.Timestamp(at)).
		With(signing.SignatureHeader, signing.Signature(id, at, body, key))
	return client.Post(t, "/kyc/callbacks", string(body))
}

var shapeOfCallback = kit.Shape{"applied": kit.ABoolean}

func TestAnOutsideProviderDecides(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		provider := newKYCProvider(t, 1)
		s := place.Serve(t, append(slices.Clone(kit.SilentMarket), "--kyc", "http", "--kyc-url", provider.URL+"/check", "--kyc-secret", kycSecret,
			"--webhook-allow-http", "--webhook-allow-loopback")...)
		m, admin := s.Register(t), s.Officer(t, "admin", "")
		account := m.Invest(t, 100)
		own := m.Post(t, "/kyc", handedIn()).Ok(t, 200).Object(t, shapeOfPersonCase)
		kit.WantFields(t, own, kit.Body{"state": "submitted", "provider": nil})
		path := "/kyc/cases/" + own["id"].(string)
		testkit.Within(t, kit.Patience, "the provider has answered", func() bool {
			return admin.Get(t, path).Ok(t, 200).Object(t, shapeOfPersonCase)["providerReference"] == "check-2"
		})
		asked := provider.asked()
		if len(asked) != 2 || asked[0] != asked[1] {
			t.Fatalf("the provider was asked under %v, want twice under one id", asked)
		}
		decision := kit.Body{"submissionId": asked[0], "decision": "approve", "reference": "check-2"}
		provider.calls(t, s, "evt-1", kycSecret+"x", time.Now(), decision).Failed(t, 400, "VALIDATION_ERROR", signing.SignatureHeader)
		provider.calls(t, s, "evt-1", kycSecret, time.Now().Add(-6*time.Minute), decision).Failed(t, 400, "VALIDATION_ERROR", signing.TimestampHeader)
		kit.WantFields(t, m.Account(t, account), kit.Body{"status": "pending_kyc"})
		for _, a := range kit.AtOnce(5, func(int) *kit.Answer { return provider.calls(t, s, "evt-1", kycSecret, time.Now(), decision) }) {
			kit.WantFields(t, a.Ok(t, 200).Object(t, shapeOfCallback), kit.Body{"applied": true})
		}
		kit.WantFields(t, m.Account(t, account), kit.Body{"status": "active", "kycStatus": "approved"})
		late := kit.Body{"submissionId": asked[0], "decision": "reject", "reason": "too late"}
		kit.WantFields(t, provider.calls(t, s, "evt-2", kycSecret, time.Now(), late).Ok(t, 200).Object(t, shapeOfCallback), kit.Body{"applied": false})
		admin.Post(t, path+"/decision", kit.Body{"decision": "approve"}).Failed(t, 409, "INVALID_TRANSITION", "")
		if told := admin.Told(t, "kyc.case.approved", "caseId", own["id"].(string)); len(told) != 1 {
			t.Errorf("%d events tell of the approval, want 1", len(told))
		}
	})
}

func TestAnExpiredApprovalStopsMoney(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, append(slices.Clone(kit.SilentMarket), "--kyc", "auto", "--kyc-valid", "15s", "--payments-provider", "sandbox")...)
		m := s.Register(t)
		account := m.Invest(t, 100)
		m.Post(t, "/kyc", kit.Person()).Ok(t, 200)
		testkit.Within(t, kit.Patience, "the account is active", func() bool { return m.Account(t, account)["status"] == "active" })
		testkit.Within(t, kit.Patience, "the approval has ended", func() bool {
			return m.Get(t, "/kyc").Ok(t, 200).Object(t, shapeOfPersonCase)["state"] == "expired"
		})
		kit.WantFields(t, m.Account(t, account), kit.Body{"status": "active", "kycStatus": "expired"})
		once := func() *kit.Client { return m.With("Idempotency-Key", kit.NewKey()) }
		once().Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 50}).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	})
}
