package identity_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// TestLeaving shows that users can export their data, delete their account when nothing is left to settle, and that
// nothing reveals afterwards who they were.
func TestLeaving(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, "--payments-provider", "sandbox")
		admin, m := s.Officer(t, "admin", ""), s.Register(t)
		prove(t, m, s) // unverified users get no goodbye mail
		secrets := live(t, m, admin)
		account := m.Invest(t, 1000)
		m.Post(t, kit.AccountAt(account)+"/kyc", kit.Person()).Ok(t, 200)

		taken := exported(t, m)
		for what, text := range secrets {
			if !strings.Contains(taken, text) {
				t.Errorf("the export does not tell %s: %q", what, text)
			}
		}
		if strings.Contains(taken, "argon2") {
			t.Error("the export tells the hash of the password")
		}

		m.Call(t, http.MethodDelete, "/auth/me", nil).Failed(t, 409, "CONFLICT", "")
		admin.Post(t, kit.AccountAt(account)+"/kyc", kit.Body{"decision": "approve"}).Ok(t, 200)
		admin.Moved(t, account, "closed")
		other := m.Login(t, s)
		m.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200)

		other.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
		place.AwaitLetter(t, "account_erased", m.Email, 1)
		books := place.Books(t)
		awaitErased(t, books, m.ID)
		awaitForgotten(t, place, secrets)
		for what, text := range secrets {
			if strings.Contains(s.Log(), text) {
				t.Errorf("the log tells %s", what)
			}
		}
		kit.WantNone(t, books, map[string]string{
			"postings that do not add up": `SELECT COUNT(*) FROM (SELECT transaction_id FROM ledger_postings GROUP BY transaction_id HAVING SUM(amount) <> 0) off`,
		})
		s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Failed(t, 401, "INVALID_CREDENTIALS", "")
		s.Client().Post(t, "/auth/register", kit.Body{"email": m.Email, "password": m.Password}).Ok(t, 201)
	})
}

// TestLeavingFillsNoMailbox shows that registering somebody else's address repeatedly does not send it more mail.
func TestLeavingFillsNoMailbox(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		books, email, password := place.Books(t), kit.NewEmail(), "quite a long password"
		mails := 0
		for range 2 {
			tokens := s.Client().Post(t, "/auth/register", kit.Body{"email": email, "password": password}).Ok(t, 201).Object(t, kit.ShapeOfTokens)
			stranger := kit.NewMember(s, email, password, tokens)
			for range 3 {
				s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": email}).Done(t, 202)
			}
			testkit.Until(t, "the requests are dealt with", func() bool { return kit.Count(t, books, `SELECT COUNT(*) FROM reset_requests`) == 0 })
			mails += kit.Count(t, books, `SELECT COUNT(*) FROM messages WHERE kind = 'reset_password' AND user_id = $1`, stranger.ID)
			stranger.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200)
			awaitErased(t, books, stranger.ID)
		}
		if mails != 3 {
			t.Errorf("%d mails to reset were made, want 3", mails)
		}
	})
}

// TestLeavingOneBrand shows that two brands with the same address learn nothing of each other, and neither does
// somebody who registers it at another brand without being able to read its mail.
func TestLeavingOneBrand(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		m := s.Register(t)
		s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": m.Email}).Done(t, 202)
		boss := s.Officer(t, "super_admin", "")
		boss.Post(t, "/tenants", kit.Body{"slug": "neighbour", "name": "Neighbour"}).Ok(t, 201)
		tokens := s.Client().Post(t, "/auth/register", kit.Body{"email": m.Email, "password": m.Password, "tenant": "neighbour"}).Ok(t, 201).Object(t, kit.ShapeOfTokens)
		stranger := kit.NewMember(s, m.Email, m.Password, tokens)
		if told := exported(t, stranger); strings.Contains(told, "reset_password") || !strings.Contains(told, "verify_email") {
			t.Errorf("the neighbour's customer is told of %s", told)
		}
		if told := exported(t, m); !strings.Contains(told, "reset_password") {
			t.Error("the export does not tell of the mails to them")
		}
		books := place.Books(t)
		mails := func() int {
			return kit.Count(t, books, `SELECT COUNT(*) FROM messages WHERE recipient = $1 AND tenant_id = (SELECT tenant_id FROM users WHERE id = $2)`, m.Email, m.ID)
		}
		before := mails()
		stranger.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200)
		awaitErased(t, books, stranger.ID)
		if now := mails(); before == 0 || now != before {
			t.Errorf("%d mails of the brand are left of %d", now, before)
		}
	})
}

// live leaves traces of a person wherever the platform keeps some, and returns them.
func live(t *testing.T, m, admin *kit.Member) map[string]string {
	t.Helper()
	m.Call(t, http.MethodPatch, "/auth/me", kit.Body{"displayName": "Ada Quokka Lovelace"}).Ok(t, 200)
	m.Post(t, "/trading/alerts", kit.Body{"symbol": "BTCUSD", "kind": "above", "price": 9_000_000, "note": "tell my cat Schnurr"}).Ok(t, 201)
	m.Post(t, "/auth/api-keys", kit.Body{"name": "Back office of Ada", "scopes": []string{"trading:read"}}).Ok(t, 201)
	portfolio := idsOf(t, m, kit.PortfolioPath)[0]
	m.Post(t, kit.PortfolioPath+"/"+portfolio+"/goals", kit.Body{"name": "Ada's little house", "targetAmount": 1000, "targetDate": "2040-01-01"}).Ok(t, 201)
	return map[string]string{
		"the email": m.Email, "the name": "Ada Quokka Lovelace", "a note": "my cat Schnurr", "an API key's name": "Back office of Ada",
		"a goal": "Ada's little house", "the document": kit.Person()["documentNumber"].(string),
	}
}

// exported is the member's export, each line of which is JSON.
func exported(t *testing.T, m *kit.Member) string {
	t.Helper()
	a := m.Fetch(t, http.MethodGet, "/api/v1/auth/me/export", nil)
	if a.Status != http.StatusOK || !strings.Contains(a.Header.Get("Content-Disposition"), ".jsonl") {
		t.Fatalf("the export: %d %v", a.Status, a.Header)
	}
	lines := bufio.NewScanner(bytes.NewReader(a.Text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line map[string]any
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Errorf("%s: %v", lines.Text(), err)
		}
	}
	return string(a.Text)
}

// idsOf returns the ids in a list of the member's.
func idsOf(t *testing.T, m *kit.Member, path string) (ids []string) {
	t.Helper()
	var list struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(m.Fetch(t, http.MethodGet, "/api/v1"+path, nil).Ok(t, 200).Text, &list); err != nil {
		t.Fatal(err)
	}
	for _, object := range list.Data {
		ids = append(ids, object.ID)
	}
	return ids
}

// awaitErased waits until nothing more of the person is to be removed.
func awaitErased(t *testing.T, books *database.DB, user string) {
	t.Helper()
	testkit.Until(t, "the person is erased", func() bool {
		return kit.Count(t, books, `SELECT COUNT(*) FROM erasures WHERE id = $1 AND done_at IS NOT NULL AND contacts IS NULL`, user) == 1
	})
}

// awaitForgotten waits until no secret is in any table; on SQLite, nor in the bytes of the file and its log, which
// are cleaned up while nobody writes.
func awaitForgotten(t *testing.T, place *kit.Installation, secrets map[string]string) {
	t.Helper()
	told := ""
	t.Cleanup(func() { // reports what was left if the wait fails
		if t.Failed() && told != "" {
			t.Log("the database still tells " + told)
		}
	})
	testkit.Until(t, "nothing of the person is in the database", func() bool {
		raw := kit.ReadDatabase(t, place)
		told = ""
		for what, text := range secrets {
			if at := strings.Index(raw, text); at >= 0 {
				told = fmt.Sprintf("%s: %q", what, raw[max(0, at-80):min(len(raw), at+120)])
			}
		}
		return told == ""
	})
}
