package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/secret"
	"bourse/internal/verify"
)

type verifyCommand struct {
	storageSettings `embed:""`

	Format string        `help:"text or json." enum:"text,json" default:"text" env:"-"`
	Within time.Duration `help:"How long it may take. On SQLite the write-ahead log grows meanwhile." default:"30m"`
}

// Run recomputes what must be true of the database, while it is in use, and lists what is not. It fails when a rule
// is broken, and before it starts when the settings cannot be right: without a database, with a key file that is
// missing or another's, and with an unknown schema.
func (c *verifyCommand) Run(ctx context.Context, terminal console) (err error) {
	// One rule may take as long as all.
	db, err := c.openToRead(ctx, database.Limits{Statement: c.Within, Lock: c.Within, IdleInTransaction: c.Within})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := c.checkSchema(ctx, db); err != nil {
		return err
	}
	began := clock()
	limited, cancel := context.WithTimeout(ctx, c.Within)
	defer cancel()
	report, err := verify.Database(limited, db, began)
	if err != nil {
		return &settingError{"database-url", cmp.Or(ctx.Err(), err)}
	}
	result := verification{Database: db.Place(), VerifiedAt: began.UTC(), Milliseconds: clock().Sub(began).Milliseconds(), Rules: report.Findings}
	if err := result.write(terminal.out, c.Format); err != nil {
		return err
	}
	if broken := len(report.Broken()); broken > 0 {
		return fmt.Errorf("%d of %d rules do not hold", broken, len(report.Findings))
	}
	return nil
}

// checkSchema refuses a schema that the rules were not written for.
func (c *verifyCommand) checkSchema(ctx context.Context, db *database.DB) error {
	schema, err := db.Schema(ctx)
	switch {
	case err != nil:
		return &settingError{"database-url", err}
	case schema.IsNewer():
		return badSetting("database-url", "%w: it has step %d, this binary knows none after %d; verify with the version that made it, or a later one", database.ErrNewerSchema, schema.Applied, schema.Known)
	case schema.Pending > 0:
		return badSetting("database-url", "the schema is at step %d and lacks %d that this binary knows: verify with the version that made it, or bring it up to date first (bourse migrate up)", schema.Applied, schema.Pending)
	}
	return nil
}

// openToRead opens an existing database, for commands that only read, once it is certain that the key file beside it
// is its own. It creates neither and changes nothing.
func (s storageSettings) openToRead(ctx context.Context, limits database.Limits) (_ *database.DB, err error) {
	exists, err := database.Exists(ctx, s.databaseURL())
	if err != nil {
		return nil, &settingError{"database-url", err}
	}
	if !exists {
		return nil, badSetting(s.databaseFlag(), "there is no database here")
	}
	options := s.database(slog.New(slog.DiscardHandler))
	options.MaxConnections, options.Limits = 2, limits
	db, err := database.Open(ctx, options)
	if errors.Is(err, fs.ErrPermission) {
		return nil, badSetting(s.databaseFlag(), "this user may not write the file, which SQLite must be able to even where it only reads: run the command as its owner")
	}
	if err != nil {
		return nil, databaseError(err)
	}
	if _, err := s.keysOf(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// databaseFlag is the setting that says where the database is.
func (s storageSettings) databaseFlag() string {
	if s.DatabaseURL == "" {
		return "data-dir"
	}
	return "database-url"
}

// keysOf loads the key file of a database, and fails unless it exists and holds every key that the database's data
// was encrypted with. A database without encrypted data needs none: nil.
func (s storageSettings) keysOf(ctx context.Context, db *database.DB) (*secret.Keyring, error) {
	if err := checkKeyFile(ctx, s); err != nil {
		return nil, err
	}
	sealed, err := db.HasSealedData(ctx)
	if err != nil {
		return nil, &settingError{"database-url", err}
	}
	if !sealed {
		return nil, nil
	}
	ring, err := secret.Load(s.keyFile())
	if err != nil {
		return nil, &settingError{"key-file", err}
	}
	return ring, checkKeys(ctx, db, ring)
}

// verification is the result, as it is printed.
type verification struct {
	Database     string           `json:"database"`
	VerifiedAt   time.Time        `json:"verifiedAt"`
	Milliseconds int64            `json:"milliseconds"`
	Rules        []verify.Finding `json:"rules"`
}

func (v verification) write(out io.Writer, format string) error {
	if format == "json" {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(v)
	}
	say(out, "%s, verified in %.1f seconds", v.Database, float64(v.Milliseconds)/1000)
	rules, broken, areas := map[string]int{}, map[string]int{}, []string{}
	for _, finding := range v.Rules {
		if rules[finding.Area]++; rules[finding.Area] == 1 {
			areas = append(areas, finding.Area)
		}
		if !finding.Holds() {
			broken[finding.Area]++
		}
	}
	for _, area := range areas {
		verdict := "all hold"
		if broken[area] > 0 {
			verdict = fmt.Sprintf("%d BROKEN", broken[area])
		}
		say(out, "  %-12s %3d rules  %s", area, rules[area], verdict)
	}
	for _, finding := range (verify.Report{Findings: v.Rules}).Broken() {
		say(out, "\n%s: %s\n  broken by %d:", finding.Area, finding.Rule, finding.Offenders)
		for _, offender := range finding.First {
			say(out, "  %s: %s, expected %s", offender.Subject, offender.Found, offender.Expected)
		}
		if more := finding.Offenders - len(finding.First); more > 0 {
			say(out, "  and %d more", more)
		}
	}
	return nil
}
