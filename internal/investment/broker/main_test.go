package broker_test

import (
	"bytes"
	"fmt"
	"log"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"bourse/internal/investment/broker"
	"bourse/internal/testkit"
)

// The secrets of all tests, so that everything can be searched for them.
const (
	apiKey    = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A"
	apiSecret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j"
	login     = "50194988"
	password  = "correct horse battery"
	server    = "ICMarketsSC-Demo"
	token     = "bridge-access-token-7391"
)

// capturedLog holds what the whole run logs, through whichever of the two standard loggers.
var capturedLog = new(lockedBuffer)

func TestMain(m *testing.M) { testkit.Main(searched{m}) }

// searched are the tests with a search for secrets at their end.
type searched struct{ tests *testing.M }

func (s searched) Run() int {
	slog.SetDefault(slog.New(slog.NewJSONHandler(capturedLog, nil)))
	log.SetOutput(capturedLog)
	code := s.tests.Run()
	if found := secretIn(capturedLog.String()); found != "" {
		fmt.Fprintf(os.Stderr, "the log of the tests holds %s\n", found)
		code = 1
	}
	return code
}

var signature = regexp.MustCompile(`[0-9a-fA-F]{64}`)

// secretIn names the first secret that the text holds.
func secretIn(text string) string {
	for name, secret := range map[string]string{
		"the API key": apiKey, "the API secret": apiSecret, "the login": login, "the password": password,
		"the server's name": server, "the bridge's token": token, "a query": "timestamp=",
		"the name of a signature": "signature=", "a receive window": "recvWindow",
	} {
		if strings.Contains(text, secret) {
			return name
		}
	}
	if signature.MatchString(text) {
		return "a signature"
	}
	return ""
}

// wantNoSecrets searches everything an outcome says, and leaves it in the log to be searched again.
func wantNoSecrets(t *testing.T, outcome broker.Outcome) {
	t.Helper()
	slog.Info("verified", "outcome", outcome)
	if found := secretIn(fmt.Sprintf("%+v", outcome)); found != "" {
		t.Errorf("the outcome holds %s: %+v", found, outcome)
	}
}

type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}
