package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

var knownDeviceTable = database.NewTable("known_devices", func(d *knownDevice, column database.Define) {
	column("id", &d.id)
	column("tenant_id", &d.tenantID)
	column("user_id", &d.userID)
	column("fingerprint", &d.fingerprint)
	column("first_seen_at", &d.firstSeenAt)
	column("last_seen_at", &d.lastSeenAt)
})

// touchDevice notes that a known device of a user was seen. It is false when the device is not known by any of its
// fingerprints. It keeps the one by which it was met first: the ring keeps every key that it has had, and while replicas
// are restarted after a rotation, one that lacks the new key meets the device by the old one again.
func touchDevice(ctx context.Context, tx *database.Tx, user uuid.UUID, prints [][]byte, now time.Time) (isKnown bool, err error) {
	arguments := database.Arguments{user, database.Micros(now)}
	list := database.AddAll(&arguments, prints)
	touched, err := tx.Exec(ctx, `UPDATE known_devices SET last_seen_at = $2 WHERE user_id = $1 AND fingerprint IN `+list, arguments...)
	return touched > 0, err
}

func hasDevices(ctx context.Context, from database.Querier, user uuid.UUID) (has bool, err error) {
	err = from.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM known_devices WHERE user_id = $1)`, user).Scan(&has)
	return has, err
}
