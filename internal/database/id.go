package database

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// NewID returns a new id (UUIDv7). The ids of one process sort in the order of their creation.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// NewIDAt returns an id (UUIDv7) that sorts by a given time, which may be in the past. The twelve bits after the
// milliseconds hold the fraction of the millisecond, so that ids made in quick succession stay in order.
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

// NewIDInOrder is NewIDAt for things of which many have the same time: the ids of one process sort by time, and those
// with the same time in the order of their creation.
func NewIDInOrder(at time.Time) uuid.UUID {
	id, latest := NewIDAt(at), NewID()
	order := binary.BigEndian.Uint64(latest[:8])
	order = order>>16<<12 | order&0xfff // the milliseconds and their fraction, without the version bits between them
	binary.BigEndian.PutUint64(id[8:], 1<<63|order<<2|uint64(id[15]&3))
	return id
}

// FirstIDAt returns an id that sorts before every id of a time, and after those of earlier milliseconds. Times before
// 1970 count as 1970, since no id is older.
func FirstIDAt(at time.Time) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:], uint64(max(0, at.UnixMilli()))<<16|0x7000)
	return id
}
