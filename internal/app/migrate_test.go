package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// Asking for the state of the schema does not create one: user create fails where there is no database.
func TestAskingForTheSchemaMakesNoDatabase(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, engine database.Engine, url string) {
		folder := filepath.Join(t.TempDir(), "data")
		call := func(words ...string) (status int, said string) {
			var out bytes.Buffer
			arguments := append(words, "--data-dir", folder)
			if engine == database.Postgres {
				arguments = append(arguments, "--database-url", url)
			}
			status = run(t.Context(), console{strings.NewReader(""), &out, &out}, arguments)
			return status, out.String()
		}
		if status, said := call("migrate", "status"); status != 0 || !strings.Contains(said, "pending") {
			t.Errorf("status %d: %s", status, said)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Error("the data folder was made")
		}
		if status, said := call("tenant", "create", "dogwood", "Dogwood"); status != 2 || !strings.Contains(said, "there is no database yet") {
			t.Errorf("status %d: %s", status, said)
		}
	})
}
