package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// member is a person with an account, logged in.
type member struct {
	*client
	id, email, password string
	refreshToken        string
}

var memberCount atomic.Int64

// newEmail is an email that nobody has.
func newEmail() string { return fmt.Sprintf("member-%d@example.test", memberCount.Add(1)) }

// register makes an account.
func (s *server) register(t *testing.T) *member {
	t.Helper()
	email, password := newEmail(), "a fine password of "+newEmail()
	tokens := s.client().post(t, "/auth/register", body{"email": email, "password": password}).ok(t, 201).object(t, shapeOfTokens)
	return newMember(s, email, password, tokens)
}

func newMember(s *server, email, password string, tokens map[string]any) *member {
	user := tokens["user"].(map[string]any)
	return &member{
		client: s.client().as(tokens["accessToken"].(string)), id: user["id"].(string),
		email: email, password: password, refreshToken: tokens["refreshToken"].(string),
	}
}

// login opens another session of the same person.
func (m *member) login(t *testing.T, s *server) *member {
	t.Helper()
	tokens := s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}).ok(t, 200).object(t, shapeOfTokens)
	return newMember(s, m.email, m.password, tokens)
}

// officer makes an account of a role by the operator's command line and logs it in. The tenant is the
// default one when it is empty.
func (s *server) officer(t *testing.T, role, tenant string) *member {
	t.Helper()
	if tenant == "" {
		tenant = "default"
	}
	m := &member{email: newEmail(), password: "the password of an officer"}
	s.place.mustRun(t, m.password+"\n", "user create", "--role", role, "--tenant", tenant, m.email)
	return m.login(t, s)
}

// me is the member's account as the server tells it.
func (m *member) me(t *testing.T) map[string]any {
	t.Helper()
	return m.get(t, "/auth/me").ok(t, 200).object(t, shapeOfProfile)
}

// sessionID is the id of the member's present session.
func (m *member) sessionID(t *testing.T) string {
	t.Helper()
	for _, session := range m.get(t, "/auth/sessions").ok(t, 200).list(t, shapeOfSession, nil) {
		if session["isCurrent"] == true {
			return session["id"].(string)
		}
	}
	t.Fatal("none of the sessions is the current one")
	return ""
}

// enableTwoFactor turns the second factor on, spending the code of the present step, and returns the
// secret and the backup codes.
func (m *member) enableTwoFactor(t *testing.T) (secret string, codes []string) {
	t.Helper()
	setup := m.post(t, "/auth/2fa/setup", nil).ok(t, 200).object(t, shape{"secret": aText, "otpauthUrl": aText})
	secret = setup["secret"].(string)
	data := m.post(t, "/auth/2fa/verify", body{"code": appCode(t, secret, 0)}).ok(t, 200).object(t, shapeOfCodes)
	return secret, texts(data["codes"])
}

// appCode is what an authenticator app shows, so many steps from now. A code is good for one use and one
// step either way, so a test has two of them that cannot fail at the turn of a step: 0 and then 1.
func appCode(t *testing.T, secret string, steps int) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func texts(list any) []string {
	var all []string
	for _, element := range list.([]any) {
		all = append(all, element.(string))
	}
	return all
}

// letter is a message in the outbox.
type letter struct {
	ID        string
	Channel   string
	Kind      string
	Recipient string
	Subject   string
	Text      string
}

// letters are the messages of a kind to somebody, the oldest first.
func (p *installation) letters(t *testing.T, kind, recipient string) []letter {
	t.Helper()
	file, err := os.Open(filepath.Join(p.folder, "outbox.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var found []letter
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var one letter
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatalf("the outbox holds what is no JSON: %v", err)
		}
		if one.Kind == kind && one.Recipient == recipient {
			found = append(found, one)
		}
	}
	return found
}

// awaitLetter waits for the count-th message of a kind to somebody.
func (p *installation) awaitLetter(t *testing.T, kind, recipient string, count int) letter {
	t.Helper()
	var found []letter
	eventually(t, patience, fmt.Sprintf("message %d of kind %s to %s", count, kind, recipient), func() bool {
		found = p.letters(t, kind, recipient)
		return len(found) >= count
	})
	return found[count-1]
}

var (
	linkToken = regexp.MustCompile(`\?token=([A-Za-z0-9_-]+)`)
	sixDigits = regexp.MustCompile(`\b\d{6}\b`)
)

// token is the token of the link in a mail.
func (l letter) token(t *testing.T) string {
	t.Helper()
	match := linkToken.FindStringSubmatch(l.Text)
	if match == nil {
		t.Fatalf("there is no link in the mail: %s", l.Text)
	}
	return match[1]
}

// code is the code in a text message.
func (l letter) code(t *testing.T) string {
	t.Helper()
	code := sixDigits.FindString(l.Text)
	if code == "" {
		t.Fatalf("there is no code in the message: %s", l.Text)
	}
	return code
}

// wrongCode is a code of six digits that is not the given one.
func wrongCode(right string) string {
	return strings.Map(func(digit rune) rune { return '0' + (digit-'0'+1)%10 }, right)
}
