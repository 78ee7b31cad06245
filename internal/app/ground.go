package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/httpapi"
	"bourse/internal/secret"
	"bourse/internal/telemetry"
)

// ground is what every service needs first. It is complete once it is opened.
type ground struct {
	settings serverSettings
	role     role
	logger   *slog.Logger
	memory   memoryBudget
	ring     *secret.Keyring
	db       *database.DB
	metrics  *telemetry.Metrics

	closers  []closer  // called last to first
	finishBy time.Time // when everything must have ended; zero until the process stops
}

// openGround opens the log and the storage. What was opened is closed again when a later step fails.
func openGround(ctx context.Context, settings serverSettings, does role, logs io.Writer) (_ *ground, err error) {
	logger, flush, err := telemetry.NewLogger(logs, settings.LogLevel, settings.LogFormat, database.IsOutage)
	if err != nil {
		return nil, err
	}
	g := &ground{settings: settings, role: does, logger: logger, memory: findMemory(logger)}
	g.onClose("log", func() error { flush(); return nil })
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	pool := poolSettings{
		connections: settings.DatabaseConnections, limits: settings.DatabaseLimits.limits(), observe: settings.Observe,
		readURL: settings.DatabaseReadURL, maxLag: settings.DatabaseReadMaxLag,
	}
	g.ring, g.db, err = openStorage(ctx, settings.storageSettings, pool, logger)
	if err != nil {
		return nil, err
	}
	g.onClose("database", g.db.Close)
	if !g.db.Hears() {
		logger.Warn("the database is behind a pooler and --database-listen-url is not set: this process does not hear what other replicas commit, " +
			"so what they leave to it waits for its next look, a few seconds at most, and sessions, endpoints and brands are read again for every request")
	}
	if does != roleAll && g.db.Engine() == database.SQLite {
		return nil, &settingError{"role", errSQLiteHasOneProcess}
	}
	// No other process may serve the same SQLite file.
	release, err := g.db.Exclusively(ctx, "serve")
	if err != nil {
		return nil, fmt.Errorf("another process serves this database: %w", err)
	}
	g.onClose("database's lock", release)
	if err := settings.tryListening(); err != nil {
		return nil, err
	}
	if err := migrate(ctx, g.db, g.ring, logger); err != nil {
		return nil, err
	}
	if err := g.db.OpenReaders(ctx); err != nil {
		return nil, err
	}
	g.metrics = telemetry.NewMetrics(httpapi.Operations(), g.db.Stats)
	return g, nil
}
