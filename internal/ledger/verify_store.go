package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bourse/internal/database"
)

// firstOffences is how many violations of each rule a report lists.
const firstOffences = 10

// Report is the result of Verify.
type Report struct {
	Accounts, Transactions, Postings int64
	// Offences lists the first violations of each rule; empty when the books are in order.
	Offences []Offence
}

// Offence is a violation of a rule of double entry.
type Offence struct {
	Rule string
	// Subject is the currency, or the id of the transaction or account.
	Subject string
	// Amount is by how many units of 10⁻⁸ the rule is violated.
	Amount string
}

// Err returns nil when the books are in order, and otherwise an error that names the offences.
func (r Report) Err() error {
	if len(r.Offences) == 0 {
		return nil
	}
	lines := make([]string, 0, len(r.Offences))
	for _, o := range r.Offences {
		lines = append(lines, fmt.Sprintf("%s: %s (%s units)", o.Rule, o.Subject, o.Amount))
	}
	return errors.New("the ledger is not in order: " + strings.Join(lines, "; "))
}

// The rules of double entry.
const (
	RuleCurrency    = "the postings of a currency sum to zero"
	RuleTransaction = "the postings of a transaction sum to zero in each currency"
	RuleEmpty       = "a transaction has postings"
	RuleBalance     = "a kept balance is the sum of its postings"
	RuleNegative    = "a balance is not below zero where it may not be"
)

// total is the sum of the amounts. SQLite fails when a sum of integers overflows 64 bits on the way, as that of a whole
// currency may before it returns to zero; in two parts it stays far below.
const total = `(SUM(p.amount / 1000000) * 1000000 + SUM(p.amount % 1000000))`

// Rule is a rule of double entry, with a query for its violations: the currency, transaction or account, and by how
// many units of 10⁻⁸, both as text.
type Rule struct{ Name, Query string }

// Rules returns the rules of double entry. Each query is one statement, so it sees the books between two transactions
// even while others are booking.
func Rules() []Rule { return slices.Clone(checks) }

var checks = []Rule{
	{RuleCurrency, `
		SELECT a.currency, CAST(` + total + ` AS TEXT)
		FROM ledger_postings AS p JOIN ledger_accounts AS a ON a.id = p.account_id
		GROUP BY a.currency
		HAVING ` + total + ` <> 0
		ORDER BY a.currency`},
	{RuleTransaction, `
		SELECT p.transaction_id, CAST(` + total + ` AS TEXT)
		FROM ledger_postings AS p JOIN ledger_accounts AS a ON a.id = p.account_id
		GROUP BY p.transaction_id, a.currency
		HAVING ` + total + ` <> 0
		ORDER BY p.transaction_id`},
	{RuleEmpty, `
		SELECT t.id, '0'
		FROM ledger_transactions AS t
		WHERE NOT EXISTS (SELECT 1 FROM ledger_postings AS p WHERE p.transaction_id = t.id)
		ORDER BY t.id`},
	{RuleBalance, `
		SELECT a.id, CAST(a.balance - COALESCE(` + total + `, 0) AS TEXT)
		FROM ledger_accounts AS a LEFT JOIN ledger_postings AS p ON p.account_id = a.id
		GROUP BY a.id, a.balance
		HAVING a.balance <> COALESCE(` + total + `, 0)
		ORDER BY a.id`},
	{RuleNegative, `
		SELECT a.id, CAST(a.balance AS TEXT)
		FROM ledger_accounts AS a
		WHERE a.balance < 0 AND a.code NOT IN (` + mayBeNegative() + `)
		ORDER BY a.id`},
}

// mayBeNegative lists the codes that may be below zero. It uses codes and not the account's own column, which somebody
// may have changed.
func mayBeNegative() string {
	var list []string
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		if code.MayBeNegative() {
			list = append(list, "'"+string(code)+"'")
		}
	}
	return strings.Join(list, ", ")
}

// Verify recomputes the books of the whole platform from their postings and reports every rule that is violated. It
// reads everything, so it is for operators and tests. It fails only when the database does.
func Verify(ctx context.Context, q database.Querier) (Report, error) {
	var report Report
	err := q.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM ledger_accounts), (SELECT COUNT(*) FROM ledger_transactions),
		       (SELECT COUNT(*) FROM ledger_postings)`).Scan(&report.Accounts, &report.Transactions, &report.Postings)
	if err != nil {
		return Report{}, fmt.Errorf("count the ledger: %w", err)
	}
	for _, check := range checks {
		err := eachRow(ctx, q, check.Query+" LIMIT $1", []any{firstOffences}, func(row database.Row) error {
			offence := Offence{Rule: check.Name}
			err := row.Scan(&offence.Subject, &offence.Amount)
			report.Offences = append(report.Offences, offence)
			return err
		})
		if err != nil {
			return Report{}, fmt.Errorf("verify that %s: %w", check.Name, err)
		}
	}
	return report, nil
}
