package platform_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/test/e2e/kit"
)

func TestDevTour(t *testing.T) {
	place := kit.NewEmptyInstallation(t, database.SQLite)
	place.Server = kit.PlainBinary
	takeTour(t, place.Start(t, place.Call("demo", "--listen", "127.0.0.1:0")))
}
