package kit

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

var base32Secret = base32.StdEncoding.WithPadding(base32.NoPadding)

// Secrets are values that must not be found anywhere but in the mailbox, by name.
type Secrets map[string]string

// WantAbsent looks for the secret in every form in which it might be written.
func (s Secrets) WantAbsent(t *testing.T, name, where, text string) {
	t.Helper()
	value := s[name]
	if len(value) < 8 { // a short code may happen to be part of a longer number
		if regexp.MustCompile(`\b` + value + `\b`).MatchString(text) {
			t.Errorf("%s holds %s", where, name)
		}
		return
	}
	raw := []byte(value)
	forms := []string{
		value, hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw)),
		base64.RawStdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
	}
	if decoded, err := base64.RawURLEncoding.DecodeString(value); err == nil {
		forms = append(forms, string(decoded), hex.EncodeToString(decoded))
	}
	if decoded, err := base32Secret.DecodeString(value); err == nil {
		forms = append(forms, string(decoded), hex.EncodeToString(decoded))
	}
	for _, form := range forms {
		if strings.Contains(text, form) {
			t.Errorf("%s holds %s", where, name)
			return
		}
	}
}

// ReadDatabase returns everything in the database: SQLite's raw files, or the rows of every table of PostgreSQL as
// text.
func ReadDatabase(t *testing.T, place *Installation) string {
	t.Helper()
	var all strings.Builder
	if place.Engine == database.SQLite {
		files, err := filepath.Glob(place.DatabaseURL + "*")
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of the database: %v", err)
		}
		for _, file := range slices.Backward(files) { // the log first: what is moved out of it meanwhile is in the database then
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(content)
		}
		return all.String()
	}
	db := databasetest.OpenURL(t, place.DatabaseURL)
	rows, err := db.Query(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
	tables, err := database.Collect(rows, err, scanText)
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables of the database: %v", err)
	}
	for _, table := range tables {
		rows, err := db.Query(t.Context(), `SELECT whole::text FROM "`+table+`" AS whole`)
		texts, err := database.Collect(rows, err, scanText)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(strings.Join(texts, "\n"))
	}
	return all.String()
}

func scanText(row database.Row) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// ShapeOfPasskey is a passkey as its owner sees it.
var ShapeOfPasskey = Shape{
	"id": AUUID, "name": AText, "transports": AListOf(AText), "?aaguid": AUUID, "backedUp": ABoolean,
	"createdAt": ATime, "?lastUsedAt": ATime, "?disabledAt": ATime,
}
