package privacy

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
)

// exportPage is how many rows of an export are in memory at a time.
const exportPage = 500

// Export is a file of everything that is held of the caller, made while it is read: JSON lines, the first about the file,
// each other one a row and the table that it is of.
type Export struct {
	service *Service
	caller  identity.Caller

	begun bool
	table int // of holdings
	page  int // of the table
}

// Export begins an export of the caller's data. It fails with REAUTHENTICATION_REQUIRED unless the log-in is a recent one.
func (s *Service) Export(caller identity.Caller) (*Export, error) {
	if err := caller.RequireRecentLogin(s.now()); err != nil {
		return nil, err
	}
	return &Export{service: s, caller: caller}, nil
}

// Next is the next part of the file; empty at its end. It fails when the database does.
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
	for text.Len() == 0 || e.page > 0 || text.Len() < 1<<16 {
		if e.table == len(holdings) {
			return text.Bytes(), nil
		}
		h := holdings[e.table]
		rows, err := readHolding(ctx, e.service.db, h, e.caller.UserID, e.page*exportPage, exportPage)
		if err != nil {
			return nil, fmt.Errorf("read %s of a person: %w", h.table, err)
		}
		for _, row := range rows {
			shown, err := e.service.shown(h, row)
			if err != nil {
				return nil, err
			}
			if err := encoder.Encode(map[string]any{"table": h.table, "row": shown}); err != nil {
				return nil, err
			}
		}
		e.page++
		if len(rows) < exportPage {
			e.table, e.page = e.table+1, 0
		} else {
			return text.Bytes(), nil
		}
	}
	return text.Bytes(), nil
}

// shown is a row as its person reads it: without what opens something, opened what is sealed, times as times and amounts
// as decimals.
func (s *Service) shown(h holding, row map[string]any) (map[string]any, error) {
	read := make(map[string]any, len(row))
	for column, value := range row {
		if slices.Contains(h.secrets, column) {
			continue
		}
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

// opened is what was sealed for one of the purposes; nil when nothing was. It fails when it opens for none.
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

// readable turns what the schema keeps into what people read.
func readable(column string, value any) any {
	switch value := value.(type) {
	case int64:
		switch {
		case strings.HasSuffix(column, "_at") || strings.HasSuffix(column, "_until") || column == "day":
			return time.UnixMicro(value).UTC()
		case slices.ContainsFunc(amounts, func(word string) bool { return strings.Contains(column, word) }):
			return json.Number(money.FromUnits(value).String())
		}
	case []byte:
		return base64.StdEncoding.EncodeToString(value)
	}
	return value
}

// amounts are the words of columns that hold a decimal.
var amounts = []string{"amount", "price", "quantity", "capital", "balance", "pnl", "fee", "margin", "value", "percent", "stop_loss", "notional", "held", "paid_", "contribution", "share"}

// NameOf is what the file is called.
func NameOf(user uuid.UUID) string { return "bourse-" + user.String() + ".jsonl" }
