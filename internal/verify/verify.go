// Package verify recomputes what must be true of the whole database: that the books balance, that copies of the same
// data agree, and that related rows belong to one owner and one brand.
//
// A rule is one statement that returns whatever breaks it. The rules are in *_store.go, one file per area, and know
// only the tables: none calls the code of the feature whose rows it checks, so a mistake there is not repeated here.
// Only the rules of double entry are the ledger's own, which recomputes its books from their postings for the same
// purpose.
//
// All rules run in one snapshot. It contains a transaction either entirely or not at all, so the answer is right
// beside any number of writers, and locks none of them. A rule therefore covers only what transactions guarantee,
// never what a worker does later.
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

// firstOffenders limits how many offenders of each rule are named; the others are counted.
const firstOffenders = 20

// unit is the kind of a rule's figures.
type unit int

const (
	words   unit = iota // text, or counts
	amounts             // of money or of an instrument, in units of 10⁻⁸
)

// rule is something that must be true. Its query returns a row for everything that breaks it: what it is, what is
// stored and what should be stored, all as text. It may use $1, the current time in microseconds.
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

// Finding is the result of one rule.
type Finding struct {
	Area string `json:"area"`
	Rule string `json:"rule"`
	// Offenders counts everything that breaks the rule; First names some of it.
	Offenders int        `json:"offenders"`
	First     []Offender `json:"first,omitempty"`
}

// Holds reports whether nothing breaks the rule.
func (f Finding) Holds() bool { return f.Offenders == 0 }

// Report is the result of all rules, in the order in which they ran.
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

// Database runs every rule on one snapshot of the database. A broken rule is not a failure: it is in the report. It
// fails when the database cannot be read to the end, and when the context ends.
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

// ask reads what breaks the rule, row by row, and keeps only the first offenders.
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

// show formats a figure for people. A NULL is "none".
func (u unit) show(figure sql.NullString) string {
	if !figure.Valid {
		return "none"
	}
	if units, err := strconv.ParseInt(figure.String, 10, 64); err == nil && u == amounts {
		return money.FromUnits(units).String()
	}
	return figure.String // including a sum too large for an amount
}
