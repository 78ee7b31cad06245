package httpapi

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// statementPage is how many lines of a file are in memory at a time.
const statementPage = 1000

// statementFile is a statement as CSV, written in chunks while it is sent. Lines booked meanwhile come at the end.
type statementFile struct {
	trading *trading.Service
	caller  identity.Caller
	account uuid.UUID
	days    trading.Days

	last  uuid.UUID // of the lines written so far
	begun bool
	ended bool
}

// next returns the next part of the file; empty at its end. It fails as StatementSince does.
func (f *statementFile) next(ctx context.Context) ([]byte, error) {
	if f.ended {
		return nil, nil
	}
	lines, err := f.trading.StatementSince(ctx, f.caller, f.account, f.days, database.Cursor{Before: f.last, Limit: statementPage})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	writer := csv.NewWriter(&text)
	writer.UseCRLF = true
	if !f.begun {
		_ = writer.Write([]string{"id", "time", "kind", "description", "amount", "fee", "balance", "positionId", "tradeId", "orderId"})
	}
	for _, line := range lines {
		_ = writer.Write(statementRow(line)) // writing to memory cannot fail
		f.last = line.ID
	}
	writer.Flush()
	f.begun, f.ended = true, len(lines) < statementPage
	return text.Bytes(), writer.Error()
}

func statementRow(l trading.StatementLine) []string {
	return []string{
		l.ID.String(), l.Time.UTC().Format("2006-01-02T15:04:05.000Z07:00"), string(l.Kind), cell(l.Description), l.Amount.String(),
		unlessZero(l.Fee), l.Balance.String(), cellID(l.PositionID), cellID(l.TradeID), cellID(l.OrderID),
	}
}

// cell escapes a text that a spreadsheet would take for a formula.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

func cellID(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

func unlessZero(number money.Decimal) string {
	if number.IsZero() {
		return ""
	}
	return number.String()
}
