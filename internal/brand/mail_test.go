package brand_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/notify"
)

var northwind = brand.Brand{
	ProductName: "Northwind", AppURL: "https://northwind.test", SupportAddress: "help@northwind.test",
	PrimaryColor: "#1b4f72", AccentColor: "#e67e22", LogoURL: "https://cdn.northwind.test/logo.png",
	MailSender: notify.Address{Name: "Northwind", Address: "no-reply@northwind.test"},
}

const verifyLink = "https://northwind.test/verify-email?token=a_b&x=<1>"

func TestAMailSpeaksInTheNameOfItsBrand(t *testing.T) {
	t.Parallel()
	letter, err := northwind.Compose("verify_email", brand.Values{"link": verifyLink})
	if err != nil {
		t.Fatal(err)
	}
	if want := "Confirm your email for Northwind"; letter.Subject != want {
		t.Errorf("the subject is %q, want %q", letter.Subject, want)
	}
	if !strings.Contains(letter.Text, "Welcome to Northwind.\n") || !strings.Contains(letter.Text, verifyLink+"\n") {
		t.Errorf("the text is %q", letter.Text)
	}
	for _, want := range []string{
		"#1b4f72", `src="https://cdn.northwind.test/logo.png"`, "mailto:help@northwind.test", "<title>Confirm your email for Northwind</title>",
		`href="https://northwind.test/verify-email?token=a_b&amp;x=%3c1%3e"`, "Welcome to Northwind.",
	} {
		if !strings.Contains(letter.HTML, want) {
			t.Errorf("%s is not in the HTML:\n%s", want, letter.HTML)
		}
	}
	until := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	ada := uuid.New()
	message := letter.To(northwind.TenantID, ada, "ada@domain.test", until)
	if message.Channel != notify.Mail || message.Kind != "verify_email" || message.TenantID != northwind.TenantID || message.UserID != ada || message.Recipient != "ada@domain.test" || !message.ExpiresAt.Equal(until) ||
		message.From != northwind.MailSender || message.HTML != letter.HTML || message.Text != letter.Text || message.Subject != letter.Subject {
		t.Errorf("the message is from %v, as HTML %t", message.From, message.HTML == letter.HTML)
	}
}

func TestAMailWithoutAValueThatItTellsIsNotWritten(t *testing.T) {
	t.Parallel()
	if letter, err := (brand.Brand{}).Compose("verify_email", brand.Values{}); err == nil {
		t.Errorf("it was written: %q", letter.Text)
	}
	if letter, err := (brand.Brand{}).Compose("no_such_mail", brand.Values{}); err == nil {
		t.Errorf("it was written: %q", letter.Text)
	}
}

func TestEveryMailOfThePlatformCanBeWrittenAndKeepsTheRulesOfTenants(t *testing.T) {
	t.Parallel()
	for _, kind := range brand.Kinds() {
		letter, err := northwind.Compose(kind, northwind.Samples(kind))
		if err != nil || letter.Subject == "" || letter.Text == "" || !strings.Contains(letter.HTML, "</html>") {
			t.Errorf("%s: %v", kind, err)
		}
		if strings.Contains(letter.Subject+letter.Text+letter.HTML, "<no value>") {
			t.Errorf("%s tells a value that it does not have", kind)
		}
	}
	if len(brand.Kinds()) < 7 {
		t.Errorf("there are only the mails %v", brand.Kinds())
	}
}

func TestWordsOfPeopleStayWords(t *testing.T) {
	t.Parallel()
	hostile := `</p><script>alert(1)</script> You noted: <img src=x onerror=alert(1)>` + "\nhttps://evil.test/"
	letter, err := northwind.Compose("alert_fired", brand.Values{"count": "1", "title": "BTCUSD\r\nBcc: all@evil.test", "notices": hostile, "more": ""})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(letter.HTML, "<script") || strings.Contains(letter.HTML, "<img src=x") || strings.Contains(letter.HTML, `href="https://evil.test/"`) {
		t.Errorf("the HTML is %s", letter.HTML)
	}
	if strings.ContainsAny(letter.Subject, "\r\n") {
		t.Errorf("the subject is %q", letter.Subject)
	}
}

func TestButtonsCanBeRead(t *testing.T) {
	t.Parallel()
	for color, want := range map[string]string{"#14523d": "#ffffff", "#000000": "#ffffff", "#ffffff": "#1c2330", "#ffe066": "#1c2330", "": "#ffffff"} {
		if got := (brand.Brand{PrimaryColor: color}).OnPrimary(); got != want {
			t.Errorf("on %q it is written in %s, want %s", color, got, want)
		}
	}
}
