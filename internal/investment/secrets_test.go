package investment_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
)

// contents returns every value in this package's tables, and on SQLite the bytes of the files as well.
func (h *house) contents(url string) []byte {
	h.t.Helper()
	var all bytes.Buffer
	for _, table := range []string{"investment_accounts", "investment_connections", "investment_holdings", "investment_holding_days", "kyc_cases"} {
		rows, err := h.db.Query(h.t.Context(), `SELECT * FROM `+table)
		must(h.t, err)
		columns, err := rows.Columns()
		must(h.t, err)
		for rows.Next() {
			values, targets := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				targets[i] = &values[i]
			}
			must(h.t, rows.Scan(targets...))
			for _, value := range values {
				if raw, ok := value.([]byte); ok {
					all.Write(raw)
				} else {
					fmt.Fprint(&all, value)
				}
				all.WriteString("\n")
			}
		}
		must(h.t, rows.Close())
	}
	if h.db.Engine() == database.SQLite {
		for _, file := range []string{url, url + "-wal"} {
			content, err := os.ReadFile(file)
			must(h.t, err)
			all.Write(content)
		}
	}
	return all.Bytes()
}

// forms are the encodings in which a text could be stored. For base64 the middle is searched for, at each of the
// three offsets that it can have within something larger.
func forms(text string) [][]byte {
	all := [][]byte{[]byte(text), []byte(hex.EncodeToString([]byte(text))), []byte(strings.ToUpper(hex.EncodeToString([]byte(text))))}
	for offset := range 3 {
		padded := strings.Repeat("x", offset) + text
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			encoded := encoding.EncodeToString([]byte(padded))
			all = append(all, []byte(encoded[4:len(encoded)-4]))
		}
	}
	return all
}

func TestNoCredentialAndNoKYCDetailIsStoredLoggedOrToldInClear(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			url := databasetest.MigratedURL(t, engine)
			h := newHouse(t, databasetest.OpenURL(t, url), autoKYC)
			stored := h.tellSecrets(url)
			if !bytes.Contains(stored, []byte("9731")) {
				t.Fatal("the hint is not where the secrets are looked for")
			}
			places := map[string][]byte{"database": stored, "log": h.log.bytes(), "events": h.eventText()}
			for place, content := range places {
				if len(content) == 0 {
					t.Errorf("nothing was written to the %s", place)
				}
				for _, text := range []string{
					"an-api-key-of-somebody-9731", "the-secret-of-an-api-key-of-somebody-9731", "a terminal's password",
					"87654321", "Ada Augusta Lovelace", "PASS-4711-0815", "1990-12-10",
				} {
					for i, form := range forms(text) {
						if bytes.Contains(content, form) {
							t.Errorf("%q is in the %s (form %d)", text, place, i)
						}
					}
				}
			}
		})
	}
}

// tellSecrets goes through everything that handles secrets and returns what the database contained on the way.
func (h *house) tellSecrets(url string) (stored []byte) {
	h.t.Helper()
	_, err := h.SubmitKYC(h.t.Context(), h.owner, h.open().ID, details())
	must(h.t, err)
	exchange := h.connect("an-api-key-of-somebody-9731")
	terminal := broker.Credentials{"login": "87654321", "password": "a terminal's password", "server": "Demo-1"}
	_, err = h.Connect(h.t.Context(), h.owner, broker.MT5, terminal)
	must(h.t, err)
	stored = append(stored, h.contents(url)...)
	_, err = h.Connect(h.t.Context(), h.owner, broker.MT5, terminal)
	if err == nil {
		h.t.Fatal("connected twice")
	}
	h.broker.answers(broker.Outcome{Status: broker.Unreachable, Message: "It is down."})
	h.verify()
	stored = append(stored, h.contents(url)...)
	h.clock.Advance(time.Hour)
	h.broker.answers(broker.Outcome{Status: broker.Connected})
	h.verify()
	stored = append(stored, h.contents(url)...)
	h.broker.holds(bitcoin("1"))
	wantEqual(h.t, "read", h.sync(), 2)
	_, err = h.SetTrading(h.t.Context(), h.recent(), exchange.ID, true)
	must(h.t, err)
	h.broker.readsBy(func(_ context.Context, credentials broker.Credentials, _ time.Time) (broker.Holdings, broker.Outcome) {
		panic(fmt.Sprint(map[string]string(credentials)))
	})
	h.clock.Advance(time.Hour)
	wantEqual(h.t, "read", h.sync(), 2)
	stored = append(stored, h.contents(url)...)
	must(h.t, h.Disconnect(h.t.Context(), h.owner, exchange.ID))
	return append(stored, h.contents(url)...)
}

func TestSealedCredentialsOpenForTheirOwnConnectionOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		first, second := h.connect("key-0001"), h.connect("key-0002")
		h.exec(`UPDATE investment_connections SET credentials = (SELECT credentials FROM investment_connections WHERE id = $1) WHERE id = $2`,
			first.ID, second.ID)
		wantEqual(t, "checked", h.verify(), 2)
		wantEqual(t, "status", h.connection(first.ID).Status, investment.ConnectionConnected)
		wantEqual(t, "status of the other", h.connection(second.ID).Status, investment.ConnectionUnreachable)
		wantEqual(t, "calls", h.broker.calls("key-0001"), 1)
	})
}
