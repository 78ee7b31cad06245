package platform_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// recordVariable names the environment variable that makes the tour record the examples of the contract:
//
//	BOURSE_RECORD_EXAMPLES=1 go test ./test/e2e/platform -run TestTheDemoServesItsPeopleFromAnEmptyFolder/sqlite
const recordVariable = "BOURSE_RECORD_EXAMPLES"

// recorder keeps the last call of each operation. Ids, times and secrets are replaced by invented ones, the same in
// every recording.
type recorder struct {
	began    time.Time
	examples map[string]*example
	order    []string
	ids      map[string]string
}

type example struct {
	Status   int `json:"status"`
	Request  any `json:"request,omitempty"`
	Response any `json:"response"`
}

func newRecorder() *recorder {
	return &recorder{began: time.Now().UTC().Truncate(24 * time.Hour), examples: map[string]*example{}, ids: map[string]string{}}
}

// add keeps a call and its answer.
func (r *recorder) add(t *testing.T, id string, content any, a *kit.Answer) {
	t.Helper()
	if os.Getenv(recordVariable) == "" {
		return
	}
	if r.examples[id] == nil {
		r.order = append(r.order, id)
	}
	made := &example{Status: a.Status, Response: r.invent(t, a.Text)}
	if raw, isText := content.(string); isText {
		made.Request = r.invent(t, []byte(raw))
	} else if content != nil {
		made.Request = r.invent(t, []byte(encoded(t, content)))
	}
	r.examples[id] = made
}

var (
	anyID    = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	anyTime  = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)
	anyDay   = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	anyLocal = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
)

// recordedDay is the day in the examples.
var recordedDay = time.Date(2026, time.January, 15, 0, 0, 0, 0, time.UTC)

// invent returns the example of a content: JSON with few elements of each list, and of anything else the first lines.
func (r *recorder) invent(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil || decoder.More() {
		lines := strings.SplitAfterN(string(text), "\n", 7)
		return r.text(strings.Join(lines[:min(len(lines), 6)], ""))
	}
	return r.value("", value)
}

func (r *recorder) value(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			value[name] = r.value(name, member)
		}
	case []any:
		value = value[:min(len(value), 3)]
		for i, element := range value {
			value[i] = r.value(name, element)
		}
		return value
	case string:
		if secret, isSecret := secrets[name]; isSecret && value != "" {
			return secret
		}
		return r.text(value)
	}
	return value
}

// secrets are replacements of credentials, by field name.
var secrets = map[string]string{
	"accessToken": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJleGFtcGxlIn0.bWFkZS11cA", "refreshToken": "brt_made-up-0123456789abcdef",
	"challengeToken": "bch_made-up-0123456789abcdef", "ceremonyToken": "bpc_made-up-0123456789abcdef", "token": "made-up-0123456789abcdef",
	"ticket": "bst_made-up-0123456789abcdef", "key": "bourse_made-up-0123456789abcdef", "prefix": "bourse_made-u", "signingSecret": "whsec_bWFkZS11cC0wMTIzNDU2Nzg5YWJjZGVm",
	"secret": "JBSWY3DPEHPK3PXP", "otpauthUrl": "otpauth://totp/Bourse:ada@example.test?secret=JBSWY3DPEHPK3PXP&issuer=Bourse",
	"codes": "ABCD-EFGH-JKLM", "code": "123456", "challenge": "bWFkZS11cA", "signature": "bWFkZS11cA", "authenticatorData": "bWFkZS11cA",
	"clientDataJSON": "bWFkZS11cA", "attestationObject": "bWFkZS11cA", "rawId": "bWFkZS11cA", "userHandle": "bWFkZS11cA",
	"checkoutUrl": "https://demo.bourse.example/sandbox/checkout/made-up", "certificateSerial": "7K3QM-XW2RT-9PLVB-4HCND", "serial": "7K3QM-XW2RT-9PLVB-4HCND",
}

// text is a text with invented ids and times.
func (r *recorder) text(text string) string {
	text = anyID.ReplaceAllStringFunc(text, func(id string) string {
		if r.ids[id] == "" {
			r.ids[id] = fmt.Sprintf("019bbf1a-2c00-7000-8000-%012d", len(r.ids)+1)
		}
		return r.ids[id]
	})
	text = anyTime.ReplaceAllStringFunc(text, func(at string) string {
		moment, err := time.Parse(time.RFC3339Nano, at)
		if err != nil {
			return at
		}
		return r.shift(moment).Format("2006-01-02T15:04:05.000Z07:00")
	})
	if day, err := time.Parse(time.DateOnly, text); err == nil && anyDay.MatchString(text) && day.Sub(r.began).Abs() < 800*24*time.Hour {
		text = r.shift(day).Format(time.DateOnly)
	}
	text = anyLocal.ReplaceAllString(text, "https://demo.bourse.example")
	if letters := []rune(text); len(letters) > 1500 {
		text = string(letters[:1500]) + "…"
	}
	return text
}

func (r *recorder) shift(moment time.Time) time.Time { return recordedDay.Add(moment.Sub(r.began)) }

// write replaces the examples in the contract's folder.
func (r *recorder) write(t *testing.T) {
	t.Helper()
	const folder = "../../../api/examples"
	if len(r.order) == 0 || t.Failed() {
		return
	}
	old, err := filepath.Glob(folder + "/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range r.order {
		var written bytes.Buffer
		encoder := json.NewEncoder(&written)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(r.examples[id]); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, id+".json"), written.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
