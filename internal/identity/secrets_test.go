package identity_test

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// contents returns every value of every table and, on SQLite, the bytes of the files as well.
func (h *house) contents(url string) []byte {
	h.t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	if h.db.Engine() == database.Postgres {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	rows, err := h.db.Query(h.t.Context(), query)
	tables, err := database.Collect(rows, err, func(row database.Row) (name string, err error) {
		return name, row.Scan(&name)
	})
	must(h.t, err)
	var all bytes.Buffer
	for _, table := range tables {
		h.writeTable(&all, table)
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

func (h *house) writeTable(to *bytes.Buffer, table string) {
	h.t.Helper()
	rows, err := h.db.Query(h.t.Context(), `SELECT * FROM `+table)
	must(h.t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(h.t, err)
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		must(h.t, rows.Scan(targets...))
		for _, value := range values {
			switch value := value.(type) {
			case []byte:
				to.Write(value)
			case string:
				to.WriteString(value)
			case nil, int64, bool, time.Time: // these cannot contain our secrets
			default:
				fmt.Fprint(to, value)
			}
			to.WriteString("\n")
		}
	}
	must(h.t, rows.Err())
}

// forms are the encodings in which a secret could appear in a database.
func forms(t *testing.T, s *story, name, text string) [][]byte {
	t.Helper()
	all := [][]byte{[]byte(text)}
	switch {
	case name == "TOTP secret":
		raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(text)
		must(t, err)
		all = append(all, raw, fmt.Appendf(nil, "%x", raw), []byte(base64.RawStdEncoding.EncodeToString(raw)))
	case strings.HasSuffix(name, "refresh token"):
		_, _, key, err := identity.ParseRefreshToken(text, s.ring)
		must(t, err)
		all = append(all, key, fmt.Appendf(nil, "%x", key))
	case strings.HasSuffix(name, "backup code"):
		all = append(all, []byte(strings.ReplaceAll(text, "-", "")))
	case strings.HasSuffix(name, "link"), name == "challenge":
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(text, "bch_"))
		must(t, err)
		all = append(all, raw, []byte(strings.TrimPrefix(text, "bch_")))
	}
	return all
}

func TestNoSecretIsStoredOrLoggedInClear(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			url := databasetest.MigratedURL(t, engine)
			h := newHouse(t, databasetest.OpenURL(t, url))
			var stored []byte
			s := newStory(t, h, func() { stored = append(stored, h.contents(url)...) })
			places := map[string][]byte{"database": stored, "log": h.log.bytes()}
			for place, content := range places {
				for name, text := range s.long {
					for i, form := range forms(t, s, name, text) {
						if bytes.Contains(content, form) {
							t.Errorf("the %s is in the %s (form %d)", name, place, i)
						}
					}
				}
				for name, code := range s.short { // not as part of a longer number
					if bytes.Contains(content, []byte(code)) && regexp.MustCompile(`(^|[^0-9a-zA-Z])`+code+`([^0-9a-zA-Z]|$)`).Match(content) {
						t.Errorf("the %s is in the %s", name, place)
					}
				}
			}
			// Values that are not secret are found, so the search works.
			for _, public := range []string{s.ann.email, phone, s.ann.id.String(), "$argon2id$", h.ActiveKeyID()} {
				if !bytes.Contains(stored, []byte(public)) {
					t.Errorf("%s is not in the database", public)
				}
			}
		})
	}
}
