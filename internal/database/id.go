package database

import (
	"encoding/binary"
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

// NewIDInOrder is NewIDAt for things of which many have the same time: those that one process makes sort by their
// time, and at the same time in the order in which they were made.
func NewIDInOrder(at time.Time) uuid.UUID {
	id, latest := NewIDAt(at), NewID()
	order := binary.BigEndian.Uint64(latest[:8])
	order = order>>16<<12 | order&0xfff // the milliseconds and their fraction, without the version between them
	binary.BigEndian.PutUint64(id[8:], 1<<63|order<<2|uint64(id[15]&3))
	return id
}

// FirstIDAt is before every identifier of a time, and behind those of the milliseconds before it. What is earlier than
// 1970 counts as 1970: nothing has an identifier of before.
func FirstIDAt(at time.Time) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:], uint64(max(0, at.UnixMilli()))<<16|0x7000)
	return id
}
