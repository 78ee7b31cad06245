package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/identity"
)

// A part of an export ends after this many rows of a table, or once it has this many bytes: each part is held in memory
// as a whole.
const (
	exportRows  = 500
	exportBytes = 1 << 20
)

// Export is a file of all data held about the caller, generated while it is read: JSON lines, of which the first
// describes the file and each other one is a row with the name of its table.
type Export struct {
	service *Service
	caller  identity.Caller

	begun   bool
	table   int // index into holdings
	columns []string
	after   []any // the position of the last row read from the table
}

// Export begins an export of the caller's data. It fails with REAUTHENTICATION_REQUIRED unless the caller has logged in
// recently.
func (s *Service) Export(caller identity.Caller) (*Export, error) {
	if err := caller.RequireRecentLogin(s.now()); err != nil {
		return nil, err
	}
	return &Export{service: s, caller: caller}, nil
}

// Next returns the next part of the file; empty at its end. It fails when the database does.
func (e *Export) Next(ctx context.Context) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if !e.begun {
		e.begun = true
		if err := encoder.Encode(map[string]any{"userId": e.caller.UserID, "exportedAt": e.service.now().UTC()}); err != nil {
			return nil, err
		}
	}
	for hasMore := false; e.table < len(holdings) && !hasMore && text.Len() < 1<<16; {
		h := holdings[e.table]
		var err error
		if hasMore, err = e.writeRows(ctx, h, encoder, &text); err != nil {
			return nil, fmt.Errorf("read %s of a person: %w", h.table, err)
		}
		if !hasMore {
			e.table, e.after = e.table+1, nil
		}
	}
	return text.Bytes(), nil
}

// writeRows writes the next rows of a table and reports whether there may be more.
func (e *Export) writeRows(ctx context.Context, h holding, encoder *json.Encoder, text *bytes.Buffer) (hasMore bool, err error) {
	db := e.service.db
	if e.after == nil {
		if e.columns, err = readColumns(ctx, db, h.table); err != nil {
			return false, err
		}
	}
	number := 0
	err = readHolding(ctx, db, h, e.columns, e.caller.UserID, page{e.after, exportRows}, func(row map[string]any, at []any) (bool, error) {
		shown, err := e.service.shown(h, row)
		if err != nil {
			return false, err
		}
		e.after, number = at, number+1
		err = encoder.Encode(map[string]any{"table": h.table, "row": shown})
		hasMore = text.Len() >= exportBytes
		return !hasMore, err
	})
	return hasMore || number == exportRows, err
}

// shown returns a row as its person reads it: with sealed values opened, times as times and amounts as decimals.
func (s *Service) shown(h holding, row map[string]any) (map[string]any, error) {
	read := make(map[string]any, len(row))
	for column, value := range row {
		if purposes, isSealed := h.sealed[column]; isSealed {
			opened, err := s.opened(purposes, row["id"], value)
			if err != nil {
				return nil, fmt.Errorf("open %s.%s of a person: %w", h.table, column, err)
			}
			read[column] = opened
			continue
		}
		read[column] = readable(column, value)
	}
	return read, nil
}

// opened opens what was sealed for one of the purposes; nil when there is nothing. It fails when the value opens for
// none of them.
func (s *Service) opened(purposes []string, id, value any) (any, error) {
	sealed, isThere := value.([]byte)
	if !isThere || len(sealed) == 0 {
		return nil, nil
	}
	var failures error
	for _, purpose := range purposes {
		plain, err := s.ring.Open(sealed, purpose+fmt.Sprint(id))
		if err == nil {
			return json.RawMessage(plain), nil
		}
		failures = errors.Join(failures, err)
	}
	return nil, failures
}

// NameOf returns the name of the export file.
func NameOf(user uuid.UUID) string { return "bourse-" + user.String() + ".jsonl" }
