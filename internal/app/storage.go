package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"bourse/internal/database"
	"bourse/internal/secret"
)

// poolSettings configure how the database is used; a zero value means the default.
type poolSettings struct {
	connections int
	limits      database.Limits
	observe     func(statement string)
	readURL     string
	maxLag      time.Duration
}

// openStorage loads the keys and opens the database, creating both when the installation is new. What cannot be right
// is refused before anything is written: a malformed URL, and a key file that is missing beside an existing database,
// of which new keys could read nothing.
func openStorage(ctx context.Context, settings storageSettings, pool poolSettings, logger *slog.Logger) (*secret.Keyring, *database.DB, error) {
	if err := checkKeyFile(ctx, settings); err != nil {
		return nil, nil, err
	}
	ring, created, err := secret.LoadOrCreate(settings.keyFile())
	if err != nil {
		return nil, nil, &settingError{"key-file", err}
	}
	if created {
		logger.Info("made a new key file; back it up, the data cannot be read without it", "file", settings.keyFile())
	}
	options := settings.database(logger)
	options.MaxConnections, options.Limits, options.Observe = pool.connections, pool.limits, pool.observe
	options.ReadURL, options.MaxLag = pool.readURL, pool.maxLag
	db, err := database.Open(ctx, options)
	if err != nil {
		return nil, nil, databaseError(err)
	}
	return ring, db, nil
}

// checkKeyFile refuses to continue without the key file of a database that has encrypted data.
func checkKeyFile(ctx context.Context, settings storageSettings) (err error) {
	exists, err := database.Exists(ctx, settings.databaseURL())
	if err != nil {
		return &settingError{"database-url", err}
	}
	if _, err := os.Stat(settings.keyFile()); !exists || !errors.Is(err, os.ErrNotExist) {
		return nil // the file exists; using it shows whether it is usable
	}
	db, err := settings.openDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	sealed, err := db.HasSealedData(ctx)
	if err != nil {
		return &settingError{"database-url", err}
	}
	if sealed {
		return badSetting("key-file", "%s is missing, and the database has data that only its keys can read: put the file back", settings.keyFile())
	}
	return nil
}

// openExisting is openStorage for commands that work on an existing installation. It refuses to create one unless
// asked to: a mistyped folder would otherwise become an installation that nobody serves.
func openExisting(ctx context.Context, settings operatorSettings, logger *slog.Logger) (*secret.Keyring, *database.DB, error) {
	exists, err := database.Exists(ctx, settings.databaseURL())
	if err != nil {
		return nil, nil, &settingError{"database-url", err}
	}
	if !exists && !settings.CreateDatabase {
		return nil, nil, badSetting(settings.databaseFlag(), "there is no database yet; start the server first, or ask for one with --create-database")
	}
	return openStorage(ctx, settings.storageSettings, poolSettings{connections: 1}, logger)
}

// migrate brings the schema up to date, after checking that the key ring holds every key that data was encrypted
// with: an old key file, put back by mistake, would leave newer data unreadable and create more of it.
func migrate(ctx context.Context, db *database.DB, ring *secret.Keyring, logger *slog.Logger) error {
	if err := checkKeys(ctx, db, ring); err != nil {
		return err
	}
	applied, err := upToDate(ctx, db)
	if err != nil {
		return err
	}
	if applied > 0 {
		logger.Info("the schema is up to date", "applied", applied)
	}
	// Another process may have come with newer keys in the meantime.
	current, known := ring.KeyNames()
	use, err := db.RecordKeyUse(ctx, current, known, clock())
	if err != nil {
		return fmt.Errorf("record the keys in use: %w", err)
	}
	return errUnknownKeys(use)
}

// checkKeys fails unless the key ring holds every key that the database's data was encrypted with.
func checkKeys(ctx context.Context, db *database.DB, ring *secret.Keyring) error {
	_, known := ring.KeyNames()
	use, err := db.KeyUse(ctx, known)
	if err != nil {
		return fmt.Errorf("read the keys in use: %w", err)
	}
	return errUnknownKeys(use)
}

// errUnknownKeys distinguishes an old key file from that of another installation.
func errUnknownKeys(use database.KeyUse) error {
	switch {
	case use.Missing == 0:
		return nil
	case use.Missing == use.Used:
		return badSetting("key-file", "it is the key file of another installation, or a new one: none of its keys opens what is sealed in the database; put the database's own key file back")
	}
	return badSetting("key-file", "it lacks %d of the keys that the database has data of: use the newest key file", use.Missing)
}

// upToDate applies the pending steps of the schema. A schema that is newer than this binary is a wrong setting: of
// the binary, or of the database.
func upToDate(ctx context.Context, db *database.DB) (applied int, err error) {
	applied, err = db.Migrate(ctx)
	if errors.Is(err, database.ErrNewerSchema) {
		return 0, badSetting("database-url", "%w; start the version that made it, or a later one", err)
	}
	return applied, err
}
