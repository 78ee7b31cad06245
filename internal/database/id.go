package database

import (
	"time"

	"github.com/google/uuid"
)

// NewID makes an identifier (UUIDv7). Those of one process sort in the order in which they were made.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// NewIDAt makes an identifier (UUIDv7) that sorts by a time: that of the thing it names, which may be history.
// The twelve bits behind the milliseconds hold the fraction of the millisecond, so that what is made in a
// row stays in a row.
func NewIDAt(at time.Time) uuid.UUID {
	id := uuid.Must(uuid.NewRandom())
	micros := at.UnixMicro()
	milliseconds, fraction := micros/1000, (micros%1000)*4096/1000
	for i := range 6 {
		id[i] = byte(milliseconds >> (40 - 8*i))
	}
	id[6], id[7] = 0x70|byte(fraction>>8), byte(fraction)
	return id
}
