package kit

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	// Symbol is the symbol of all seeded positions, Mark its price as it is stored.
	Symbol = "SOLUSD"
	Mark   = 100 * Unit
	// QuotedSymbol has prices and nothing else.
	QuotedSymbol = "ETHUSD"
)

// StillMarket is an installation with a market that stands still.
type StillMarket struct {
	*Installation
	// PriceFile is what the market replays, while it grows.
	PriceFile string
}

// InstallStillMarket makes an installation that has been served once, which adds the instruments.
func (r *Rig) InstallStillMarket(ctx context.Context, engine database.Engine) (*StillMarket, error) {
	installed, err := r.Install(ctx, engine)
	if err != nil {
		return nil, err
	}
	market := &StillMarket{installed, filepath.Join(installed.folder, "prices.csv")}
	at := time.Now().Add(-48 * time.Hour).Unix()
	lines := fmt.Sprintf("%d,%s,100,100,100,100,1\n%d,%s,3000,3000,3000,3000,1\n", at, Symbol, at, QuotedSymbol)
	if err := os.WriteFile(market.PriceFile, []byte(lines), 0o600); err != nil {
		return nil, err
	}
	once, err := market.Serve(ctx)
	if err != nil {
		return nil, err
	}
	return market, once.Stop()
}

// Serve starts the product with constant prices, so that answers keep their length, and without a spread, so that the
// cost of a fill is known; more adds settings.
func (m *StillMarket) Serve(ctx context.Context, more ...string) (*Server, error) {
	settings := []string{
		"--market-feed", "replay", "--market-replay-file", m.PriceFile, "--market-replay-speed", "0",
		"--market-spread-bp", "0", "--market-minute-history", "0s", "--market-daily-history", "0s", "--access-token-lifetime", "12h",
	}
	return m.Installation.Serve(ctx, append(settings, more...)...)
}

// User is a user of the product.
type User struct{ ID, Tenant uuid.UUID }

// FindUsers reads the users with these addresses.
func FindUsers(ctx context.Context, db *database.DB, emails ...string) ([]User, error) {
	users := make([]User, len(emails))
	for i, email := range emails {
		row := db.QueryRow(ctx, `SELECT id, tenant_id FROM users WHERE email = $1`, email)
		if err := row.Scan(&users[i].ID, &users[i].Tenant); err != nil {
			return nil, fmt.Errorf("find %s: %w", email, err)
		}
	}
	return users, nil
}

// IDAt is an id that sorts by a time, as the product's do.
func IDAt(at time.Time) uuid.UUID {
	id := uuid.New()
	var moment [8]byte
	binary.BigEndian.PutUint64(moment[:], uint64(at.UnixMilli()))
	copy(id[:6], moment[2:])
	id[6] = 0x70 | id[6]&0x0f
	return id
}
