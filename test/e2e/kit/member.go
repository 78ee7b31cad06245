package kit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"bourse/internal/testkit"
)

// Member is a user with an account, logged in.
type Member struct {
	*Client
	ID, Email, Password string
	RefreshToken        string
}

var memberCount atomic.Int64

// NewEmail is an unused email.
func NewEmail() string { return fmt.Sprintf("member-%d@example.test", memberCount.Add(1)) }

// Register makes an account.
func (s *Server) Register(t *testing.T) *Member {
	t.Helper()
	email, password := NewEmail(), "a fine password of "+NewEmail()
	tokens := s.letIn(t, "/auth/register", Body{"email": email, "password": password}).Ok(t, 201).Object(t, ShapeOfTokens)
	return NewMember(s, email, password, tokens)
}

// letIn sends a password. If too many others do so at the same time it is told when to come back, and does, as on any
// busy machine.
func (s *Server) letIn(t *testing.T, path string, content Body) (answered *Answer) {
	t.Helper()
	testkit.Within(t, Patience, "somebody is let in", func() bool {
		answered = s.Client().Post(t, path, content)
		return answered.Status != http.StatusServiceUnavailable || answered.Header.Get("Retry-After") == ""
	})
	return answered
}

// NewMember is a user who has received tokens from the server.
func NewMember(s *Server, email, password string, tokens map[string]any) *Member {
	user := tokens["user"].(map[string]any)
	return &Member{
		Client: s.Client().As(tokens["accessToken"].(string)), ID: user["id"].(string),
		Email: email, Password: password, RefreshToken: tokens["refreshToken"].(string),
	}
}

// Login opens another session of the same user.
func (m *Member) Login(t *testing.T, s *Server) *Member {
	t.Helper()
	tokens := s.letIn(t, "/auth/login", Body{"email": m.Email, "password": m.Password}).Ok(t, 200).Object(t, ShapeOfTokens)
	return NewMember(s, m.Email, m.Password, tokens)
}

// Officer creates an account with a role by the operator's command line and logs it in. An empty tenant is the
// default one.
func (s *Server) Officer(t *testing.T, role, tenant string) *Member {
	t.Helper()
	if tenant == "" {
		tenant = "default"
	}
	m := &Member{Email: NewEmail(), Password: "the password of an officer"}
	s.Place.MustRun(t, m.Password+"\n", "user create", "--role", role, "--tenant", tenant, m.Email)
	return m.Login(t, s)
}

// Me is the member's account as the server returns it.
func (m *Member) Me(t *testing.T) map[string]any {
	t.Helper()
	return m.Get(t, "/auth/me").Ok(t, 200).Object(t, ShapeOfProfile)
}

// SessionID is the id of the member's current session.
func (m *Member) SessionID(t *testing.T) string {
	t.Helper()
	for _, session := range m.Get(t, "/auth/sessions").Ok(t, 200).List(t, ShapeOfSession, nil) {
		if session["isCurrent"] == true {
			return session["id"].(string)
		}
	}
	t.Fatal("none of the sessions is the current one")
	return ""
}

// EnableTwoFactor turns the second factor on, spending the code of the current step, and returns the secret and the
// backup codes.
func (m *Member) EnableTwoFactor(t *testing.T) (secret string, codes []string) {
	t.Helper()
	setup := m.Post(t, "/auth/2fa/setup", nil).Ok(t, 200).Object(t, Shape{"secret": AText, "otpauthUrl": AText})
	secret = setup["secret"].(string)
	data := m.Post(t, "/auth/2fa/verify", Body{"code": AppCode(t, secret, 0)}).Ok(t, 200).Object(t, ShapeOfCodes)
	return secret, Texts(data["codes"])
}

// AppCode is the code of an authenticator app this many steps from now. A code is valid once, and one step either
// way, so a test has two codes that cannot fail at the turn of a step: 0 and then 1.
func AppCode(t *testing.T, secret string, steps int) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// Texts are the elements of a list of texts.
func Texts(list any) []string {
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
	From      string
	Subject   string
	Text      string
	HTML      string
}

// Letters returns the messages of a kind to somebody, oldest first.
func (p *Installation) Letters(t *testing.T, kind, recipient string) []letter {
	t.Helper()
	outbox, err := os.ReadFile(filepath.Join(p.Folder, "outbox.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var found []letter
	for line := range bytes.Lines(outbox) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // it is still being written
		}
		var mail letter
		if err := json.Unmarshal(line, &mail); err != nil {
			t.Fatalf("the outbox holds what is no JSON: %v", err)
		}
		if mail.Kind == kind && mail.Recipient == recipient {
			found = append(found, mail)
		}
	}
	return found
}

// AwaitLetter waits for the count-th message of a kind to somebody.
func (p *Installation) AwaitLetter(t *testing.T, kind, recipient string, count int) letter {
	t.Helper()
	var found []letter
	testkit.Within(t, Patience, fmt.Sprintf("message %d of kind %s to %s", count, kind, recipient), func() bool {
		found = p.Letters(t, kind, recipient)
		return len(found) >= count
	})
	return found[count-1]
}

var (
	linkToken = regexp.MustCompile(`\?token=([A-Za-z0-9_-]+)`)
	sixDigits = regexp.MustCompile(`\b\d{6}\b`)
)

// Token is the token of the link in a mail.
func (l letter) Token(t *testing.T) string {
	t.Helper()
	match := linkToken.FindStringSubmatch(l.Text)
	if match == nil {
		t.Fatalf("there is no link in the mail: %s", l.Text)
	}
	return match[1]
}

// Tokens are the tokens of all links in a mail, in their order.
func (l letter) Tokens() (all []string) {
	for _, match := range linkToken.FindAllStringSubmatch(l.Text, -1) {
		all = append(all, match[1])
	}
	return all
}

// Code is the code in a text message.
func (l letter) Code(t *testing.T) string {
	t.Helper()
	code := sixDigits.FindString(l.Text)
	if code == "" {
		t.Fatalf("there is no code in the message: %s", l.Text)
	}
	return code
}

// WrongCode is a six-digit code different from the given one.
func WrongCode(right string) string {
	return strings.Map(func(digit rune) rune { return '0' + (digit-'0'+1)%10 }, right)
}
