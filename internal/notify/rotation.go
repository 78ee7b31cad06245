package notify

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
)

// Rotation limits the disk space of an outbox: its file, and a number of older ones beside it, with outbox.jsonl.1 the
// newest of those. The oldest is removed. A field of zero means its default.
type Rotation struct {
	MaxBytes int64 // of one file
	Kept     int   // older files
}

// DefaultRotation keeps about 60 MB.
var DefaultRotation = Rotation{MaxBytes: 10 << 20, Kept: 5}

func (r Rotation) orDefault() Rotation {
	return Rotation{cmp.Or(r.MaxBytes, DefaultRotation.MaxBytes), cmp.Or(r.Kept, DefaultRotation.Kept)}
}

// rotate renames every file to the next number, last first: each step is a single rename, so a crash in between leaves
// every message in some file.
func (r Rotation) rotate(path string) error {
	for number := r.Kept; number >= 1; number-- {
		from := path
		if number > 1 {
			from = older(path, number-1)
		}
		if err := os.Rename(from, older(path, number)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("rotate: %w", err)
		}
	}
	return nil
}

func older(path string, number int) string { return path + "." + strconv.Itoa(number) }

// openLocked opens the file, creating it if needed, and locks it against other processes until it is closed. Another
// process may rotate the file between the opening and the lock: then the new one is opened.
func (o *Outbox) openLocked() (*os.File, error) {
	for {
		file, err := os.OpenFile(o.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		// Another program may have created the file with different permissions.
		if err = errors.Join(file.Chmod(0o600), lock(file)); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		locked, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if present, err := os.Stat(o.path); err == nil && os.SameFile(locked, present) {
			return file, nil
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
}
