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

// touchDevice records that a user's known device was seen and reports whether any of its fingerprints was known. It
// keeps the fingerprint under which the device was first stored: the ring keeps all its former keys, and while replicas
// restart after a rotation, one without the new key must still recognise the device by the old one.
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
