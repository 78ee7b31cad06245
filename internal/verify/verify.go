// Package verify recomputes what must be true of the whole database: that the books balance, that what is stored twice
// is stored alike, and that what belongs together belongs to one owner and one brand.
//
// A rule is one statement that returns who breaks it. The rules stand in *_store.go, one file an area, and know the tables
// and nothing else: none calls the code of the feature whose rows it looks at, so a mistake there is not repeated here.
// Only the rules of double entry are the ledger's own, which recomputes its books from their postings for the same purpose.
//
// All rules are asked in one snapshot. What a transaction writes is in it wholly or not at all, so the answer is right
// beside any number of writers, and it locks none of them. A rule therefore speaks only of what transactions keep, never of
// what a worker brings about in a while.
package verify

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"time"

	"bourse/internal/database"
	"bourse/internal/money"
)

// firstOffenders is how many offenders of each rule are named; the others are counted.
const firstOffenders = 20

// unit says what the figures of a rule are.
type unit int

const (
	words   unit = iota // texts, or numbers of things
	amounts             // of money or of an instrument, in units of 10⁻⁸
)

// rule is something that must be true. Its query returns a row for everything that breaks it: what it is, what is stored
// of it and what should be, all as text. It may use $1, the moment in microseconds.
type rule struct {
	area, name string
	in         unit
	query      string
}

// Offender is something that breaks a rule.
type Offender struct {
	Subject  string `json:"subject"`
	Found    string `json:"found"`
	Expected string `json:"expected"`
}

// Finding is what came of one rule.
type Finding struct {
	Area string `json:"area"`
	Rule string `json:"rule"`
	// Offenders counts all that break the rule; First names some of them.
	Offenders int        `json:"offenders"`
	First     []Offender `json:"first,omitempty"`
}

// Holds tells whether nothing breaks the rule.
func (f Finding) Holds() bool { return f.Offenders == 0 }

// Report is what came of all rules, in the order in which they were asked.
type Report struct {
	Findings []Finding
}

// Broken are the rules that do not hold.
func (r Report) Broken() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), Finding.Holds)
}

// rules are all rules, by area.
func rules() []rule {
	return slices.Concat(bookRules(), accountRules, positionRules, orderRules, copyRules, investmentRules, paymentRules,
		educationRules, webhookRules, identityRules, portfolioRules, ownerRules())
}

// Database asks every rule of one snapshot of the database. A broken rule is no failure: the report says so. It fails when
// the database cannot be read to the end, and when the context ends.
func Database(ctx context.Context, db *database.DB, now time.Time) (report Report, err error) {
	err = db.InSnapshot(ctx, func(from database.Querier) (err error) {
		report, err = check(ctx, from, now)
		return err
	})
	return report, err
}

func check(ctx context.Context, from database.Querier, now time.Time) (report Report, err error) {
	for _, r := range rules() {
		finding, err := r.ask(ctx, from, now)
		if err != nil {
			return Report{}, fmt.Errorf("verify that %s: %w", r.name, err)
		}
		report.Findings = append(report.Findings, finding)
	}
	return report, nil
}

// ask reads who breaks the rule, row by row, and keeps only the first of them.
func (r rule) ask(ctx context.Context, from database.Querier, now time.Time) (Finding, error) {
	finding := Finding{Area: r.area, Rule: r.name}
	rows, err := from.Query(ctx, r.query, arguments(r.query, now)...)
	if err != nil {
		return finding, err
	}
	defer rows.Close()
	for rows.Next() {
		finding.Offenders++
		if len(finding.First) == firstOffenders {
			continue
		}
		var subject, found, expected sql.NullString
		if err := rows.Scan(&subject, &found, &expected); err != nil {
			return finding, err
		}
		finding.First = append(finding.First, Offender{subject.String, r.in.show(found), r.in.show(expected)})
	}
	return finding, rows.Err()
}

// show writes a figure as people read it. Nothing stored is "none".
func (u unit) show(figure sql.NullString) string {
	if !figure.Valid {
		return "none"
	}
	if units, err := strconv.ParseInt(figure.String, 10, 64); err == nil && u == amounts {
		return money.FromUnits(units).String()
	}
	return figure.String // also a sum that no amount can be
}
