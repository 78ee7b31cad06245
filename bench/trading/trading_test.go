package trading

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
)

func TestTheSeedHasWhatTheTableSays(t *testing.T) {
	t.Parallel()
	users := make([]kit.User, 1+pairWorkers)
	for i := range users {
		users[i] = kit.User{ID: uuid.New(), Tenant: uuid.New()}
	}
	seed := newSeed(large, users, time.Now())
	open, own := 0, 0
	for i, position := range seed.positions {
		if position.open {
			open++
		}
		if position.owner.User == users[0].ID {
			own++
		}
		if i > 0 && position.id.String() <= seed.positions[i-1].id.String() {
			t.Fatalf("position %d does not sort behind the one before", i)
		}
	}
	if len(seed.positions) != 100_000 || open != openPositions || own != 200 {
		t.Errorf("there are %d positions, %d open, %d of the user", len(seed.positions), open, own)
	}
	if len(seed.orders) != workingOrders {
		t.Errorf("there are %d orders", len(seed.orders))
	}
	if len(seed.traders) != pairWorkers || len(seed.longs()) < 30_000 {
		t.Errorf("there are %d traders with %d signals each", len(seed.traders), len(seed.longs()))
	}
}

// The loop on SQLite writes every parameter as ?, which is right only for parameters in order.
func TestTheParametersOfPairStatementsStandInOrder(t *testing.T) {
	t.Parallel()
	parameter := regexp.MustCompile(`\$(\d+)`)
	for _, engine := range []database.Engine{database.SQLite, database.Postgres} {
		for which, text := range pairStatements(engine) {
			for i, found := range parameter.FindAllStringSubmatch(text, -1) {
				if found[1] != strconv.Itoa(i+1) {
					t.Errorf("statement %d on %s: parameter %d is $%s", which, engine, i+1, found[1])
				}
			}
		}
	}
}
