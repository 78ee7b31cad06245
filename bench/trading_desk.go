package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	deskSymbol = "SOLUSD" // everything on the desk is in it
	quotedOnly = "ETHUSD" // has prices and nothing else
	deskMark   = 100 * unit
	// unit is 1 as amounts are stored.
	unit = 100_000_000
	// pairWorkers is how many users execute and close at the same time, each on an account of their own.
	pairWorkers = 8
)

// desk is an installation with a market that stands still and a past.
type desk struct {
	place  *installation
	prices string // the file that the market replays
	seed   *deskSeed
}

// newDesks makes two desks with the same rows: one for the product, and one on which the same statements
// run without it.
func (r *rig) newDesks(ctx context.Context, engine database.Engine) (ours, bare *desk, err error) {
	ours, err = r.newDesk(ctx, engine)
	if err != nil {
		return nil, nil, err
	}
	if bare, err = r.newDesk(ctx, engine); err != nil {
		return nil, nil, err
	}
	emails := []string{userEmail}
	for i := range pairWorkers {
		emails = append(emails, traderEmail(i))
		create := ours.place.command(ctx, "user", "create", traderEmail(i))
		create.Env = append(create.Env, "BOURSE_PASSWORD="+userPassword)
		if output, err := create.CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("user create: %w\n%s", err, output)
		}
	}
	err = ours.inDatabase(ctx, func(db *database.DB) error {
		users, err := deskUsers(ctx, db, emails)
		if err != nil {
			return err
		}
		ours.seed = newDeskSeed(users, time.Now())
		return ours.seed.write(ctx, db)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("seed: %w", err)
	}
	bare.seed = ours.seed
	return ours, bare, bare.inDatabase(ctx, func(db *database.DB) error { return bare.seed.write(ctx, db) })
}

func traderEmail(number int) string { return fmt.Sprintf("trader-%d@bench.test", number) }

// newDesk makes an installation that has been served once, which brings the instruments.
func (r *rig) newDesk(ctx context.Context, engine database.Engine) (*desk, error) {
	place, err := r.install(ctx, engine)
	if err != nil {
		return nil, err
	}
	d := &desk{place: place, prices: filepath.Join(place.folder, "prices.csv")}
	at := time.Now().Add(-48 * time.Hour).Unix()
	lines := fmt.Sprintf("%d,%s,100,100,100,100,1\n%d,%s,3000,3000,3000,3000,1\n", at, deskSymbol, at, quotedOnly)
	if err := os.WriteFile(d.prices, []byte(lines), 0o600); err != nil {
		return nil, err
	}
	once, err := d.serve(ctx)
	if err != nil {
		return nil, err
	}
	return d, once.stop()
}

// serve starts the product with prices that stand still, so that answers keep their length, and without a
// spread, so that what a fill costs is known.
func (d *desk) serve(ctx context.Context) (*server, error) {
	return d.place.serve(ctx, "--market-feed", "replay", "--market-replay-file", d.prices, "--market-replay-speed", "0",
		"--market-spread-bp", "0", "--market-minute-history", "0s", "--market-daily-history", "0s", "--access-token-lifetime", "12h")
}

// inDatabase works in the desk's database, which the product may be using at the same time.
func (d *desk) inDatabase(ctx context.Context, work func(db *database.DB) error) (err error) {
	db, err := database.Open(ctx, database.Options{URL: d.place.databaseURL, Limits: database.PatientLimits})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return work(db)
}

// deskUser is a user of the product.
type deskUser struct{ id, tenant uuid.UUID }

func deskUsers(ctx context.Context, db *database.DB, emails []string) ([]deskUser, error) {
	users := make([]deskUser, len(emails))
	for i, email := range emails {
		row := db.QueryRow(ctx, `SELECT id, tenant_id FROM users WHERE email = $1`, email)
		if err := row.Scan(&users[i].id, &users[i].tenant); err != nil {
			return nil, fmt.Errorf("find %s: %w", email, err)
		}
	}
	return users, nil
}
