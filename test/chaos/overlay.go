package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"bourse/test/e2e/bourse"
)

// edit replaces a piece of a source file that must occur exactly once.
type edit struct{ file, old, new string }

// jumpingClock makes the platform's clock ahead of or behind the machine's, by the nanoseconds in a file.
var jumpingClock = []edit{
	{"internal/app/clock.go", `import "time"`, `import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

var offset atomic.Int64

func readOffset() {
	text, err := os.ReadFile(os.Getenv("` + clockVariable + `"))
	if err != nil {
		return
	}
	if told, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
		offset.Store(told)
	}
}

func init() {
	readOffset()
	go func() {
		for {
			time.Sleep(10 * time.Millisecond)
			readOffset()
		}
	}()
}`},
	{"internal/app/clock.go", `return time.Now()`, `return time.Now().Add(time.Duration(offset.Load()))`},
}

// clockVariable names the environment variable with the file that says how far the clock is off.
const clockVariable = "CHAOS_CLOCK"

// defects are changes of the product that a run must notice, by name.
var defects = map[string][]edit{
	// The booking of an order is committed separately from the order and its position.
	"booking-apart": {
		{"internal/trading/orders.go", `	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		account, err := s.LockTradersAccount(`, `	var apart *Book
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		account, err := s.LockTradersAccount(`},
		{"internal/trading/orders.go", `		order = p.order
		return s.Write(ctx, tx, p.book)
	})
	return order, err`, `		order, apart = p.order, p.book
		return s.postBook(ctx, tx, p.book)
	})
	if err != nil {
		return order, err
	}
	apart.transactions, apart.reserves = nil, nil
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return s.Write(ctx, tx, apart) })
	return order, err`},
	},
	// Trading's events are committed before what they are about. On SQLite, with its one writer, the two transactions
	// would wait for each other: this one is for PostgreSQL.
	"event-apart": {
		{"internal/trading/book.go", `	b.recordAmended(s.Mark)
	recorded, err := s.numberedChanges(ctx, tx, b.changes)`, `	b.recordAmended(s.Mark)
	if told, apart := b.events, context.Background(); len(told) > 0 {
		b.events = nil
		if err := s.db.InTx(apart, func(tx *database.Tx) error { return s.events.Publish(apart, tx, told...) }); err != nil {
			return err
		}
	}
	recorded, err := s.numberedChanges(ctx, tx, b.changes)`},
	},
	// The answer for an Idempotency-Key is stored after the commit of the work.
	"key-apart": {
		{"internal/httpapi/edge/idempotency_store.go", `	return last.Commit(ctx, func(ctx context.Context, tx *database.Tx) error {
		changed, err := k.end(ctx, tx, held, kept, "'running', 'committed'")
		if err == nil && changed == 0 {
			err = errTakenOver
		}
		return err
	})`, `	_, err = last.Commit(ctx, func(context.Context, *database.Tx) error { return nil })
	return false, err`},
	},
	// A deposit is marked as paid before its money is booked, and the two are committed separately.
	"deposit-apart": {
		{"internal/payments/apply.go", `		p.providerPayment = report.Payment
		return applied, s.succeed(ctx, tx, p, now)`, `		p.providerPayment = report.Payment
		if p.Kind != DepositPayment {
			return applied, s.succeed(ctx, tx, p, now)
		}
		p.end(Succeeded, now)
		p.paidAt = now
		tx.AfterCommit(func() {
			go func() {
				later := context.Background()
				_ = s.db.InTx(later, func(tx *database.Tx) error { return s.deliver(later, tx, p) })
			}()
		})
		if err := savePayment(ctx, tx, p, now); err != nil {
			return applied, err
		}
		return applied, s.events.Publish(ctx, tx, p.event(paymentSucceeded))`},
	},
}

// build compiles the server with the jumping clock and, unless its name is empty, with a defect. It fails when the
// source has changed so that there is nothing to replace.
func build(ctx context.Context, folder, defect string) (binary string, err error) {
	edits := jumpingClock
	if defect != "" {
		more, isKnown := defects[defect]
		if !isKnown {
			return "", fmt.Errorf("there is no defect %q", defect)
		}
		edits = append(edits[:len(edits):len(edits)], more...)
	}
	root, err := moduleRoot(ctx)
	if err != nil {
		return "", err
	}
	overlay, err := writeOverlay(root, folder, edits)
	if err != nil {
		return "", err
	}
	return bourse.Build(ctx, folder, "-overlay="+overlay)
}

// moduleRoot is the folder of the source that is built.
func moduleRoot(ctx context.Context) (string, error) {
	found, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "bourse").Output()
	if err != nil {
		return "", fmt.Errorf("find the source: %w", err)
	}
	return strings.TrimSpace(string(found)), nil
}

// writeOverlay writes changed copies of source files into a folder, and the overlay file for go build.
func writeOverlay(root, folder string, edits []edit) (path string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	changed := map[string]string{}
	for _, one := range edits {
		source, isChanged := changed[one.file]
		if !isChanged {
			content, err := os.ReadFile(filepath.Join(root, one.file))
			if err != nil {
				return "", err
			}
			source = string(content)
		}
		if found := strings.Count(source, one.old); found != 1 {
			return "", fmt.Errorf("%s has changed: what is to be replaced is there %d times, not once:\n%s", one.file, found, one.old)
		}
		changed[one.file] = strings.Replace(source, one.old, one.new, 1)
	}
	replaced := map[string]string{}
	for file, source := range changed {
		copied := filepath.Join(folder, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(copied, []byte(source), 0o600); err != nil {
			return "", err
		}
		replaced[filepath.Join(root, file)] = copied
	}
	encoded, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, encoded, 0o600)
}
