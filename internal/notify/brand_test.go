package notify_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/notify"
)

// brandedMail is a mail with HTML, from a sender other than the installation.
func brandedMail() notify.Message {
	message := resetMail()
	message.ID = uuid.New()
	message.HTML = "<p>Follow the <a href=\"https://x.test\">link</a>, Grüße</p>"
	message.From = notify.Address{Name: "Nörthwind, Inc.\r\nBcc: all@evil.test", Address: "no-reply@northwind.test"}
	return message
}

func TestAMailOfABrandHasTextAndHTMLAndItsSender(t *testing.T) {
	t.Parallel()
	server := startMailServer(t, &mailServer{}, nil, false)
	message := brandedMail()
	if err := newSMTP(t, smtpOptions(server)).Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	commands, mails, _ := server.received()
	if !strings.Contains(commands, "MAIL FROM:<no-reply@bourse.test>") || strings.Contains(commands, "evil.test") { // bounces go to the envelope sender
		t.Errorf("the commands were:\n%s", commands)
	}
	parsed, err := netmail.ReadMessage(strings.NewReader(mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	from, err := parsed.Header.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Address != "no-reply@northwind.test" || from[0].Name != "Nörthwind, Inc. Bcc: all@evil.test" || parsed.Header.Get("Bcc") != "" {
		t.Errorf("it is from %v (%v)", from, err)
	}
	kind, parameters, err := mime.ParseMediaType(parsed.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("it is %s (%v)", kind, err)
	}
	parts := multipart.NewReader(parsed.Body, parameters["boundary"])
	for _, want := range []struct{ kind, content string }{{"text/plain", message.Text}, {"text/html", message.HTML}} { // the best one last, as RFC 2046 wants
		part, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil || !strings.HasPrefix(part.Header.Get("Content-Type"), want.kind) || strings.TrimSpace(string(content)) != want.content {
			t.Errorf("a part is %s: %q (%v)", part.Header.Get("Content-Type"), content, err)
		}
	}
}

func TestASenderWithoutAnAddressHasTheInstallations(t *testing.T) {
	t.Parallel()
	for want, from := range map[string]notify.Address{
		`"Northwind" <no-reply@bourse.test>`:    {Name: "Northwind"},
		`"Bourse" <no-reply@bourse.test>`:       {},
		`"Bourse" <no-reply@bourse.test>;`:      {Address: "no address"},
		`<no-reply@northwind.test>`:             {Address: "no-reply@northwind.test"},
		`"N" <no-reply@northwind.test>`:         {Name: "N", Address: "no-reply@northwind.test"},
		`"Northwind" <no-reply@bourse.test>; 2`: {Name: "Northwind", Address: "a@b, c@d"},
	} {
		want, _, _ = strings.Cut(want, ";")
		server := startMailServer(t, &mailServer{}, nil, false)
		message := brandedMail()
		message.From = from
		if err := newSMTP(t, smtpOptions(server)).Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		_, mails, _ := server.received()
		parsed, err := netmail.ReadMessage(strings.NewReader(mails[0]))
		if err != nil || parsed.Header.Get("From") != want {
			t.Errorf("%v: from %q, want %q (%v)", from, parsed.Header.Get("From"), want, err)
		}
	}
}

func TestHTMLAndSenderAreSealedAndSurviveTheQueue(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{}
		r := newRig(t, db, sender)
		message := brandedMail()
		r.enqueue(t, message, resetMail())
		rows, err := db.Query(t.Context(), `SELECT content FROM messages`)
		stored, err := database.Collect(rows, err, database.ScanOne[[]byte])
		if err != nil || len(stored) != 2 {
			t.Fatalf("%d messages (%v)", len(stored), err)
		}
		for _, sealed := range stored {
			if bytes.Contains(sealed, []byte("northwind")) || bytes.Contains(sealed, []byte("href")) {
				t.Errorf("a message can be read in clear: %q", sealed)
			}
		}
		r.wantSent(t, 2)
		branded := 0
		for _, got := range sender.received() {
			if got.HTML == message.HTML && got.From == message.From {
				branded++
			} else if got.HTML != "" || got.From != (notify.Address{}) {
				t.Errorf("a mail has %q from %v", got.HTML, got.From)
			}
		}
		if branded != 1 {
			t.Errorf("%d mails have their HTML and sender, want 1", branded)
		}
	})
}

func TestTheOutboxShowsHTMLAndSender(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "outbox.jsonl")
	outbox, err := notify.NewOutbox(path, notify.Rotation{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	message := brandedMail()
	message.From.Name = "Northwind"
	if err := outbox.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var line map[string]string
	if err := json.Unmarshal(content, &line); err != nil || line["html"] != message.HTML || line["from"] != `"Northwind" <no-reply@northwind.test>` || line["text"] != message.Text {
		t.Errorf("the line is %v (%v)", line, err)
	}
}
