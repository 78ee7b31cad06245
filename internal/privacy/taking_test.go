package privacy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// This test measures what the process allocates, so it must not run in parallel.
func TestAnExportTakesLittleMemoryHoweverMuchIsHeld(t *testing.T) {
	// The rows shown have six bodies in total, which are copied several times on the way; the hidden columns have a
	// hundred and twenty.
	const body, keys, most = 1_000_000, 60, 1<<20 + 200_000
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			h := newHouse(t, databasetest.Open(t, engine))
			ann := h.register()
			answer := []byte(strings.Repeat("a", body))
			for i := range keys {
				must(t, h.exec(`INSERT INTO idempotency_keys (scope, key, fingerprint, claim, state, answer, created_at, expires_at) VALUES ($1, $2, $3, '', 'answered', $3, 1, 1)`,
					"user:"+ann.UserID.String(), fmt.Sprint(i), answer))
			}
			for i := range 60 {
				must(t, h.exec(`INSERT INTO trading_changes (user_id, number, kind, subject_id, data, created_at) VALUES ($1, $2, 'order', '', $3, 1)`,
					ann.UserID, i, string(answer[:100_000])))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			parts := h.export(ann)
			runtime.ReadMemStats(&after)
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 120*body {
				t.Errorf("the export takes %d bytes", taken)
			}
			for _, part := range parts {
				if len(part) > most {
					t.Errorf("a part has %d bytes", len(part))
				}
			}
			if rows := rowsOf(t, parts, "trading_changes"); len(rows) != 60 {
				t.Errorf("there are %d changes, want 60", len(rows))
			}
			if rows := rowsOf(t, parts, "idempotency_keys"); len(rows) != keys || rows[7]["answer"] != nil || rows[7]["key"] == nil {
				t.Errorf("there are %d keys such as %v", len(rows), rows[7])
			}
		})
	}
}

// export returns everything held about a person, in the parts in which it is sent.
func (h *house) export(person identity.Caller) (parts [][]byte) {
	h.t.Helper()
	file, err := h.privacy.Export(person)
	must(h.t, err)
	for {
		part, err := file.Next(h.t.Context())
		must(h.t, err)
		if len(part) == 0 {
			return parts
		}
		parts = append(parts, part)
	}
}

// rowsOf returns the rows of a table in an export.
func rowsOf(t *testing.T, parts [][]byte, table string) (rows []map[string]any) {
	t.Helper()
	for line := range bytes.Lines(bytes.Join(parts, nil)) {
		var read struct {
			Table string
			Row   map[string]any
		}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.UseNumber()
		must(t, decoder.Decode(&read))
		if read.Table == table {
			rows = append(rows, read.Row)
		}
	}
	return rows
}
