package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"bourse/internal/database"
)

type migrateCommand struct {
	Up     migrateUp     `cmd:"" help:"Apply the migrations that are pending."`
	Status migrateStatus `cmd:"" help:"List the migrations, and which of them are applied."`
}

type migrateUp struct {
	storageSettings `embed:""`
}

// Run applies the pending steps.
func (c *migrateUp) Run(ctx context.Context, terminal console) (err error) {
	db, err := c.openDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	applied, err := upToDate(ctx, db)
	if err != nil {
		return err
	}
	say(terminal.out, "%d steps applied, the schema is up to date", applied)
	return nil
}

type migrateStatus struct {
	storageSettings `embed:""`
}

// Run lists the steps. Without a database it says so and does not create one: commands such as user create would then
// take it for the installation.
func (c *migrateStatus) Run(ctx context.Context, terminal console) (err error) {
	exists, err := database.Exists(ctx, c.databaseURL())
	if err != nil {
		return databaseError(err)
	}
	if !exists {
		say(terminal.out, "there is no database here yet: all steps are pending")
		return nil
	}
	db, err := c.openDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	steps, err := db.Migrations(ctx)
	if err != nil {
		return err
	}
	for _, step := range steps {
		state := "pending"
		if !step.AppliedAt.IsZero() {
			state = "applied " + step.AppliedAt.UTC().Format("2006-01-02 15:04:05")
		}
		name := cmp.Or(step.Name, fmt.Sprintf("%05d: not known to this binary", step.Version))
		say(terminal.out, "%-30s %s", name, state)
	}
	return nil
}

// openDatabase is for commands that do not need the keys.
func (s storageSettings) openDatabase(ctx context.Context) (*database.DB, error) {
	db, err := database.Open(ctx, s.database(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, databaseError(err)
	}
	return db, nil
}
