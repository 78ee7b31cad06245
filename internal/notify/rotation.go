package notify

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
)

// Rotation bounds what an outbox takes on the disk: its file, and as many older ones beside it, outbox.jsonl.1 being
// the newest of them. The oldest is removed. The zero value is a choice of its own.
type Rotation struct {
	MaxBytes int64 // of one file
	Kept     int   // older files
}

// DefaultRotation keeps about 60 MB.
var DefaultRotation = Rotation{MaxBytes: 10 << 20, Kept: 5}

func (r Rotation) orDefault() Rotation {
	return Rotation{cmp.Or(r.MaxBytes, DefaultRotation.MaxBytes), cmp.Or(r.Kept, DefaultRotation.Kept)}
}

// rotate moves every file on by one number, the last first: each step is one renaming, so that whoever dies in
// between leaves every message in some file.
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

// openLocked opens the file, which is made when it is not there, and keeps other processes from it until it is closed.
// Another process may rotate the file between the opening and the lock: then the new one is opened.
func (o *Outbox) openLocked() (*os.File, error) {
	for {
		file, err := os.OpenFile(o.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		// The file may have been made by somebody else, with other rights.
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
