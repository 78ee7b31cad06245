// Package browser starts a Chromium and controls it by the browser's own protocol, for tests that look at a few pages.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// Chromium is a browser with one page, which a test controls by the browser's own protocol.
type Chromium struct {
	connection *websocket.Conn
	calls      atomic.Int64
}

// New starts a browser that ends with the test.
func New(t *testing.T) *Chromium {
	t.Helper()
	if _, err := exec.LookPath(bourse.Browser); err != nil {
		t.Fatalf("there is no %s; make journeys installs it", bourse.Browser)
	}
	profile := t.TempDir()
	command := exec.Command(bourse.Browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-extensions", "--disable-background-networking", "--user-data-dir="+profile, "--remote-debugging-port=0", "about:blank")
	// Its processes are a process group, which ends as a whole.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // otherwise it has already ended
		_ = command.Wait()
		testkit.Spent(testkit.SpentByBrowsers, command.ProcessState)
	})
	b := &Chromium{}
	var page string
	testkit.Within(t, kit.Patience, "a page in the browser", func() bool {
		page = debuggedPage(filepath.Join(profile, "DevToolsActivePort"))
		return page != ""
	})
	var err error
	if b.connection, _, err = websocket.Dial(t.Context(), page, nil); err != nil {
		t.Fatal(err)
	}
	b.connection.SetReadLimit(16 << 20)
	t.Cleanup(func() { _ = b.connection.CloseNow() })
	b.Command(t, "Page.enable", nil, nil)
	return b
}

// debuggedPage is the debugging address of the browser's page; empty until there is one. The browser writes the port
// into its profile.
func debuggedPage(portFile string) string {
	content, err := os.ReadFile(portFile)
	if err != nil {
		return ""
	}
	port, _, _ := strings.Cut(string(content), "\n")
	answer, err := http.Get("http://127.0.0.1:" + port + "/json/list")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	var targets []struct{ Type, WebSocketDebuggerURL string }
	if err := json.NewDecoder(answer.Body).Decode(&targets); err != nil {
		return ""
	}
	for _, target := range targets {
		if target.Type == "page" {
			return target.WebSocketDebuggerURL
		}
	}
	return ""
}

// Command executes a command of the browser's protocol, and reads the result unless that is nil.
func (b *Chromium) Command(t *testing.T, method string, parameters, result any) {
	t.Helper()
	if err := b.command(t.Context(), method, parameters, result); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}

func (b *Chromium) command(ctx context.Context, method string, parameters, result any) error {
	ctx, cancel := context.WithTimeout(ctx, kit.Patience)
	defer cancel()
	id := b.calls.Add(1)
	if parameters == nil {
		parameters = kit.Body{}
	}
	if err := wsjson.Write(ctx, b.connection, kit.Body{"id": id, "method": method, "params": parameters}); err != nil {
		return err
	}
	for {
		var message struct {
			ID     int64
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := wsjson.Read(ctx, b.connection, &message); err != nil {
			return err
		}
		switch {
		case message.ID != id: // an event in the browser
		case message.Error != nil:
			return fmt.Errorf("the browser says: %s", message.Error.Message)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(message.Result, result)
		}
	}
}

// Open opens a page and waits until it has loaded.
func (b *Chromium) Open(t *testing.T, url string) {
	t.Helper()
	var gone struct{ ErrorText string }
	b.Command(t, "Page.navigate", kit.Body{"url": url}, &gone)
	if gone.ErrorText != "" {
		t.Fatalf("%s: %s", url, gone.ErrorText)
	}
	testkit.Within(t, kit.Patience, url+" in the browser", func() bool {
		var there bool
		b.Evaluate(t, `document.readyState === "complete" && location.href.startsWith(`+text(url)+`)`, &there)
		return there
	})
}

// Evaluate runs an expression in the page, waits for it if it is a promise, and reads its value. An exception fails
// the test.
func (b *Chromium) Evaluate(t *testing.T, expression string, result any) {
	t.Helper()
	var evaluated struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.Command(t, "Runtime.evaluate", kit.Body{"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true}, &evaluated)
	if thrown := evaluated.ExceptionDetails; thrown != nil {
		t.Fatalf("the page throws %s %s at %s", thrown.Text, thrown.Exception.Description, expression)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(evaluated.Result.Value, result); err != nil {
		t.Fatalf("%v in %s, the value of %s", err, evaluated.Result.Value, expression)
	}
}

// text is a text as a JavaScript literal.
func text(of string) string {
	encoded, _ := json.Marshal(of) // a text always encodes
	return string(encoded)
}
