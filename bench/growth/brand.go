package growth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	adminEmail = "admin@bench.test"
	courses    = 12
	// openPositions are equally many in both brands: the cost of a price depends on them, and not on the past.
	openPositions = 2000
	years         = 5
)

// size is how much past a brand has.
type size struct {
	users   int
	own     int     // items of each kind of the user whose requests are measured
	house   int     // signals, and trades of each bot
	candles float64 // the fraction that exists of each instrument's kept candles
}

// firstDays fills the pages of every list and no more.
var firstDays = size{users: 100, own: 150, house: 150}

func fiveYears(scale float64) size {
	return size{users: max(1000, int(100_000*scale)), own: 2000, house: max(2000, int(20_000*scale)), candles: min(1, scale)}
}

// perTenUsers is the number of rows of a table per ten users.
var perTenUsers = map[string]int{
	"positions": 100, "trades": 100, "orders": 100, "ledger_transactions": 100, "equity_snapshots": 200, "sessions": 30,
	"audit_log": 100, "enrollments": 20, "payments": 20, "withdrawals": 5, "trading_notices": 30, "known_devices": 10,
	"messages": 10, "price_alerts": 5, "idempotency_keys": 5,
	"deliveries": 82, // of one month, which is what remains of 50 million in five years
}

func (s size) of(table string) int { return s.users * perTenUsers[table] / 10 }

// brand is an installation with a past.
type brand struct {
	*kit.StillMarket
	size     size
	rows     int64
	bytes    int64
	filledIn time.Duration

	owner    accounts.Owner // the user whose requests are measured
	tenant   uuid.UUID
	endpoint string
	courses  []string

	server       *kit.Server // while it runs
	token, admin string
	paths        map[string]string // of the last pages, by the list's name
}

// newBrand installs the product and gives it a past.
func newBrand(ctx context.Context, rig *kit.Rig, engine database.Engine, size size, receiver string) (b *brand, err error) {
	b = &brand{size: size}
	if b.StillMarket, err = rig.InstallStillMarket(ctx, engine); err != nil {
		return nil, err
	}
	if err := b.CreateUser(ctx, adminEmail, "--role", "admin"); err != nil {
		return nil, err
	}
	if err := b.begin(ctx, receiver); err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	started := time.Now()
	f, err := newFiller(ctx, b, time.Now())
	if err != nil {
		return nil, err
	}
	err = f.fill(ctx)
	if err := errors.Join(err, f.close()); err != nil {
		return nil, fmt.Errorf("fill: %w", err)
	}
	b.rows, b.filledIn = f.rows, time.Since(started)
	return b, b.measureDisk(ctx)
}

// begin uses the product to create what only it can create: accounts with their books, an endpoint, searchable
// courses.
func (b *brand) begin(ctx context.Context, receiver string) (err error) {
	err = b.InDatabase(ctx, func(db *database.DB) error {
		users, err := kit.FindUsers(ctx, db, kit.UserEmail)
		if err != nil {
			return err
		}
		b.tenant = users[0].Tenant
		b.owner = accounts.Owner{User: users[0].ID, Tenant: users[0].Tenant, Account: uuid.New(), Subscription: uuid.New()}
		return db.InTx(ctx, func(tx *database.Tx) error {
			if err := accounts.Write(ctx, tx, time.Now(), accounts.Paper([]accounts.Owner{b.owner})); err != nil {
				return err
			}
			return accounts.Fund(ctx, tx, time.Now(), []accounts.Owner{b.owner})
		})
	})
	if err != nil {
		return err
	}
	if err := b.serve(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.server.Stop()) }()
	var endpoint struct{ Data struct{ ID string } }
	if err := b.create(ctx, "/webhooks/endpoints", map[string]any{
		"name": "bench", "url": receiver, "subscribedEvents": []string{"custom.*"}, "authType": "none",
		"rateLimitPerMinute": 1_000_000, "rateLimitPerHour": 10_000_000,
	}, &endpoint); err != nil {
		return err
	}
	b.endpoint = endpoint.Data.ID
	for i := range courses {
		if err := b.addCourse(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

func (b *brand) addCourse(ctx context.Context, number int) error {
	var course struct{ Data struct{ ID string } }
	if err := b.create(ctx, "/education/courses", map[string]any{
		"title": fmt.Sprintf("Managing risk, part %d", number+1), "shortDescription": "How much to risk on one idea, and when to stop.",
		"description": "Position sizes, stops and the long run, with examples from markets that fell.", "difficultyLevel": "beginner", "priceUsd": 0,
	}, &course); err != nil {
		return err
	}
	path := "/education/courses/" + course.Data.ID
	if err := b.create(ctx, path+"/lessons", map[string]any{
		"title": "What a stop is for", "type": "text", "content": "A stop is a decision that was made in time.", "durationMinutes": 5,
	}, nil); err != nil {
		return err
	}
	b.courses = append(b.courses, course.Data.ID)
	return b.create(ctx, path+"/publish", nil, nil)
}

// create posts something as an administrator and reads the answer.
func (b *brand) create(ctx context.Context, path string, body, answer any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	response, said, err := b.server.Fetch(ctx, http.MethodPost, base+path, b.admin, content)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s answered %s: %s", path, response.Status, said)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(said, answer)
}

// serve starts the brand and logs in.
func (b *brand) serve(ctx context.Context) (err error) {
	b.server, err = b.StillMarket.Serve(ctx, "--webhook-allow-http", "--webhook-allow-loopback")
	if err != nil {
		return err
	}
	if b.admin != "" {
		return nil // the tokens stay valid
	}
	if b.token, err = b.server.LogIn(ctx); err == nil {
		b.admin, err = b.server.LogInAs(ctx, adminEmail)
	}
	if err != nil {
		err = errors.Join(err, b.server.Stop())
	}
	return err
}

// measureDisk reads the size of the database.
func (b *brand) measureDisk(ctx context.Context) error {
	if b.Engine == database.SQLite {
		file, err := os.Stat(b.DatabaseURL)
		if err == nil {
			b.bytes = file.Size()
		}
		return err
	}
	return b.InDatabase(ctx, func(db *database.DB) error {
		return db.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&b.bytes)
	})
}
