package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"bourse/api"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/notify"
	"bourse/internal/secret"
	"bourse/internal/telemetry"
)

// operatorSettings belong to commands that work on an existing installation. What a command does once is requested by
// a flag only (env:"-"): a variable may be a server's, or left over.
type operatorSettings struct {
	storageSettings `embed:""`

	CreateDatabase bool `help:"Make the database when there is none yet." env:"-"`
}

// withIdentity opens the data for a command that runs beside a server, does the work and closes it.
func withIdentity(ctx context.Context, settings operatorSettings, work func(*identity.Service) error) (err error) {
	logger := slog.New(slog.DiscardHandler)
	ring, db, err := openExisting(ctx, settings, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := settings.refuseOlder(ctx, db); err != nil {
		return err
	}
	if err := migrate(ctx, db, ring, logger); err != nil {
		return err
	}
	service := identity.New(identity.Options{
		Database: db, Keyring: ring, Now: clock, Logger: logger,
		Brands:   newBrands(db, "", "", logger), // its commands send no messages
		Messages: notify.NewQueue(db, ring, clock, logger, notify.Senders{}),
		Settings: identity.Settings{AccessTokenLifetime: 24 * time.Hour},
	})
	if err := service.Start(ctx); err != nil {
		return err
	}
	return work(service)
}

// refuseOlder leaves a schema alone that a server of the previous version may be using: whoever adds a user does not
// intend to upgrade the installation. If there is no schema yet, its creation was requested.
func (s operatorSettings) refuseOlder(ctx context.Context, db *database.DB) error {
	pending := -1
	for {
		schema, err := db.Schema(ctx)
		if err != nil {
			return &settingError{s.databaseFlag(), err}
		}
		if schema.Applied == 0 || schema.Pending == 0 || schema.IsNewer() {
			return nil
		}
		if schema.Pending == pending {
			return badSetting(s.databaseFlag(), "the schema is older than this binary: start the server or run migrate up")
		}
		pending = schema.Pending // fewer after a moment: a server is migrating it
		select {
		case <-time.After(migratingPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// migratingPause is the time within which a migrating process takes its next step.
const migratingPause = 2 * time.Second

type userCommand struct {
	Create userCreate `cmd:"" help:"Add a user with a verified email. The password is taken from BOURSE_PASSWORD, or asked for."`
}

type userCreate struct {
	operatorSettings `embed:""`

	Email    string `arg:"" help:"Email of the user."`
	Role     string `help:"user, trader, analyst, admin or super_admin." enum:"user,trader,analyst,admin,super_admin" default:"user" env:"-"`
	Tenant   string `help:"Slug of the tenant." default:"default" env:"-"`
	Password string `help:"Password; better in the environment." env:"BOURSE_PASSWORD"`
}

// Run adds the user. It asks for the password once it is clear that there is somewhere to store it.
func (c *userCreate) Run(ctx context.Context, terminal console) error {
	return withIdentity(ctx, c.operatorSettings, func(service *identity.Service) error {
		if c.Password == "" {
			var err error
			if c.Password, err = readPassword(ctx, terminal); err != nil {
				return err
			}
		}
		registration := identity.Registration{Email: c.Email, Password: c.Password, Tenant: c.Tenant}
		user, err := service.AddUser(ctx, registration, identity.Role(c.Role))
		if err != nil {
			return err
		}
		say(terminal.out, "%s %s %s", user.ID, user.Email, user.Role)
		return nil
	})
}

type tenantCommand struct {
	Create tenantCreate `cmd:"" help:"Add a tenant."`
}

type tenantCreate struct {
	operatorSettings `embed:""`

	Slug string `arg:"" help:"Short name: lower-case letters, digits and hyphens."`
	Name string `arg:"" help:"Full name."`
}

// Run adds the tenant.
func (c *tenantCreate) Run(ctx context.Context, terminal console) error {
	return withIdentity(ctx, c.operatorSettings, func(service *identity.Service) error {
		tenant, err := service.AddTenant(ctx, c.Slug, c.Name)
		if err != nil {
			return err
		}
		say(terminal.out, "%s %s", tenant.ID, tenant.Slug)
		return nil
	})
}

type keysCommand struct {
	Rotate keysRotate `cmd:"" help:"Sign access tokens with the next key from now on. Tokens signed before stay valid until they expire."`
}

type keysRotate struct {
	operatorSettings `embed:""`

	Encryption bool `help:"Rotate the key file instead: new data is encrypted with a new key, old data stays readable. Give all replicas the new file and restart them together." env:"-"`
}

// Run rotates the keys.
func (c *keysRotate) Run(ctx context.Context, terminal console) error {
	if c.Encryption {
		return c.rotateFile(ctx, terminal)
	}
	return withIdentity(ctx, c.operatorSettings, func(service *identity.Service) error {
		if err := service.RotateSigningKeys(ctx); err != nil {
			return err
		}
		say(terminal.out, "rotated; running replicas sign with the new key within half a minute")
		return nil
	})
}

// rotateFile adds a key to the key file, once it is certain that the file is that of the database.
func (c *keysRotate) rotateFile(ctx context.Context, terminal console) error {
	db, err := c.openToRead(ctx, database.Limits{})
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := secret.Rotate(c.keyFile()); err != nil {
		return &settingError{"key-file", err}
	}
	say(terminal.out, "rotated %s; restart every replica with this file", c.keyFile())
	return nil
}

type openapiCommand struct{}

// Run prints the contract.
func (openapiCommand) Run(terminal console) error {
	contract, err := api.YAML()
	if err == nil {
		_, err = terminal.out.Write(contract)
	}
	return err
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(terminal console) error {
	say(terminal.out, "%s", telemetry.Version())
	return nil
}
